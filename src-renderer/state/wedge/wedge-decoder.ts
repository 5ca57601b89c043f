import { assertNever } from '../../../shared/assert-never.ts';
import type { ReadCode } from '../../../shared/ticket-code/split-merged-codes.ts';
import type { KeyStroke } from './us-layout.ts';
import { readStrokes } from './read-strokes.ts';

/**
 * Tells a keyboard-wedge scanner from a person by rhythm. A pure state machine: characters collect in a burst; a terminator, a
 * pause or a key that writes nothing ends it. The burst was then a scan (its codes are emitted, its keys stay swallowed) or
 * typing (its keys are emitted, to be replayed into whatever had the focus).
 * The cost of a key does not depend on the length of the burst. The burst is parsed as a whole when it pauses or ends, never at
 * each key.
 */
export interface WedgeSettings {
  /** A scan has at least this many characters. */
  readonly shortest: number;
  /** The largest average gap of a scan, in milliseconds. */
  readonly averageGapMs: number;
  /** A pause this long between two keys, or after a complete code, ends a burst. */
  readonly pauseMs: number;
  /** After anything else, only this much silence ends it: wireless scanners stutter, and keys arrive late on a busy machine. */
  readonly graceMs: number;
  /** Terminators this soon after a scan belong to it (CR LF, or a late terminator). */
  readonly tailMs: number;
  /** The second key may come this long after the first, because some scanners wake up with it. */
  readonly firstGapMs: number;
}

export const wedgeDefaults: WedgeSettings = {
  shortest: 6,
  averageGapMs: 35,
  pauseMs: 100,
  graceMs: 400,
  tailMs: 100,
  firstGapMs: 800,
};

/** In a PIN field any two keys at a scanner's pace are a scan: a short barcode must not be taken for a PIN. */
export const wedgeBesidePin: WedgeSettings = { ...wedgeDefaults, shortest: 2 };

export interface Burst {
  readonly length: number;
  /** When the first key was pressed. */
  readonly firstAt: number;
  /** The last key, linked to those before it; null while the burst is empty. */
  readonly last: LinkedStroke | null;
  /** Until when a lone terminator still belongs to the previous scan. */
  readonly tailUntil: number;
}

interface LinkedStroke {
  readonly stroke: KeyStroke;
  readonly before: LinkedStroke | null;
}

export const noBurst: Burst = {
  length: 0,
  firstAt: 0,
  last: null,
  tailUntil: Number.NEGATIVE_INFINITY,
};

export type WedgeInput =
  | { readonly kind: 'character'; readonly stroke: KeyStroke }
  | { readonly kind: 'terminator'; readonly at: number }
  /** A key that writes nothing, a shortcut, or an auto-repeat. */
  | { readonly kind: 'other'; readonly at: number }
  | { readonly kind: 'time'; readonly at: number };

export interface WedgeStep {
  readonly burst: Burst;
  /** Whether to swallow this input's key. */
  readonly swallow: boolean;
  /** The scanned codes, in order. */
  readonly scanned: readonly ReadCode[];
  /** The keys they were read from. */
  readonly keys: readonly KeyStroke[];
  /** A person's keys, to be replayed before this input takes effect. */
  readonly typed: readonly KeyStroke[];
}

/** Longer than any code: ends the burst, so that a stuck key cannot fill the memory. */
export const LONGEST_BURST = 8_192;

export function stepWedge(burst: Burst, input: WedgeInput, settings: WedgeSettings): WedgeStep {
  switch (input.kind) {
    case 'character':
      return addCharacter(burst, input.stroke, settings);
    case 'terminator':
      return terminate(burst, input.at, settings);
    case 'other':
      return interrupt(burst, input.at, settings);
    case 'time':
      return isSilent(burst, input.at, settings) ? close(burst, settings) : waitOn(burst);
    default:
      return assertNever(input);
  }
}

/**
 * After how much silence, in milliseconds, the burst may end: at the pause if it is a complete code, otherwise at the end of the
 * grace period.
 */
export function nextSilence(burst: Burst, silentMs: number, settings: WedgeSettings): number {
  if (burst.length === 1) return settings.firstGapMs;
  return silentMs < settings.pauseMs ? settings.pauseMs : settings.graceMs;
}

/** Whether the burst so far has a scanner's rhythm, so that its keys must not be replayed yet. */
export function couldBeScan(burst: Burst, settings: WedgeSettings): boolean {
  return burst.length >= 3 && averageGap(burst) <= settings.averageGapMs;
}

function addCharacter(burst: Burst, stroke: KeyStroke, settings: WedgeSettings): WedgeStep {
  const over = isOver(burst, stroke.at, settings) || burst.length >= LONGEST_BURST;
  const step = over ? close(burst, settings) : waitOn(burst);
  const { length, firstAt, last, tailUntil } = step.burst;
  return {
    ...step,
    burst: {
      length: length + 1,
      firstAt: last === null ? stroke.at : firstAt,
      last: { stroke, before: last },
      tailUntil,
    },
    swallow: true,
  };
}

function terminate(burst: Burst, at: number, settings: WedgeSettings): WedgeStep {
  if (burst.last === null) return { ...waitOn(burst), swallow: at <= burst.tailUntil };
  const step = close(burst, settings);
  if (step.scanned.length === 0) return step;
  return { ...step, burst: { ...noBurst, tailUntil: at + settings.tailMs }, swallow: true };
}

