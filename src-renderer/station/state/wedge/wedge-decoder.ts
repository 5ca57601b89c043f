// Why: docs/decisions/0021-scanners.md
import { assertNever } from '../../../../shared/assert-never.ts';
import type { ReadCode } from '../../../../shared/ticket-code/read-codes.ts';
import type { KeyStroke } from './us-layout.ts';
import { readStrokes } from './read-strokes.ts';

/**
 * Tells a keyboard-wedge scanner from a person by rhythm. A pure state machine: characters collect in a burst; a terminator, a
 * pause or a key that writes nothing ends it. The burst was then a scan (its codes are emitted, its keys stay swallowed) or
 * typing (its keys are emitted, to be replayed into whatever had the focus). Where no text field has the focus, nobody types
 * lines: there a slow scanner's is a scan as well.
 * The cost of a key does not depend on the length of the burst. The burst is parsed as a whole when it pauses or ends, never at
 * each key.
 */
export interface WedgeSettings {
  /** A scan has at least this many characters. */
  readonly shortest: number;
  /** The largest average gap of a scan, in milliseconds. */
  readonly averageGapMs: number;
  /** The largest gap of a slow scanner (Bluetooth, remote desktops, a delay between characters), whose scans end with a terminator. */
  readonly slowGapMs: number;
  /** A pause this long between two keys, or after a complete code, ends a burst. */
  readonly pauseMs: number;
  /** After anything else, only this much silence ends it: wireless scanners stutter, and keys arrive late on a busy machine. */
  readonly graceMs: number;
  /** What writes nothing belongs to a scan this soon after it: CR LF, a late terminator, what the scanner sends for control characters. */
  readonly tailMs: number;
  /** Lines this soon after one belong to the same reading. */
  readonly lineMs: number;
  /** The second key may come this long after the first, because some scanners wake up with it. */
  readonly firstGapMs: number;
}

export const wedgeDefaults: WedgeSettings = {
  shortest: 6,
  averageGapMs: 35,
  slowGapMs: 250,
  pauseMs: 100,
  graceMs: 400,
  tailMs: 300,
  lineMs: 100,
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
  /** A text field had the focus at one of the keys. */
  readonly inField: boolean;
  /** When the last line of several ended; null unless the burst waits for the next line. */
  readonly lineEndedAt: number | null;
  /** Until when keys that write nothing belong to the previous scan, and until when a line that is no code does. */
  readonly tailUntil: number;
  readonly moreLinesUntil: number;
  /** After a Tab or an Enter, until when a key that presses something is a scanner's: no person is that fast. */
  readonly fastUntil: number;
}

interface LinkedStroke {
  readonly stroke: KeyStroke;
  readonly before: LinkedStroke | null;
}

export const noBurst: Burst = {
  length: 0,
  firstAt: 0,
  last: null,
  inField: false,
  lineEndedAt: null,
  tailUntil: Number.NEGATIVE_INFINITY,
  moreLinesUntil: Number.NEGATIVE_INFINITY,
  fastUntil: Number.NEGATIVE_INFINITY,
};

export type WedgeInput =
  /** `inField`: a text field has the focus. */
  | { readonly kind: 'character'; readonly stroke: KeyStroke; readonly inField: boolean }
  | { readonly kind: 'terminator'; readonly at: number; readonly isTab?: boolean }
  /** The system repeats the last key, because the computer stood still before it saw the key go up. */
  | { readonly kind: 'repeat'; readonly at: number }
  /** A key that writes nothing, or a shortcut. */
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
      return addCharacter(burst, input, settings);
    case 'terminator':
      return terminate(burst, input, settings);
    case 'repeat':
    case 'other':
      return interrupt(burst, input, settings);
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
  if (burst.lineEndedAt !== null) return settings.lineMs;
  if (burst.length === 1) return settings.firstGapMs;
  return silentMs < settings.pauseMs ? settings.pauseMs : settings.graceMs;
}

/** Whether the burst so far has a scanner's rhythm, so that its keys must not be replayed yet. */
export function couldBeScan(burst: Burst, settings: WedgeSettings): boolean {
  return burst.length >= 3 && averageGap(burst) <= settings.averageGapMs;
}

