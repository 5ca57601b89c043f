/** A code that has been out of sight for this long is a new scan when it comes back. */
const GONE_AFTER_MS = 2_000;

/** Codes in sight and when each was last seen: a camera sees one many times a second. */
export type Sightings = ReadonlyMap<string, number>;

export interface Sighting {
  readonly sightings: Sightings;
  /** Those that were not in sight before. */
  readonly fresh: readonly string[];
}

/** Takes what one picture shows, `atMs` on a clock that never goes back. */
export function sight(before: Sightings, codes: readonly string[], atMs: number): Sighting {
  const sightings = new Map([...before].filter(([, at]) => atMs - at < GONE_AFTER_MS));
  const fresh = [...new Set(codes)].filter((code) => !sightings.has(code));
  for (const code of codes) sightings.set(code, atMs);
  return { sightings, fresh };
}
