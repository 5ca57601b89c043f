import type { Instant } from '../../shared/instant.ts';
import { admissionHistory, type Admitted, type Released } from '../../shared/verdict/releases.ts';

/** When how many more are inside, or fewer. */
export interface PresenceChange {
  readonly at: Instant;
  readonly by: 1 | -1;
}

/** When the holder of one ticket came in and went out. Two doors may have admitted the ticket: its holder is inside once. */
export function presenceOf(
  admitted: readonly Admitted[],
  released: readonly Released[],
): readonly PresenceChange[] {
  const changes: PresenceChange[] = [];
  let until: Instant | null = null;
  let isInside = false;
  for (const { admitted: one, released_at } of admissionHistory(admitted, released, 'none')) {
    const from = one.scanned_at;
    if (isInside && until !== null && until < from) {
      changes.push({ at: until, by: -1 });
      isInside = false;
    }
    // A clock that was behind at the way out makes a stay of no time.
    if (released_at !== null && released_at <= from) continue;
    if (!isInside) changes.push({ at: from, by: 1 });
    until =
      !isInside || (until !== null && (released_at ?? Infinity) > until) ? released_at : until;
    isInside = true;
  }
  if (isInside && until !== null) changes.push({ at: until, by: -1 });
  return changes;
}
