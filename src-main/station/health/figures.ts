import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { EventFigures } from '../../../shared/station/supervision.ts';
import { reasons } from '../../../shared/verdict/terms/reason.ts';
import { stepOf } from '../../core/arrivals.ts';
import type { Journal, PendingScan } from '../../ports/journal.ts';
import type { EventCounts, Replica } from '../../ports/replica.ts';
import { NO_EVENT, type DoorSelector } from '../selection/door-selector.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import type { StationClock } from '../clock/station-clock.ts';

/** A station that was offline for longer counts the rest when it is uploaded. */
const MOST_UNSENT = 5_000;

export interface FiguresParts {
  readonly replica: Pick<Replica, 'countEvent' | 'admissionsOf' | 'findTicket'>;
  readonly journal: Pick<Journal, 'pending'>;
  readonly clock: Pick<StationClock, 'now'>;
  readonly selector: Pick<DoorSelector, 'selection'>;
}

/** Figures of the evening over all doors: from the server's data and this station's unsent scans. */
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
    const selection = this.#parts.selector.selection;
    if (selection === null) return NO_EVENT;
    const at = formatInstant(this.#parts.clock.now());
    const counts = await this.#parts.replica.countEvent(selection.event);
    const unsent = this.#parts.journal
      .pending(selection.organiser, MOST_UNSENT)
      .filter((scan) => !this.#isCounted(scan));
    const figures = figuresOf(counts, unsent, (scan) => this.#about(scan, selection));
    return { ok: true, figures: { at, ...figures } };
  }

  #isCounted({ kind, ticket }: PendingScan): boolean {
    return kind === 'admitted' && this.#parts.replica.admissionsOf(ticket).length > 0;
  }

  #about({ ticket, location }: PendingScan, selection: DoorSelection): About {
    const type = this.#parts.replica.findTicket(selection.event, ticket)?.ticket_type?.name ?? null;
    const place =
      location === null ? null : (selection.known.locations.get(location)?.name ?? location);
    return { type, place };
  }
}

interface About {
  readonly type: string | null;
  /** Name of the entry point. */
  readonly place: string | null;
}

function figuresOf(
  counts: EventCounts,
  unsent: readonly PendingScan[],
  aboutOf: (scan: PendingScan) => About,
): Omit<EventFigures, 'at'> {
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
  for (const scan of unsent) {
    const { type, place } = aboutOf(scan);
    if (scan.kind === 'denied') denials.add(scan.reason, 1);
    else {
      arrivals.add({ at: stepOf(scan.scanned_at), place }, 1);
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
      .map(([reason, scans]) => ({
        reason: reasons.find((known) => known === reason) ?? null,
        scans,
      })),
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
