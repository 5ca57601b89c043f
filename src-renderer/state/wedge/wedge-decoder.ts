import { assertNever } from '../../../shared/assert-never.ts';
import type { KeyStroke } from './key-stroke.ts';
import { readStrokes, readsAsCodes } from './read-strokes.ts';

/**
 * Tells a keyboard-wedge scanner from a person by rhythm (design/scanners.md "Keyboard wedge"). A pure machine:
 * characters gather in a burst; a terminator, a pause or a key that writes nothing ends it; the burst was then a scan (its codes
 * come out, the keys stay swallowed) or typing (the keys come out, to be given back to whoever had the focus).
 */
export interface WedgeSettings {
  /** A scan has at least this many characters. */
  readonly shortest: number;
  /** Highest average gap of a scan, in milliseconds. */
  readonly averageGapMs: number;
  /** A pause this long between two keys, or after a whole code, ends a burst. */
  readonly pauseMs: number;
  /** Silence after anything else ends it only after this long: wireless scanners stumble, and keys arrive late on a busy machine. */
  readonly graceMs: number;
  /** Terminators this soon after a scan belong to it (CR LF, or a terminator that came late). */
  readonly tailMs: number;
}

export const wedgeDefaults: WedgeSettings = {
  shortest: 6,
  averageGapMs: 35,
  pauseMs: 100,
  graceMs: 400,
  tailMs: 100,
};

export interface Burst {
  readonly strokes: readonly KeyStroke[];
  /** Until when a lone terminator still belongs to the scan before. */
  readonly tailUntil: number;
}

export const noBurst: Burst = { strokes: [], tailUntil: Number.NEGATIVE_INFINITY };

export type WedgeInput =
  | { readonly kind: 'character'; readonly stroke: KeyStroke }
  | { readonly kind: 'terminator'; readonly at: number }
  /** A key that writes nothing, a shortcut, an automatic repetition. */
  | { readonly kind: 'other'; readonly at: number }
  | { readonly kind: 'time'; readonly at: number };

export interface WedgeStep {
  readonly burst: Burst;
  /** Whether the key of this input must reach nobody. */
  readonly swallow: boolean;
  /** Codes that were scanned, in order. */
  readonly scanned: readonly string[];
  /** Keys that a person typed, to be given back before this input has its effect. */
  readonly typed: readonly KeyStroke[];
}

/** More than the longest code there is: such a burst ends here, so that a stuck key cannot fill the memory. */
const LONGEST = 8_192;

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

/** Milliseconds of silence after which the burst ends. */
export function silenceOf({ strokes }: Burst, settings: WedgeSettings): number {
  const isWhole = isScan(strokes, settings) && readsAsCodes(strokes);
  return isWhole ? settings.pauseMs : settings.graceMs;
}

/** Whether the burst so far has a scanner's rhythm, so that its keys must not be given back yet. */
export function couldBeScan({ strokes }: Burst, settings: WedgeSettings): boolean {
  return strokes.length >= 3 && averageGap(strokes) <= settings.averageGapMs;
}

function addCharacter(burst: Burst, stroke: KeyStroke, settings: WedgeSettings): WedgeStep {
  const over = isOver(burst, stroke.at, settings) || burst.strokes.length >= LONGEST;
  const before = over ? close(burst, settings) : waitOn(burst);
  const strokes = [...before.burst.strokes, stroke];
  return { ...before, burst: { ...before.burst, strokes }, swallow: true };
}

function terminate(burst: Burst, at: number, settings: WedgeSettings): WedgeStep {
  if (burst.strokes.length === 0) return { ...waitOn(burst), swallow: at <= burst.tailUntil };
  const step = close(burst, settings);
  if (step.scanned.length === 0) return step;
  return { ...step, burst: { ...noBurst, tailUntil: at + settings.tailMs }, swallow: true };
}

/** Control characters inside a code are swallowed with it; any other key ends the burst. */
function interrupt(burst: Burst, at: number, settings: WedgeSettings): WedgeStep {
  const last = burst.strokes.at(-1);
  if (last === undefined) return waitOn(burst);
  if (couldBeScan(burst, settings) && at - last.at <= settings.averageGapMs) {
    return { ...waitOn(burst), swallow: true };
  }
  return close(burst, settings);
}

function close(burst: Burst, settings: WedgeSettings): WedgeStep {
  const last = burst.strokes.at(-1);
  if (last === undefined) return waitOn(burst);
  const step = { swallow: false, scanned: [], typed: [] };
  if (!isScan(burst.strokes, settings)) {
    return { ...step, burst: { ...burst, strokes: [] }, typed: burst.strokes };
  }
  return {
    ...step,
    burst: { strokes: [], tailUntil: last.at + settings.graceMs },
    scanned: readStrokes(burst.strokes),
  };
}

function waitOn(burst: Burst): WedgeStep {
  return { burst, swallow: false, scanned: [], typed: [] };
}

/** Whether a key at `at` is too late to belong to the burst. */
function isOver({ strokes }: Burst, at: number, settings: WedgeSettings): boolean {
  const last = strokes.at(-1);
  if (last === undefined || at - last.at < settings.pauseMs) return false;
  const isPart = isScan(strokes, settings) && !readsAsCodes(strokes);
  return at - last.at >= (isPart ? settings.graceMs : settings.pauseMs);
}

function isSilent(burst: Burst, at: number, settings: WedgeSettings): boolean {
  const last = burst.strokes.at(-1);
  return last !== undefined && at - last.at >= silenceOf(burst, settings);
}

function isScan(strokes: readonly KeyStroke[], settings: WedgeSettings): boolean {
  if (strokes.length < settings.shortest) return false;
  if (averageGap(strokes) <= settings.averageGapMs) return true;
  return steadyGap(strokes) <= settings.averageGapMs && readsAsCodes(strokes);
}

function averageGap(strokes: readonly KeyStroke[]): number {
  const [first, last] = [strokes[0], strokes.at(-1)];
  if (first === undefined || last === undefined || strokes.length < 2)
    return Number.POSITIVE_INFINITY;
  return (last.at - first.at) / (strokes.length - 1);
}

/** The average without the two longest gaps: a whole ticket code with two stumbles is still a scan. */
function steadyGap(strokes: readonly KeyStroke[]): number {
  const gaps = strokes
    .slice(1)
    .map((stroke, index) => stroke.at - (strokes[index]?.at ?? stroke.at));
  const steady = gaps.sort((a, b) => a - b).slice(0, -2);
  return steady.reduce((sum, gap) => sum + gap, 0) / Math.max(steady.length, 1);
}
