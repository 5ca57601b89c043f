import type { ReadCode } from '../../../shared/ticket-code/split-merged-codes.ts';
import { classifyKey } from './classify-key.ts';
import {
  type FieldBefore,
  insertText,
  rememberField,
  restoreField,
  textFieldOf,
} from './text-target.ts';
import type { KeyStroke } from './us-layout.ts';
import {
  type Burst,
  couldBeScan,
  nextSilence,
  noBurst,
  stepWedge,
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

/**
 * Listens to every key of the page before anyone else. Holds back keys that could belong to a scan. A scan's keys reach nothing
 * (no field, no button, no shortcut, wherever the focus is); a person's keys are replayed in order: written into the field that
 * had the focus, or dispatched again. Returns a function that stops listening.
 */
export function captureWedge(page: Window, { settings, onScan }: WedgeCapture): () => void {
  let burst: Burst = noBurst;
  let held: KeyboardEvent[] = [];
  let given: { count: number; before: FieldBefore | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let arrived = 0;
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

  const replay = (event: KeyboardEvent) => {
    const field = textFieldOf(event.target);
    if (field !== null && field.isConnected) {
      insertText(field, event.key.length === 1 ? event.key : '');
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

  const onKeyDown = (event: KeyboardEvent) => {
    if (replayed.has(event)) return;
    const input = classifyKey(event, burst);
    if (input === null) return;
    arrived = performance.now();
    const step = stepWedge(burst, input, settings());
    apply(step);
    if (input.kind === 'character') held.push(event);
    swallowed.delete(event.code);
    if (step.swallow) {
      swallowed.add(event.code);
      withhold(event);
    }
    arm();
  };

  const onKeyUp = (event: KeyboardEvent) => {
    if (!replayed.has(event) && swallowed.delete(event.code)) withhold(event);
  };

  page.addEventListener('keydown', onKeyDown, { capture: true });
  page.addEventListener('keyup', onKeyUp, { capture: true });
  return () => {
    clearTimeout(timer);
    page.removeEventListener('keydown', onKeyDown, { capture: true });
    page.removeEventListener('keyup', onKeyUp, { capture: true });
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

function keyOf(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, shiftKey, location } = event;
  return { key, code, shiftKey, location };
}
