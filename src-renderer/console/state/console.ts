import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionCall, ConsoleSessionInput } from '../../../shared/console/session-calls.ts';
import type {
  OwnAccount,
  OwnMembership,
  SessionResult,
} from '../../../shared/console/session-results.ts';
import type { OperationName, OperationResults } from '../../../shared/console/operation-results.ts';
import { languages } from '../i18n/languages.ts';
import type { Words } from '../i18n/en/words.ts';
import {
  createConsoleClient,
  type ConsoleClient,
  type ConsoleClientOptions,
} from '../transport/console-client.ts';
import { CallError } from '../transport/call-error.ts';
import type { Preferences } from './preferences.ts';
import { createUnsentForms, type UnsentForms } from './unsent-forms.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | null;
}

export interface ConsoleState {
  /** Null: nobody is signed in. */
  readonly account: OwnAccount | null;
  readonly preferences: Preferences;
  readonly words: Words;
  /** Somebody is asked for the second factor; call it with whether it was shown. */
  readonly factorAsked: ((isShown: boolean) => void) | null;
  readonly toasts: readonly Toast[];
}

type Ask = <Name extends OperationName>(
  name: Name,
  input: object,
) => Promise<OperationResults[Name]>;

export interface Console {
  readonly store: StoreApi<ConsoleState>;
  readonly prove: ConsoleClient['prove'];
  readonly base: string;
  /** Rejects with a `CallError`, as `run` does. */
  readonly call: <Call extends SessionCall>(
    name: Call,
    input: ConsoleSessionInput<Call>,
  ) => Promise<SessionResult<Call>>;
  /** Does an operation. */
  readonly run: Ask;
  /** Looks at a view, or at what an operation would do: it is asked anew each time, and changes nothing. */
  readonly look: Ask;
  /** Reads who is signed in. Null for nobody. Rejects if the server does not answer. */
  readonly refresh: () => Promise<OwnAccount | null>;
  readonly signOut: () => Promise<void>;
  readonly prefer: (change: Partial<Preferences>) => Promise<void>;
  readonly notify: (text: string, undo?: () => void) => void;
  readonly dismiss: (id: number) => void;
  readonly unsent: UnsentForms;
}

export interface ConsoleOptions extends Pick<
  ConsoleClientOptions,
  'base' | 'nonce' | 'vault' | 'fetch' | 'isOffline'
> {
  readonly preferences: Preferences;
  readonly words: Words;
}

const MOST_TOASTS = 3;

/** The console without its screens. */
export function createConsole(options: ConsoleOptions): Console {
  const store = createStore<ConsoleState>(() => ({
    account: null,
    preferences: options.preferences,
    words: options.words,
    factorAsked: null,
    toasts: [],
  }));
  const unsent = createUnsentForms();
  let asking: Promise<boolean> | null = null;
  /** What waits for a second factor is given up: whoever signs in next has not asked for it. */
  const forgetAccount = () => {
    store.getState().factorAsked?.(false);
    store.setState({ account: null });
  };
  const client = createConsoleClient({
    ...options,
    organiser: () => membershipOf(store.getState())?.organiser ?? null,
    onSignedOut: () => {
      unsent.keepOf(whoIn(store.getState()));
      forgetAccount();
    },
    // Calls at the same time wait for the same answer.
    showFactor: () =>
      (asking ??= new Promise<boolean>((resolve) => {
        const settle = (isShown: boolean) => {
          asking = null;
          store.setState({ factorAsked: null });
          resolve(isShown);
        };
        store.setState({ factorAsked: settle });
      })),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server keeps to the types of its results
  const call = client.call as Console['call'];
  let lastToast = 0;

  return {
    store,
    base: options.base,
    prove: client.prove,
    call,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    run: client.run as Ask,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    look: client.call as Ask,
    refresh: async () => {
      if (!(await client.hasSession())) {
        forgetAccount();
        return null;
      }
      try {
        const account = await call('account.show', {});
        store.setState({ account });
        unsent.showTo(whoIn(store.getState()));
        return account;
      } catch (error) {
        if (error instanceof CallError && error.is('session.required')) return null;
        throw error;
      }
    },
    signOut: async () => {
      // The pages go first, so that none of them asks for what the session no longer shows.
      forgetAccount();
      unsent.forget();
      await client.signOut();
    },
    unsent,
    prefer: async (change) => {
      const words = await languages[change.locale ?? store.getState().preferences.locale]();
      store.setState(({ preferences }) => ({ preferences: { ...preferences, ...change }, words }));
    },
    notify: (text, undo) => {
      lastToast += 1;
      const toast = { id: lastToast, text, undo: undo ?? null };
      store.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MOST_TOASTS) }));
    },
    dismiss: (id) =>
      store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
  };
}

/** The organiser that is looked at: the one that was chosen, otherwise the only one. */
export function membershipOf({ account, preferences }: ConsoleState): OwnMembership | null {
  const memberships = account?.memberships ?? [];
  const chosen = memberships.find(({ organiser }) => organiser === preferences.organiser);
  return chosen ?? (memberships.length === 1 ? (memberships[0] ?? null) : null);
}

/** Whoever is signed in, as a member of the organiser that is looked at. */
function whoIn(state: ConsoleState): string | null {
  const { account } = state;
  return account?.is_verified !== true
    ? null
    : `${account.email} ${membershipOf(state)?.organiser ?? ''}`;
}
