import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { EventFigures } from '../../../shared/station/supervision.ts';
import { reasons } from '../../../shared/verdict/terms/reason.ts';
import { stepOf } from '../../core/arrivals.ts';
import { holderName } from '../../core/door/scan-outcome.ts';
import type { Journal, PendingRelease, PendingScan } from '../../ports/journal.ts';
import type { CorrectionRecord, EventCounts, Replica } from '../../ports/replica.ts';
import type { Admissions } from '../selection/admissions.ts';
import { NO_EVENT, type DoorSelector } from '../selection/door-selector.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import type { StationClock } from '../clock/station-clock.ts';

/** A station that was offline for longer counts the rest when it is uploaded. */
const MOST_UNSENT = 5_000;
/** As many as somebody looks through. */
const MOST_CORRECTIONS = 100;

export interface FiguresParts {
  readonly replica: Pick<
    Replica,
    'countEvent' | 'findScan' | 'admissionsOf' | 'releasesOf' | 'findTicket'
  >;
  readonly journal: Pick<Journal, 'pending' | 'pendingReleases' | 'find'>;
  readonly admissions: Pick<Admissions, 'presenceOf'>;
  readonly clock: Pick<StationClock, 'now'>;
  readonly selector: Pick<DoorSelector, 'selection'>;
}

/** What the server does not know yet. */
interface Unsent {
  readonly scans: readonly PendingScan[];
  readonly releases: readonly PendingRelease[];
}

/** Figures of the evening over all doors: from the server's data and this station's unsent rows. */
export class Figures {
  readonly #parts: FiguresParts;
  /** Counting takes a moment at a large event: concurrent requests share the result. */
  #counting: Promise<CommandResult> | null = null;

  constructor(parts: FiguresParts) {
    this.#parts = parts;
  }

  read(): Promise<CommandResult> {
    this.#counting ??= this.#count().finally(() => {
      this.#counting = null;
    });
    return this.#counting;
  }

  async #count(): Promise<CommandResult> {
    const { selector, clock, replica } = this.#parts;
    const { selection } = selector;
    if (selection === null) return NO_EVENT;
    const at = formatInstant(clock.now());
    const counts = await replica.countEvent(selection.event);
    const unsent = this.#unsent(selection);
    const figures = figuresOf(
      counts,
      unsent.scans.map((scan) => this.#about(scan, selection)),
    );
    return {
      ok: true,
      figures: {
        at,
        ...figures,
        presence: this.#presence(counts, unsent),
        entry_points: this.#entryPoints(counts, unsent, selection),
        corrections: this.#corrections(counts, unsent, selection),
      },
    };
  }

  /** Of this event alone. The feed may have brought a row back before the journal knows that it was sent. */
  #unsent({ organiser, event }: DoorSelection): Unsent {
    const { journal, replica } = this.#parts;
    return {
      scans: journal
        .pending(organiser, MOST_UNSENT)
        .filter((scan) => scan.event === event && replica.findScan(scan.reference) === null),
      releases: journal
        .pendingReleases(organiser, MOST_UNSENT)
        .filter(
          (release) =>
            release.event === event &&
            !replica
              .releasesOf(release.ticket)
              .some((known) => known.reference === release.reference),
        ),
    };
  }

  #about(scan: PendingScan, selection: DoorSelection): UnsentScan {
    const ticket = this.#parts.replica.findTicket(selection.event, scan.ticket);
    return {
      ...scan,
      isAgain: this.#parts.replica.admissionsOf(scan.ticket).length > 0,
      type: ticket?.ticket_type?.name ?? null,
      place: placeOf(scan, selection),
    };
  }

  #presence(counts: EventCounts, { scans, releases }: Unsent): EventFigures['presence'] {
    const changes = new Tally<Instant>();
    for (const { at, by } of counts.presence) changes.add(at, by);
    for (const ticket of new Set([...scans, ...releases].map((row) => row.ticket))) {
      const { server, known } = this.#parts.admissions.presenceOf(ticket);
      for (const { at, by } of server) changes.add(stepOf(at), -by);
      for (const { at, by } of known) changes.add(stepOf(at), by);
    }
    let inside = 0;
    return changes
      .entries()
      .filter(([, by]) => by !== 0)
      .toSorted(([one], [other]) => one - other)
      .map(([from, by]) => {
        inside += by;
        return { from: formatInstant(from), inside };
      });
  }

  #entryPoints(
    counts: EventCounts,
    { scans, releases }: Unsent,
    selection: DoorSelection,
  ): EventFigures['entry_points'] {
    const admitted = new Tally<string | null>();
    const exits = new Tally<string | null>();
    for (const { place, ...passed } of counts.entry_points) {
      admitted.add(place, passed.admitted);
      exits.add(place, passed.exits);
    }
    for (const scan of scans) {
      const place = placeOf(scan, selection);
      if (scan.kind === 'admitted') admitted.add(place, 1);
    }
    for (const release of releases) {
      if (release.kind === 'exit') exits.add(placeOf(release, selection), 1);
    }
    for (const { place, isCounted } of this.#undoneAt({ scans, releases }))
      admitted.add(place, isCounted ? -1 : 0);
    const places = new Set([...admitted.entries(), ...exits.entries()].map(([place]) => place));
    return [...places]
      .toSorted((one, other) =>
        one === null || other === null
          ? Number(one === null) - Number(other === null)
          : one.localeCompare(other, undefined, { numeric: true }),
      )
      .map((name) => ({ name, admitted: admitted.of(name), exits: exits.of(name) }));
  }

  /**
   * Where each admission was made that is undone here, and not yet in the server's data. One that was sent is counted only once the feed has brought
   * it back.
   */
  #undoneAt({ scans, releases }: Unsent): readonly UndoneAdmission[] {
    const { replica } = this.#parts;
    const unsent = new Set(scans.map(({ reference }) => reference));
    const undone = new Map(
      releases.flatMap(({ kind, scan, ticket }) =>
        kind === 'mistake' && scan !== null ? [[scan, ticket] as const] : [],
      ),
    );
    return [...undone].flatMap(([scan, ticket]) => {
      const isKnown = replica
        .releasesOf(ticket)
        .some((known) => known.kind === 'mistake' && known.scan === scan);
      if (isKnown) return [];
      const there = replica.admissionsOf(ticket).find(({ reference }) => reference === scan);
      const own = this.#own(scan);
      if (own !== null)
        return [{ place: own.entry_point, isCounted: there !== undefined || unsent.has(scan) }];
      return there === undefined ? [] : [{ place: there.location?.name ?? null, isCounted: true }];
    });
  }

  #corrections(
    counts: EventCounts,
    { scans, releases }: Unsent,
    selection: DoorSelection,
  ): EventFigures['corrections'] {
    const own: readonly CorrectionRecord[] = [
      ...scans.flatMap(({ overruled, scanned_at: at, ...scan }) =>
        overruled === null
          ? []
          : [{ ...correctionOf(scan, selection), ...overruled, kind: 'overruled' as const, at }],
      ),
      ...releases
        .filter(({ kind }) => kind === 'mistake')
        .map(({ released_at: at, note, ...release }) => ({
          ...correctionOf(release, selection),
          kind: 'undone' as const,
          reason: null,
          note,
          at,
        })),
    ];
    return [...counts.corrections, ...own]
      .toSorted((one, other) => other.at - one.at)
      .slice(0, MOST_CORRECTIONS)
      .map(({ place, at, reason, ...correction }) => {
        const ticket = this.#parts.replica.findTicket(selection.event, correction.ticket);
        return {
          ...correction,
          at: formatInstant(at),
          entry_point: place,
          reason: knownReason(reason),
          holder: ticket && holderName(ticket),
          is_here: this.#own(correction.reference) !== null,
        };
      });
  }

  #own(reference: string) {
    return this.#parts.journal.find(reference);
  }
}

