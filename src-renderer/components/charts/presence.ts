import { DRAWN_MS, STEP_MS, stepOf, type ArrivalsStep } from './arrivals.ts';

/** How many were inside at the end of a step in which that changed. */
export interface Presence {
  readonly from: string;
  readonly inside: number;
}

export interface PresenceChart {
  readonly steps: readonly ArrivalsStep[];
  /** The first step in which most were inside. */
  readonly most: { readonly from: number; readonly inside: number };
}

/** Every step from the first change to the present, or to the last change if that was long ago. Null without any. */
export function presenceChart(presence: readonly Presence[], at: string): PresenceChart | null {
  const changes = new Map(presence.map(({ from, inside }) => [Date.parse(from), inside]));
  if (changes.size === 0) return null;
  const present = stepOf(Date.parse(at));
  const last = Math.max(...changes.keys());
  const end = present >= last && present - last <= DRAWN_MS ? present : last;
  const begin = Math.max(Math.min(...changes.keys()), end - DRAWN_MS + STEP_MS);
  let inside = 0;
  for (const [from, count] of changes) if (from < begin) inside = count;
  const steps: ArrivalsStep[] = [];
  for (let from = begin; from <= end; from += STEP_MS) {
    inside = changes.get(from) ?? inside;
    steps.push({ from, counts: [inside], total: inside });
  }
  const most = steps.reduce(
    (found, { from, total }) => (total > found.inside ? { from, inside: total } : found),
    { from: begin, inside: 0 },
  );
  return { steps, most };
}