function addCharacter(
  burst: Burst,
  { stroke, inField }: Extract<WedgeInput, { kind: 'character' }>,
  settings: WedgeSettings,
): WedgeStep {
  const over = isOver(burst, stroke.at, settings) || burst.length >= LONGEST_BURST;
  const step = over ? close(burst, settings) : waitOn(burst);
  const { length, firstAt, last, inField: wasInField } = step.burst;
  return {
    ...step,
    burst: {
      ...step.burst,
      length: length + 1,
      firstAt: last === null ? stroke.at : firstAt,
      last: { stroke, before: last },
      inField: wasInField || inField,
      lineEndedAt: null,
    },
    swallow: true,
  };
}

/** A line that is no code may be one of many: a calendar entry, or the name above the code. */
function terminate(
  burst: Burst,
  input: Extract<WedgeInput, { kind: 'terminator' }>,
  settings: WedgeSettings,
): WedgeStep {
  const { at } = input;
  const { last, lineEndedAt } = burst;
  if (last === null) return pressAlone(burst, input, settings);
  const strokes = strokesOf(burst);
  const found =
    gapBefore(burst, at) < settings.graceMs ? findScan(burst, strokes, settings, true) : null;
  if (found === null) return endTyping(burst, at, settings);
  if (found.isWhole || burst.length >= LONGEST_BURST) {
    return { ...scanOf(found, burst, { at, settings }), swallow: true };
  }
  if (lineEndedAt !== null) return { ...waitOn(burst), swallow: true };
  const line: KeyStroke = { key: '\n', code: 'Enter', shift: false, at };
  return {
    ...waitOn({
      ...burst,
      length: burst.length + 1,
      last: { stroke: line, before: last },
      lineEndedAt: at,
    }),
    swallow: true,
  };
}

/**
 * A key that writes nothing, outside a code. A code may consist of Tabs, Enters and spaces, made to press what is on the screen. Its Tabs only move the focus;
 * what follows a Tab or an Enter at a scanner's pace presses nothing.
 */
function pressAlone(
  burst: Burst,
  {
    kind,
    at,
    isTab = false,
  }: { readonly kind: string; readonly at: number; readonly isTab?: boolean },
  settings: WedgeSettings,
): WedgeStep {
  const isTail = at <= burst.tailUntil;
  const isFast = at <= burst.fastUntil && !isTab && kind !== 'repeat';
  return {
    ...waitOn({
      ...burst,
      tailUntil: isFast ? Math.max(burst.tailUntil, at + settings.tailMs) : burst.tailUntil,
      fastUntil: kind === 'terminator' ? at + settings.averageGapMs : burst.fastUntil,
    }),
    swallow: isTail || isFast,
  };
}

/** A barcode too short for a ticket's must not press the button that has the focus; in a field its Enter is as good as a person's. */
function endTyping(burst: Burst, at: number, settings: WedgeSettings): WedgeStep {
  const isScanner = !burst.inField && gapBefore(burst, at) <= settings.averageGapMs;
  const step = close(burst, settings);
  if (!isScanner) return step;
  return { ...step, burst: { ...step.burst, tailUntil: at + settings.tailMs }, swallow: true };
}

/** What a scanner sends inside a code and right after it is swallowed with it; any other key ends the burst. */
function interrupt(
  burst: Burst,
  input: Extract<WedgeInput, { kind: 'repeat' | 'other' }>,
  settings: WedgeSettings,
): WedgeStep {
  const { kind, at } = input;
  if (burst.last === null) return pressAlone(burst, input, settings);
  const isSoon = kind === 'repeat' || gapBefore(burst, at) <= settings.slowGapMs;
  const isInside = couldBeScan(burst, settings) && isSoon;
  return isInside ? { ...waitOn(burst), swallow: true } : close(burst, settings);
}

function close(burst: Burst, settings: WedgeSettings): WedgeStep {
  const { last, lineEndedAt } = burst;
  if (last === null) return waitOn(burst);
  const strokes = strokesOf(burst);
  const found = findScan(burst, strokes, settings, lineEndedAt !== null);
  if (found !== null) return scanOf(found, burst, { at: last.stroke.at, settings });
  const { tailUntil, moreLinesUntil } = burst;
  return { ...waitOn({ ...noBurst, tailUntil, moreLinesUntil }), typed: strokes };
}

