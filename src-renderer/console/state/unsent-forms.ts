/** What forms held when the session ended, in this tab's memory, until the same person is back, or somebody else signs in. */
export interface UnsentForms {
  /** The session of that person has ended: what forms hold when they go is kept for them. */
  readonly keepOf: (who: string | null) => void;
  /** That person is signed in. */
  readonly showTo: (who: string | null) => void;
  /** Somebody signs out. */
  readonly forget: () => void;
  readonly find: (form: string) => unknown;
  /** A form goes. */
  readonly leave: (form: string, held: unknown) => void;
}

export function createUnsentForms(): UnsentForms {
  const kept = new Map<string, unknown>();
  let owner: string | null = null;
  let hasEnded = false;
  return {
    keepOf: (who) => {
      if (who === null) return;
      hasEnded = true;
      owner = who;
    },
    showTo: (who) => {
      if (who === null) return;
      if (who !== owner) kept.clear();
      hasEnded = false;
    },
    forget: () => kept.clear(),
    find: (form) => (hasEnded ? undefined : kept.get(form)),
    leave: (form, held) => {
      if (hasEnded) kept.set(form, held);
      else kept.delete(form);
    },
  };
}
