import type { SetupRecord } from '../../../shared/station/records.ts';

/** Enough for what is still named by tickets and scans; what left the setup first goes first. */
const MAX_FORMER = 200;

/**
 * The new setup, with the last known names of what left it: this station may still stand at such an entry point, and tickets and add-ons
 * may still name it. A former entry point counts as archived: it has its name, and cannot be chosen.
 */
export function keepNames(before: SetupRecord | null, next: SetupRecord): SetupRecord {
  if (before === null) return next;
  const { locations, archived_locations: archived = [] } = next;
  const formerPlaces = formerOf(
    [...(before.archived_locations ?? []), ...before.locations],
    [...locations, ...archived],
  );
  return {
    ...next,
    archived_locations: [...archived, ...formerPlaces],
    ticket_types: [...next.ticket_types, ...formerOf(before.ticket_types, next.ticket_types)],
    add_ons: [...(next.add_ons ?? []), ...formerOf(before.add_ons ?? [], next.add_ons ?? [])],
  };
}

function formerOf<Named extends { readonly reference: string }>(
  before: readonly Named[],
  now: readonly { readonly reference: string }[],
): readonly Named[] {
  const there = new Set(now.map(({ reference }) => reference));
  return before.filter(({ reference }) => !there.has(reference)).slice(-MAX_FORMER);
}
