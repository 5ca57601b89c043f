import type { ReadCode } from '../../../../shared/ticket-code/read-codes.ts';
import { createAltCharacters } from './alt-characters.ts';
import { classifyKey, isControlCharacter, isFunctionKey, isModifier } from './classify-key.ts';
import { createHeldFunctionKey } from './held-function-key.ts';
import { createHeldKeys, type HeldKey, HOLD_MS, isReplayed } from './held-keys.ts';
import { textFieldOf } from './text-target.ts';
import type { KeyStroke } from './us-layout.ts';
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

/** A timer this late means that the page or the whole computer was busy: keys may still be on their way, and they come first. */
const LATE_MS = 30;

export interface WedgeCapture {
  /** Read at each key, because a field may change them while it is there. */
  readonly settings: () => WedgeSettings;
  /** `keys`: the keys of all codes that arrived together. */
  readonly onScan: (code: ReadCode, keys: readonly KeyStroke[]) => void;
}

/**
 * Listens to every key of the page before anyone else. Holds back keys that could belong to a scan. A scan's keys reach nothing
 * (no field, no button, no shortcut, wherever the focus is); a person's keys are replayed in order: written into the field that
 * had the focus, or dispatched again. Returns a function that stops listening.
 */
export function captureWedge(page: Window, { settings, onScan }: WedgeCapture): () => void {
  let burst: Burst = noBurst;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let arrived = 0;
  const held = createHeldKeys();
  const functionKey = createHeldFunctionKey();
  const altCharacters = createAltCharacters();
  const swallowed = new Set<string>();

  const apply = (step: WedgeStep) => {
    burst = step.burst;
    held.settle(step);
    for (const code of step.scanned) onScan(code, step.keys);
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
    const silences = { silentMs: silence(at), quietMs: silenceOfScanner(at) };
    const { isEarly, waitMs } = nextExpiry(burst, silences, settings());
    const due = performance.now() + waitMs;
    timer = setTimeout(() => expire(due, isEarly), Math.max(0, waitMs));
  };

  /** After a late timer, keys get as long as it was late: the page may go on before the programs that bring them. */
  const expire = (due: number, early: boolean) => {
    const late = performance.now() - due;
    if (late <= LATE_MS) finish(early);
    else timer = setTimeout(() => finish(early), early ? 0 : Math.min(late, settings().graceMs));
  };

  const finish = (early: boolean) => {
    if (early) held.replayEarly();
    else if (burst.last !== null) {
      const { at } = burst.last.stroke;
      const time = at + Math.max(0, silenceOfScanner(at));
      apply(stepWedge(burst, { kind: 'time', at: time }, settings()));
    }
    arm();
  };

  const take = (input: WedgeInput, key: HeldKey): boolean => {
    arrived = performance.now();
    if (input.kind === 'character') functionKey.drop();
    else functionKey.release();
    const step = stepWedge(burst, input, settings());
    apply(step);
    if (input.kind === 'character' || (input.kind === 'terminator' && step.burst.length > 0)) {
      held.hold(key);
    }
    arm();
    return step.swallow;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (isReplayed(event)) return;
    if (altCharacters.addDigit(event)) {
      withhold(event);
      return;
    }
    const input = classifyKey(event, burst);
    if (input === null) {
      if (!isModifier(event)) functionKey.release();
      return;
    }
    const isPrefix = input.kind === 'other' && burst.last === null;
    const swallow = take(input, event);
    swallowed.delete(event.code);
    const isHeld = isPrefix && !swallow && isFunctionKey(event);
    if (isHeld) functionKey.hold(event);
    if (swallow || isHeld || (isPrefix && isControlCharacter(event))) {
      swallowed.add(event.code);
      withhold(event);
    }
  };

  const onKeyUp = (event: KeyboardEvent) => {
    if (isReplayed(event)) return;
    const key = altCharacters.compose(event);
    if (key !== null) {
      const { timeStamp: at, target } = event;
      const inField = textFieldOf(target) !== null;
      take(
        { kind: 'character', stroke: { key, code: '', shift: false, at }, inField },
        { key, code: '', shiftKey: false, location: 0, target },
      );
    }
    if (swallowed.delete(event.code)) withhold(event);
  };

  const onKeyPress = (event: KeyboardEvent) => {
    if (altCharacters.isOwnWriting(event)) withhold(event);
  };

  page.addEventListener('keydown', onKeyDown, { capture: true });
  page.addEventListener('keyup', onKeyUp, { capture: true });
  page.addEventListener('keypress', onKeyPress, { capture: true });
  return () => {
    clearTimeout(timer);
    functionKey.drop();
    page.removeEventListener('keydown', onKeyDown, { capture: true });
    page.removeEventListener('keyup', onKeyUp, { capture: true });
    page.removeEventListener('keypress', onKeyPress, { capture: true });
  };
}

/** When the burst is looked at again: early, to replay a person's keys, or to end it. */
function nextExpiry(
  burst: Burst,
  { silentMs, quietMs }: { readonly silentMs: number; readonly quietMs: number },
  settings: WedgeSettings,
): { readonly isEarly: boolean; readonly waitMs: number } {
  const earlyAfter = earlyMs(burst, settings);
  return silentMs < earlyAfter
    ? { isEarly: true, waitMs: earlyAfter - silentMs }
    : { isEarly: false, waitMs: nextSilence(burst, quietMs, settings) - quietMs };
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