interface UndoneAdmission {
  readonly place: string | null;
  readonly isCounted: boolean;
}

interface UnsentScan extends PendingScan {
  /** The server knows of an admission of the ticket: it has been counted. */
  readonly isAgain: boolean;
  readonly type: string | null;
  /** Name of the entry point. */
  readonly place: string | null;
}

function placeOf(
  { location }: { readonly location: string | null },
  { known }: DoorSelection,
): string | null {
  return location === null ? null : (known.locations.get(location)?.name ?? location);
}

function correctionOf(
  row: Pick<PendingScan, 'reference' | 'ticket' | 'location'>,
  selection: DoorSelection,
) {
  const { reference, ticket } = row;
  return { reference, ticket, place: placeOf(row, selection), station: null };
}

function knownReason(reason: string | null) {
  return reasons.find((known) => known === reason) ?? null;
}

function figuresOf(
  counts: EventCounts,
  unsent: readonly UnsentScan[],
): Pick<EventFigures, 'arrivals' | 'ticket_types' | 'denials'> {
  const arrivals = new Tally<{ readonly at: Instant; readonly place: string | null }>();
  const admitted = new Tally<string | null>();
  const expected = new Tally<string | null>();
  const denials = new Tally<string>();
  for (const { at, place, admitted: count } of counts.arrivals) arrivals.add({ at, place }, count);
  for (const type of counts.ticket_types) {
    admitted.add(type.name, type.admitted);
    expected.add(type.name, type.expected);
  }
  for (const { reason, scans } of counts.denials) denials.add(reason, scans);
  const counted = new Set(unsent.flatMap(({ isAgain, ticket }) => (isAgain ? ticket : [])));
  for (const { kind, ticket, reason, scanned_at, type, place } of unsent) {
    if (kind === 'denied') denials.add(reason, 1);
    else if (!counted.has(ticket)) {
      counted.add(ticket);
      arrivals.add({ at: stepOf(scanned_at), place }, 1);
      admitted.add(type, 1);
      expected.add(type, 0);
    }
  }
  return {
    arrivals: arrivals
      .entries()
      .toSorted(([one], [other]) => one.at - other.at)
      .map(([{ at, place }, count]) => ({
        from: formatInstant(at),
        entry_point: place,
        admitted: count,
      })),
    ticket_types: expected
      .entries()
      .toSorted(([one], [other]) => (one ?? '').localeCompare(other ?? ''))
      .map(([name, count]) => ({ name, admitted: admitted.of(name), expected: count })),
    denials: denials
      .entries()
      .toSorted(([, one], [, other]) => other - one)
      .map(([reason, scans]) => ({ reason: knownReason(reason), scans })),
  };
}

/** Counts by key; keys are equal if their JSON is. */
class Tally<Key> {
  readonly #counts = new Map<string, { readonly key: Key; count: number }>();

  add(key: Key, count: number): void {
    const name = JSON.stringify(key);
    const known = this.#counts.get(name);
    if (known === undefined) this.#counts.set(name, { key, count });
    else known.count += count;
  }

  of(key: Key): number {
    return this.#counts.get(JSON.stringify(key))?.count ?? 0;
  }

  entries(): readonly (readonly [Key, number])[] {
    return [...this.#counts.values()].map(({ key, count }) => [key, count] as const);
  }
}
