import {
  type FieldBefore,
  insertText,
  rememberField,
  restoreField,
  textFieldOf,
} from './text-target.ts';
import { isText } from './us-layout.ts';
import type { WedgeStep } from './wedge-decoder.ts';

/** A person's key reaches its field after this pause: too short to notice, longer than any scanner's gap. */
export const HOLD_MS = 60;

/** A key that is held back, and where it would have gone. */
export type HeldKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'location' | 'target'>;

export interface HeldKeys {
  readonly hold: (key: HeldKey) => void;
  /** Replays the keys that a person typed, and lets go of those that belonged to a scan. */
  readonly settle: (step: WedgeStep) => void;
  /** A person's keys do not wait for the end of the burst; if it turns out to be a scan, the field is restored. */
  readonly replayEarly: () => void;
}

/** Holds back the keys of a burst until it is known whether they are a scan's or a person's. */
export function createHeldKeys(): HeldKeys {
  let held: HeldKey[] = [];
  let early: { count: number; before: FieldBefore | null } | null = null;

  /** A scan's keys were replayed too early: restores the field, keeping what a person typed before them. */
  const takeBack = (typed: number) => {
    if (early === null || early.count <= typed || early.before === null) return;
    restoreField(early.before);
    early = { ...early, count: 0 };
  };

  return {
    hold: (key) => held.push(key),
    settle: ({ typed, scanned }) => {
      if (typed.length === 0 && scanned.length === 0) return;
      if (scanned.length > 0) takeBack(typed.length);
      for (const key of held.slice(early?.count ?? 0, typed.length)) replayKey(key);
      held = [];
      early = null;
    },
    replayEarly: () => {
      const field = textFieldOf(held[0]?.target ?? null);
      early ??= { count: 0, before: field === null ? null : rememberField(field) };
      for (const key of held.slice(early.count)) replayKey(key);
      early.count = held.length;
    },
  };
}

const replayed = new WeakSet<Event>();

/** Whether the event is a held key that was dispatched again. */
export function isReplayed(event: Event): boolean {
  return replayed.has(event);
}

/** Writes the key into the field that had the focus, or dispatches it again. */
export function replayKey({ target, key, code, shiftKey, location }: HeldKey): void {
  const field = textFieldOf(target);
  if (field !== null && field.isConnected && isText(key)) {
    insertText(field, key);
    return;
  }
  const init = { key, code, shiftKey, location, bubbles: true, cancelable: true };
  for (const type of ['keydown', 'keyup']) {
    const copy = new KeyboardEvent(type, init);
    replayed.add(copy);
    target?.dispatchEvent(copy);
  }
}
