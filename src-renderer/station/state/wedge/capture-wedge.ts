import type { ReadCode } from '../../../../shared/ticket-code/read-codes.ts';
import {
  altCharacter,
  classifyKey,
  isFunctionKey,
  isControlCharacter,
  isModifier,
} from './classify-key.ts';
import {
  type FieldBefore,
  insertText,
  rememberField,
  restoreField,
  textFieldOf,
} from './text-target.ts';
import { isText, keypadDigit, type KeyStroke } from './us-layout.ts';
import {
  type Burst,
  couldBeScan,
  nextSilence,
  noBurst,
  stepWedge,
  type WedgeInput,
  type WedgeSettings,
  type WedgeStep,
} from './wedge-decoder.ts';

/** A person's key reaches its field after this pause: too short to notice, longer than any scanner's gap. */
const HOLD_MS = 60;
/** A timer this late means that the page or the whole computer was busy: keys may still be on their way, and they come first. */
const LATE_MS = 30;

export interface WedgeCapture {
  /** Read at each key, because a field may change them while it is there. */
  readonly settings: () => WedgeSettings;
  /** `keys`: the keys of all codes that arrived together. */
  readonly onScan: (code: ReadCode, keys: readonly KeyStroke[]) => void;
}

/** A key that is held back, and where it would have gone. */
type HeldKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'location' | 'target'>;

/**
 * Listens to every key of the page before anyone else. Holds back keys that could belong to a scan. A scan's keys reach nothing
 * (no field, no button, no shortcut, wherever the focus is); a person's keys are replayed in order: written into the field that
 * had the focus, or dispatched again. Returns a function that stops listening.
 */
