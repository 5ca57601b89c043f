import { refused, type CommandResult } from '../../../shared/station/results.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { Replica } from '../../ports/replica.ts';
import type { Direction } from '../../../shared/station/state.ts';
import type { EventRecord } from '../../../shared/station/records.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import { isOffered } from './access.ts';
import type { Choices } from '../state/choices.ts';
import type { Admissions } from './admissions.ts';
import { archivedPlace, openSelection, type DoorSelection } from '../state/door-selection.ts';
import type { RaisedWarnings } from '../state/raised-warnings.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { StationEmitter } from '../state/station-events.ts';

export interface DoorSelectorParts {
  readonly choices: Choices;
  readonly replica: Replica;
  readonly admissions: Admissions;
  readonly warnings: RaisedWarnings;
  readonly clock: StationClock;
  readonly events: StationEmitter;
}

export const NO_EVENT = refused('station.not_enrolled', 'Choose an event first.');

/** What a command answers for the selected event; `unread` while the replica cannot be read. */
export function forSelection(
  { selection }: Pick<DoorSelector, 'selection'>,
  unread: CommandResult,
  answer: (selection: DoorSelection) => CommandResult,
): CommandResult {
  return selection === null ? NO_EVENT : readableOr(unread, () => answer(selection));
}

/** The event and entry point that this station works for: chosen by a person, or at first automatically for an enrolled station. */
export class DoorSelector {
  readonly #parts: DoorSelectorParts;
  #selection: DoorSelection | null = null;

  constructor(parts: DoorSelectorParts) {
    this.#parts = parts;
    parts.events.on('choices_replaced', () => this.reload());
    parts.events.on('replica_rebuilt', () => {
      this.reload();
      this.#count(this.#selection);
    });
  }

  get selection(): DoorSelection | null {
    return this.#selection;
  }

  /** Reads the choice and the setup again. */
  reload(): void {
    const before = this.#selection;
    this.#chooseFirstEntryPoint();
    const selection = openSelection(this.#parts.choices.current, this.#parts.replica);
    const eventChanged = before?.event !== selection?.event;
    // Counted first: if the replica cannot be read, the selection stays as it was.
    if (eventChanged) this.#count(selection);
    this.#selection = selection;
    this.#warnOfArchived(selection);
    const placeChanged =
      before?.location?.reference !== selection?.location?.reference ||
      before?.direction !== selection?.direction;
    this.#parts.events.emit('selection_changed', selection, {
      event: eventChanged,
      place: placeChanged,
    });
    this.#parts.events.emit('changed');
  }

  selectEvent(reference: string): CommandResult {
    const { choices, replica } = this.#parts;
    const offered = replica.events().some((event) => event.reference === reference);
    if (!offered) {
      const message = 'This event is not among those that this station may see.';
      return refused('command.unknown_event', message);
    }
    if (choices.current.event !== reference) {
      this.#choose(() => {
        choices.forgetEvent();
        choices.change({ event: reference });
      });
    }
    return { ok: true };
  }

  selectEntryPoint(reference: string | null): CommandResult {
    if (this.#selection === null) return NO_EVENT;
    const { offered } = this.#selection;
    if (reference !== null && !offered.some((point) => point.reference === reference)) {
      const message = 'This entry point is not one of the event.';
      return refused('command.unknown_entry_point', message);
    }
    this.#choose(() => {
      this.#parts.choices.change({ entry_point: reference, entry_point_open: false });
      this.#parts.choices.chooseDirection(null);
    });
    return { ok: true };
  }

  /** Null: what the entry point is for. */
  selectDirection(direction: Direction | null): CommandResult {
    if (this.#selection === null) return NO_EVENT;
    this.#choose(() => this.#parts.choices.chooseDirection(direction));
    return { ok: true };
  }

  /**
   * For a station enrolled with its credentials: selects the current or next event, unless one was chosen. Not before a server has
   * confirmed the time: by a wrong clock the event would be over, or another one next.
   */
  chooseFirstEvent(): void {
    const { choices, replica, clock } = this.#parts;
    if (choices.current.event !== null || !clock.isConfirmed) return;
    const [first] = replica
      .events()
      .filter((event) => isOffered(event) && !isOver(event, clock.now()))
      .sort(soonestFirst);
    if (first === undefined) return;
    this.#choose(() => choices.change({ event: first.reference }));
  }

  /** Reverts a choice whose selection cannot be opened, so that the choice is always what the door works for. */
  #choose(change: () => void): void {
    const { choices } = this.#parts;
    const earlier = choices.current;
    try {
      change();
      this.reload();
    } catch (error) {
      choices.restore(earlier);
      throw error;
    }
  }

  /** Scans there are still recorded, but guests are no longer sent there. */
  #warnOfArchived(selection: DoorSelection | null): void {
    const { warnings } = this.#parts;
    const archived = selection === null ? null : archivedPlace(selection);
    if (archived === null) warnings.clear('entry_point_archived');
    else warnings.raise({ code: 'entry_point_archived', name: archived.name });
  }

  #count(selection: DoorSelection | null): void {
    const { admissions, clock } = this.#parts;
    if (selection === null) admissions.clear();
    else admissions.load(selection.event, clock.now());
  }

  /** Selects the first entry point until somebody chooses: its rule applies, while the box office would admit at any entry point. */
  #chooseFirstEntryPoint(): void {
    const { choices, replica } = this.#parts;
    const { event, entry_point: chosen } = choices.current;
    if (event === null || chosen !== undefined) return;
    const first = replica.setup(event)?.locations[0];
    if (first !== undefined) choices.change({ entry_point: first.reference });
  }
}

function isOver(event: EventRecord, now: Instant): boolean {
  return event.ends_at !== null && event.ends_at <= now;
}

function soonestFirst(one: EventRecord, other: EventRecord): number {
  const gap = (one.starts_at ?? Infinity) - (other.starts_at ?? Infinity);
  if (gap !== 0 && !Number.isNaN(gap)) return gap;
  return one.reference < other.reference ? -1 : 1;
}