/** A line that is no code, right after one, is what else the code says: the name below it. */
function scanOf(
  found: FoundScan,
  burst: Burst,
  { at, settings }: { readonly at: number; readonly settings: WedgeSettings },
): WedgeStep {
  const isMoreText = !found.isWhole && burst.firstAt <= burst.moreLinesUntil;
  return {
    burst: {
      ...noBurst,
      tailUntil: at + settings.tailMs,
      moreLinesUntil: found.isWhole || isMoreText ? at + settings.lineMs : at,
    },
    swallow: false,
    scanned: isMoreText ? [] : found.codes,
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
  if (burst.lineEndedAt !== null) return gap >= settings.lineMs;
  if (burst.length === 1) return gap >= settings.firstGapMs;
  if (gap < settings.pauseMs) return false;
  if (gap >= settings.graceMs) return true;
  return findScan(burst, strokesOf(burst), settings, false)?.isWhole === true;
}

/** A complete code is over after the pause, anything else after the grace period. */
function isSilent(burst: Burst, at: number, settings: WedgeSettings): boolean {
  const gap = gapBefore(burst, at);
  if (burst.last === null) return false;
  if (burst.lineEndedAt !== null) return gap >= settings.lineMs;
  if (gap < settings.pauseMs) return false;
  if (burst.length === 1) return gap >= settings.firstGapMs;
  if (gap >= settings.graceMs) return true;
  return findScan(burst, strokesOf(burst), settings, false)?.isWhole === true;
}

interface FoundScan {
  readonly keys: readonly KeyStroke[];
  readonly codes: readonly ReadCode[];
  /** Keys that a person typed right before it. */
  readonly typed: readonly KeyStroke[];
  /** It holds complete codes, so nothing more is expected. */
  readonly isWhole: boolean;
}

/** The scan in a burst; null if a person typed all of it. A complete code may have two long gaps, and typing before it. */
function findScan(
  burst: Burst,
  strokes: readonly KeyStroke[],
  settings: WedgeSettings,
  isTerminated: boolean,
): FoundScan | null {
  if (burst.length < settings.shortest) return null;
  const { averageGapMs } = settings;
  const isFast = averageGap(burst) <= averageGapMs;
  const isSlowScan =
    isTerminated && !burst.inField && longestGap(strokes, settings) <= settings.slowGapMs;
  if (!isFast && !isSlowScan && steadyGap(strokes.slice(-SHORTEST_CODE)) > averageGapMs)
    return null;
  const all = readStrokes(strokes);
  if (all.recognised) {
    const code = strokes.slice(all.start);
    if (!isSlowScan && steadyGap(code) > averageGapMs) return null;
    const typed = typedBefore(strokes, all.start, averageGapMs);
    const { codes } = typed.length === 0 ? all : readStrokes(code);
    return { keys: strokes.slice(typed.length), codes, typed, isWhole: true };
  }
  return isFast || isSlowScan
    ? { keys: strokes, codes: all.codes, typed: [], isWhole: false }
    : null;
}

/** The characters of a reference after its prefix: a scanner's rhythm holds at least that long. */
const SHORTEST_CODE = 26;

/** The keys before the code, unless the scanner sent them: it may send a prefix, as fast as the code. */
function typedBefore(
  strokes: readonly KeyStroke[],
  start: number,
  averageGapMs: number,
): readonly KeyStroke[] {
  const [first, code] = [strokes[0], strokes[start]];
  if (start === 0 || first === undefined || code === undefined) return [];
  return (code.at - first.at) / start > averageGapMs ? strokes.slice(0, start) : [];
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

/** The first key may wake a scanner up. */
function longestGap(strokes: readonly KeyStroke[], settings: WedgeSettings): number {
  return strokes.reduce((longest, { at }, index) => {
    const gap = at - (strokes[index - 1]?.at ?? at);
    const isFirst = index === 1 && gap < settings.firstGapMs;
    return isFirst ? longest : Math.max(longest, gap);
  }, 0);
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
