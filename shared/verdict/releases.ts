// Why: docs/decisions/0029-releases.md
import type { Instant } from '../instant.ts';
import type { ReEntry, ReleaseKind } from './terms/releases.ts';

/** An allowed entry scan. */
export interface Admitted {
  readonly reference: string;
  readonly scanned_at: Instant;
}

/** What ends an admission of the same ticket. */
export interface Released {
  readonly reference: string;
  /** The admission that it names; null if the door knew of none. */
  readonly scan: string | null;
  readonly kind: ReleaseKind;
  readonly released_at: Instant;
}

export interface AdmissionHistory<Of extends Admitted> {
  readonly admitted: Of;
  /** Since when the guest is not inside by this admission; null while they are. */
  readonly released_at: Instant | null;
  /** Since when this admission keeps nobody out; null while it does. */
  readonly given_back_at: Instant | null;
}

/**
 * What became of each admission of a ticket, in the order of their times. A pure function of the two sets: whatever the order in which
 * they arrive, and however often, the result is the same everywhere. A mistake always gives the ticket back; an exit only with re-entry.
 */
export function admissionHistory<Of extends Admitted>(
  admitted: readonly Of[],
  released: readonly Released[],
  reEntry: ReEntry,
): readonly AdmissionHistory<Of>[] {
  if (released.length === 0) {
    return sorted(admitted, scannedAt).map((one) => ({
      admitted: one,
      released_at: null,
      given_back_at: null,
    }));
  }
  const bound = bindReleases(admitted, released);
  const ends = Map.groupBy(released, ({ reference }) => bound.get(reference) ?? null);
  return sorted(admitted, scannedAt).map((one) => {
    const ending = ends.get(one.reference) ?? [];
    return {
      admitted: one,
      released_at: earliest(ending),
      given_back_at: earliest(
        ending.filter(({ kind }) => kind === 'mistake' || reEntry === 'allowed'),
      ),
    };
  });
}

/** Whether the guest is inside by one of these admissions of a ticket. */
export function isInside(admitted: readonly Admitted[], released: readonly Released[]): boolean {
  return admissionHistory(admitted, released, 'none').some(
    ({ released_at }) => released_at === null,
  );
}

/**
 * The admission that each release ends, by the release's reference. One that names an admission ends that one, whether it is known yet or
 * not. One that names none ends the earliest that was open at its time, if there was any.
 */
export function bindReleases(
  admitted: readonly Admitted[],
  released: readonly Released[],
): ReadonlyMap<string, string> {
  const bound = new Map<string, string>();
  for (const { reference, scan } of released) if (scan !== null) bound.set(reference, scan);
  const ended = new Set(bound.values());
  const open = sorted(admitted, scannedAt).filter((one) => !ended.has(one.reference));
  let next = 0;
  for (const { reference, released_at } of sorted(released, releasedAt)) {
    const earliest = open[next];
    if (earliest === undefined) break;
    if (bound.has(reference) || earliest.scanned_at > released_at) continue;
    bound.set(reference, earliest.reference);
    next += 1;
  }
  return bound;
}

const scannedAt = ({ scanned_at }: Admitted) => scanned_at;
const releasedAt = ({ released_at }: Released) => released_at;

/** References break ties, so that what happened at one instant has one order everywhere. */
function sorted<Of extends { readonly reference: string }>(
  all: readonly Of[],
  timeOf: (one: Of) => Instant,
): readonly Of[] {
  return all.toSorted(
    (one, other) => timeOf(one) - timeOf(other) || Number(one.reference > other.reference) * 2 - 1,
  );
}

function earliest(released: readonly Released[]): Instant | null {
  const [first = null] = sorted(released, releasedAt);
  return first && first.released_at;
}
