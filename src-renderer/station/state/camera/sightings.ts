import { parseTicketCode } from '../../../../shared/ticket-code/parse-ticket-code.ts';
import type { PictureCode } from './read-picture.ts';

/** A code that was missing in pictures for this long counts as a new scan. */
const GONE_AFTER_MS = 2_000;

/**
 * The codes in sight, and since which picture each has been missing; null if the last one showed it. A camera reads the same one many times a
 * second. The time between two pictures does not count, because a busy computer takes few.
 */
export type Sightings = ReadonlyMap<string, number | null>;

interface Sighting {
  readonly sightings: Sightings;
  /** The codes that were not in sight before. */
  readonly fresh: readonly string[];
}

/** Picks the codes to scan out of one picture after another. */
export function createSightings(): (codes: readonly PictureCode[]) => readonly PictureCode[] {
  let sightings: Sightings = new Map();
  return (codes) => {
    const texts = codes.map(({ text }) => text);
    const step = sight(sightings, texts, performance.now());
    sightings = step.sightings;
    const meant = meantCodes(texts, step.fresh);
    return codes.filter(({ text }) => meant.includes(text));
  };
}

/** Records the codes of one picture; `atMs` is monotonic. */
export function sight(before: Sightings, codes: readonly string[], atMs: number): Sighting {
  const sightings = new Map<string, number | null>(codes.map((code) => [code, null]));
  const fresh = [...sightings.keys()].filter((code) => !before.has(code));
  for (const [code, since] of before) {
    const missing = since ?? atMs;
    if (!sightings.has(code) && atMs - missing < GONE_AFTER_MS) sightings.set(code, missing);
  }
  return { sightings, fresh };
}

/** What else is on the ticket, a sponsor's code or a shop's, is not meant: it would cover the ticket's verdict. */
export function meantCodes(
  inPicture: readonly string[],
  fresh: readonly string[],
): readonly string[] {
  return inPicture.some(isWhole) ? fresh.filter(isWhole) : fresh;
}

function isWhole(text: string): boolean {
  const { kind } = parseTicketCode(text);
  return kind !== 'unrecognised' && kind !== 'partial';
}
