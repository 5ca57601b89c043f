import type { CommandResult } from '../../shared/station/results.ts';
import type { Instant } from '../../shared/instant.ts';
import type { EventRecord, Replica } from '../ports/replica.ts';
import { isOffered } from './access.ts';
import type { Choices } from './choices.ts';
import type { Admissions } from './door/admissions.ts';
import { openDesk, type Desk } from './door/desk.ts';
import type { StationClock } from './station-clock.ts';
import type { StationEmitter } from './station-events.ts';

export interface DeskKeeperParts {
  readonly choices: Choices;
  readonly replica: Replica;
  readonly admissions: Admissions;
  readonly clock: StationClock;
  readonly events: StationEmitter;
}

/** The event and entry point this station works for: chosen by a person, or for an enrolled station by itself at first. */
export class DeskKeeper {
  readonly #parts: DeskKeeperParts;
  #desk: Desk | null = null;

  constructor(parts: DeskKeeperParts) {
    this.#parts = parts;
    parts.events.on('choices_replaced', () => this.reload());
    parts.events.on('replica_rebuilt', () => {
      this.reload();
      this.#count(this.#desk);
    });
  }

  get desk(): Desk | null {
    return this.#desk;
  }

  /** Reads the choice and the setup again. */
  reload(): void {
    const before = this.#desk;
    this.#chooseFirstEntryPoint();
    const desk = openDesk(this.#parts.choices.current, this.#parts.replica);
    const eventChanged = before?.event !== desk?.event;
    // Counted first: if the replica cannot be read, the desk stays as it was.
    if (eventChanged) this.#count(desk);
    this.#desk = desk;
    const placeChanged = before?.location?.reference !== desk?.location?.reference;
    this.#parts.events.emit('desk_changed', desk, { event: eventChanged, place: placeChanged });
    this.#parts.events.emit('changed');
  }

  selectEvent(reference: string): CommandResult {
    const { choices, replica } = this.#parts;
    const offered = replica.events().some((event) => event.reference === reference);
    if (!offered) {
      const message = 'This event is not among those that this station may see.';
      return { ok: false, code: 'command.unknown_event', message };
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
    if (this.#desk === null) {
      return { ok: false, code: 'station.not_enrolled', message: 'Choose an event first.' };
    }
    if (reference !== null && !this.#desk.known.locations.has(reference)) {
      const message = 'This entry point is not one of the event.';
      return { ok: false, code: 'command.unknown_entry_point', message };
    }
    this.#choose(() => this.#parts.choices.change({ entry_point: reference }));
    return { ok: true };
  }

  /** For a station that was enrolled with its credentials: the event that is on, or comes next, unless one was chosen. */
  chooseFirstEvent(): void {
    const { choices, replica, clock } = this.#parts;
    if (choices.current.event !== null) return;
    const [first] = replica
      .events()
      .filter((event) => isOffered(event) && !isOver(event, clock.now()))
      .sort(soonestFirst);
    if (first === undefined) return;
    this.#choose(() => choices.change({ event: first.reference }));
  }

  /** A choice whose desk cannot be opened is taken back: what is chosen is what the door works for. */
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

  #count(desk: Desk | null): void {
    const { admissions, clock } = this.#parts;
    if (desk === null) admissions.clear();
    else admissions.load(desk.event, clock.now());
  }

  /** Until somebody chooses, the first entry point: its rule applies, where the box office would let everybody past it. */
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