export function captureWedge(page: Window, { settings, onScan }: WedgeCapture): () => void {
  let burst: Burst = noBurst;
  let held: HeldKey[] = [];
  let given: { count: number; before: FieldBefore | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let arrived = 0;
  let functionKey: { event: HeldKey; timer: ReturnType<typeof setTimeout> } | null = null;
  let altDigits = '';
  let composedAt = Number.NEGATIVE_INFINITY;
  const swallowed = new Set<string>();
  const replayed = new WeakSet<Event>();

  const apply = (step: WedgeStep) => {
    burst = step.burst;
    if (step.scanned.length > 0) takeBack(step.typed.length);
    if (step.typed.length > 0) giveBack(step.typed.length);
    if (step.typed.length > 0 || step.scanned.length > 0) {
      held = [];
      given = null;
    }
    for (const code of step.scanned) onScan(code, step.keys);
  };

  const giveBack = (count: number) => {
    for (const event of held.slice(given?.count ?? 0, count)) replay(event);
  };

  /** A scan's keys were replayed too early: restores the field, keeping what a person typed before them. */
  const takeBack = (typed: number) => {
    if (given === null || given.count <= typed || given.before === null) return;
    restoreField(given.before);
    given = { ...given, count: 0 };
  };

  const replay = (event: HeldKey) => {
    const field = textFieldOf(event.target);
    if (field !== null && field.isConnected && isText(event.key)) {
      insertText(field, event.key);
      return;
    }
    for (const type of ['keydown', 'keyup']) {
      const copy = new KeyboardEvent(type, { ...keyOf(event), bubbles: true, cancelable: true });
      replayed.add(copy);
      event.target?.dispatchEvent(copy);
    }
  };

  /** A person's keys do not wait for the end of the burst; if it turns out to be a scan, the field is restored. */
  const giveEarly = () => {
    const field = textFieldOf(held[0]?.target ?? null);
    given ??= { count: 0, before: field === null ? null : rememberField(field) };
    for (const event of held.slice(given.count)) replay(event);
    given.count = held.length;
  };

  /**
   * Under load keys arrive later than they were pressed: silence is measured from arrival, rhythm from the keys' own times. The silence passed to the
   * decoder starts as if the last key had arrived when it was pressed.
   */
  const silence = (lastAt: number) => Math.max(0, performance.now() - Math.max(arrived, lastAt));

  /** The silence that may end the burst: the next key may be as late as the last one was. */
  const silenceOfScanner = (lastAt: number) =>
    silence(lastAt) - Math.min(Math.max(0, arrived - lastAt), settings().graceMs);

  const arm = () => {
    clearTimeout(timer);
    if (burst.last === null) return;
    const { at } = burst.last.stroke;
    const silentMs = silence(at);
    const earlyAfter = earlyMs(burst, settings());
    const isEarly = silentMs < earlyAfter;
    const quietMs = silenceOfScanner(at);
    const wait = isEarly
      ? earlyAfter - silentMs
      : nextSilence(burst, quietMs, settings()) - quietMs;
    const due = performance.now() + wait;
    timer = setTimeout(() => expire(due, isEarly), Math.max(0, wait));
  };

  /** After a late timer, keys get as long as it was late: the page may go on before the programs that bring them. */
  const expire = (due: number, early: boolean) => {
    const late = performance.now() - due;
    if (late <= LATE_MS) finish(early);
    else timer = setTimeout(() => finish(early), early ? 0 : Math.min(late, settings().graceMs));
  };

  const finish = (early: boolean) => {
    if (early) giveEarly();
    else if (burst.last !== null) {
      const { at } = burst.last.stroke;
      const time = at + Math.max(0, silenceOfScanner(at));
      apply(stepWedge(burst, { kind: 'time', at: time }, settings()));
    }
    arm();
  };

  /** A function key may be the prefix of a scan: it works once no character has followed. */
  const holdFunctionKey = (event: KeyboardEvent) => {
    releaseFunctionKey();
    functionKey = { event, timer: setTimeout(releaseFunctionKey, HOLD_MS) };
  };

  const releaseFunctionKey = (isPrefix = false) => {
    if (functionKey === null) return;
    const { event } = functionKey;
    clearTimeout(functionKey.timer);
    functionKey = null;
    if (!isPrefix) replay(event);
  };

  const take = (input: WedgeInput, key: HeldKey): boolean => {
    arrived = performance.now();
    releaseFunctionKey(input.kind === 'character');
    const step = stepWedge(burst, input, settings());
    apply(step);
    if (input.kind === 'character' || (input.kind === 'terminator' && step.burst.length > 0)) {
      held.push(key);
    }
    arm();
    return step.swallow;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (replayed.has(event)) return;
    const digit = event.altKey ? keypadDigit(event.code) : null;
    if (digit !== null) altDigits += digit;
    const input = digit === null ? classifyKey(event, burst) : null;
    if (input === null) {
      if (digit !== null) withhold(event);
      else if (!isModifier(event)) releaseFunctionKey();
      return;
    }
    const isPrefix = input.kind === 'other' && burst.last === null;
    const swallow = take(input, event);
    swallowed.delete(event.code);
    const isHeld = isPrefix && !swallow && isFunctionKey(event);
    if (isHeld) holdFunctionKey(event);
    if (swallow || isHeld || (isPrefix && isControlCharacter(event))) {
      swallowed.add(event.code);
      withhold(event);
    }
  };

  const onKeyUp = (event: KeyboardEvent) => {
    if (replayed.has(event)) return;
    if (event.key === 'Alt' && altDigits !== '') {
      const key = altCharacter(altDigits);
      altDigits = '';
      const { timeStamp: at, target } = event;
      const inField = textFieldOf(target) !== null;
      take(
        { kind: 'character', stroke: { key, code: '', shift: false, at }, inField },
        { key, code: '', shiftKey: false, location: 0, target },
      );
      composedAt = at;
    }
    if (swallowed.delete(event.code)) withhold(event);
  };

  /** Windows writes the composed character by itself, after Alt has gone up. */
  const onKeyPress = (event: KeyboardEvent) => {
    if (event.timeStamp - composedAt <= HOLD_MS) withhold(event);
    composedAt = Number.NEGATIVE_INFINITY;
  };

  page.addEventListener('keydown', onKeyDown, { capture: true });
  page.addEventListener('keyup', onKeyUp, { capture: true });
  page.addEventListener('keypress', onKeyPress, { capture: true });
  return () => {
    clearTimeout(timer);
    if (functionKey !== null) clearTimeout(functionKey.timer);
    page.removeEventListener('keydown', onKeyDown, { capture: true });
    page.removeEventListener('keyup', onKeyUp, { capture: true });
    page.removeEventListener('keypress', onKeyPress, { capture: true });
  };
}

/**
 * The silence after which a person's keys are replayed. Keys with a scanner's rhythm wait longer, and a burst as long as a whole
 * scan is not replayed.
 */
function earlyMs(burst: Burst, settings: WedgeSettings): number {
  if (!couldBeScan(burst, settings)) return HOLD_MS;
  return burst.length < settings.shortest ? settings.pauseMs : 0;
}

function withhold(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function keyOf({ key, code, shiftKey, location }: HeldKey): KeyboardEventInit {
  return { key, code, shiftKey, location };
}