/** Control characters inside a code are swallowed with it; any other key ends the burst. */
function interrupt(burst: Burst, at: number, settings: WedgeSettings): WedgeStep {
  if (burst.last === null) return waitOn(burst);
  if (couldBeScan(burst, settings) && gapBefore(burst, at) <= settings.averageGapMs) {
    return { ...waitOn(burst), swallow: true };
  }
  return close(burst, settings);
}

function close(burst: Burst, settings: WedgeSettings): WedgeStep {
  if (burst.last === null) return waitOn(burst);
  const strokes = strokesOf(burst);
  const found = findScan(burst, strokes, settings);
  if (found === null) {
    const after = { ...noBurst, tailUntil: burst.tailUntil };
    return { burst: after, swallow: false, scanned: [], keys: [], typed: strokes };
  }
  return {
    burst: { ...noBurst, tailUntil: burst.last.stroke.at + settings.graceMs },
    swallow: false,
    scanned: found.codes,
    keys: found.keys,
    typed: found.typed,
  };
}

function waitOn(burst: Burst): WedgeStep {
  return { burst, swallow: false, scanned: [], keys: [], typed: [] };
}

/** Whether a key at `at` is too late for the burst: only in the middle of a code is a longer gap than a pause allowed. */
function isOver(burst: Burst, at: number, settings: WedgeSettings): boolean {
  const gap = gapBefore(burst, at);
  if (burst.length === 1) return gap >= settings.firstGapMs;
  if (gap < settings.pauseMs) return false;
  if (gap >= settings.graceMs) return true;
  return findScan(burst, strokesOf(burst), settings)?.isWhole !== false;
}

/** A complete code is over after the pause, anything else after the grace period. */
function isSilent(burst: Burst, at: number, settings: WedgeSettings): boolean {
  const gap = gapBefore(burst, at);
  if (burst.last === null || gap < settings.pauseMs) return false;
  if (burst.length === 1) return gap >= settings.firstGapMs;
  if (gap >= settings.graceMs) return true;
  return findScan(burst, strokesOf(burst), settings)?.isWhole === true;
}

interface FoundScan {
  readonly keys: readonly KeyStroke[];
  readonly codes: readonly ReadCode[];
  /** Keys that a person typed right before it. */
  readonly typed: readonly KeyStroke[];
  /** It consists of complete ticket codes, so nothing more is expected. */
  readonly isWhole: boolean;
}

/** `tkt_` and the 26 characters of a ULID. */
const REFERENCE_LENGTH = 30;

/**
 * The scan in a burst; null if a person typed all of it. A complete ticket code may have two long gaps. A code at the end of the
 * burst counts too: somebody was typing, or the scanner sends a prefix before each code.
 */
function findScan(
  burst: Burst,
  strokes: readonly KeyStroke[],
  settings: WedgeSettings,
): FoundScan | null {
  if (burst.length < settings.shortest) return null;
  const { averageGapMs } = settings;
  const isFast = averageGap(burst) <= averageGapMs;
  const isSteady = isFast || steadyGap(strokes) <= averageGapMs;
  const all = isSteady ? readStrokes(strokes) : null;
  if (all?.recognised === true) {
    return { keys: strokes, codes: all.codes, typed: [], isWhole: true };
  }
  const tail = strokes.slice(-REFERENCE_LENGTH);
  const [start] = tail;
  if (start !== undefined && burst.length > tail.length) {
    const end = steadyGap(tail) <= averageGapMs ? readStrokes(tail) : null;
    if (end?.recognised === true) {
      const before = strokes.slice(0, -REFERENCE_LENGTH);
      const typed = (start.at - burst.firstAt) / before.length > averageGapMs ? before : [];
      return { keys: tail, codes: end.codes, typed, isWhole: true };
    }
  }
  return isFast && all !== null
    ? { keys: strokes, codes: all.codes, typed: [], isWhole: false }
    : null;
}

function strokesOf({ last }: Burst): readonly KeyStroke[] {
  const strokes: KeyStroke[] = [];
  for (let link = last; link !== null; link = link.before) strokes.push(link.stroke);
  return strokes.reverse();
}

/** Milliseconds between the last key and `at`; zero before the first key. */
function gapBefore({ last }: Burst, at: number): number {
  return last === null ? Number.NEGATIVE_INFINITY : at - last.stroke.at;
}

function averageGap({ length, firstAt, last }: Burst): number {
  if (last === null || length < 2) return Number.POSITIVE_INFINITY;
  return (last.stroke.at - firstAt) / (length - 1);
}

/** The average without the two longest gaps: a complete ticket code with two long gaps is still a scan. */
function steadyGap(strokes: readonly KeyStroke[]): number {
  let [total, longest, second] = [0, 0, 0];
  for (const [index, stroke] of strokes.entries()) {
    const gap = stroke.at - (strokes[index - 1]?.at ?? stroke.at);
    total += gap;
    if (gap > longest) [longest, second] = [gap, longest];
    else if (gap > second) second = gap;
  }
  return (total - longest - second) / Math.max(strokes.length - 3, 1);
}
