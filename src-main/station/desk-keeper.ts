import type { CommandResult } from '../../shared/station/api.ts';
import type { Instant } from '../../shared/instant.ts';
import type { EventRecord, Replica } from '../ports/replica.ts';
import { isOffered } from './access.ts';
import type { Choices } from './choices.ts';
import type { Admissions } from './door/admissions.ts';
import { openDesk, type Desk } from './door/desk.ts';
import type { StationClock } from './station-clock.ts';

export interface DeskKeeperParts {
  readonly choices: Choices;
  readonly replica: Replica;
  readonly admissions: Admissions;
  readonly clock: StationClock;
  /** Resolves when no scan waits for its verdict: a scan is judged for the desk it was read at. */
  readonly settled: () => Promise<void>;
  /** The event, the entry point or what is known of them is different. */
  readonly changed: (what: { readonly event: boolean; readonly place: boolean }) => void;
}

/** The event and entry point this station works for: chosen by a person, or for an enrolled station by itself at first. */
export class DeskKeeper {
  readonly #parts: DeskKeeperParts;
  #desk: Desk | null = null;

  constructor(parts: DeskKeeperParts) {
    this.#parts = parts;
  }

  get desk(): Desk | null {
    return this.#desk;
  }

  /** Reads the choice and the setup again. */
  reload(): void {
    const before = this.#desk;
    this.#chooseFirstEntryPoint();
    const desk = openDesk(this.#parts.choices, this.#parts.replica);
    const eventChanged = before?.event !== desk?.event;
    // Before the desk changes: a replica that cannot be read leaves the old one as it was.
    if (eventChanged) this.#count(desk);
    this.#desk = desk;
    const placeChanged = before?.location?.reference !== desk?.location?.reference;
    this.#parts.changed({ event: eventChanged, place: placeChanged });
  }

  recount(): void {
    this.#count(this.#desk);
  }

  async selectEvent(reference: string): Promise<CommandResult> {
    const { choices, replica, settled } = this.#parts;
    const offered = replica.events().some((event) => event.reference === reference);
    if (!offered) {
      const message = 'This event is not among those that this station may see.';
      return { ok: false, code: 'command.unknown_event', message };
    }
    await settled();
    if (choices.current.event !== reference) {
      this.#choose(() => {
        choices.forgetEvent();
        choices.change({ event: reference });
      });
    }
    return { ok: true };
  }

  async selectEntryPoint(reference: string | null): Promise<CommandResult> {
    if (this.#desk === null) {
      return { ok: false, code: 'station.not_enrolled', message: 'Choose an event first.' };
    }
    if (reference !== null && !this.#desk.known.locations.has(reference)) {
      const message = 'This entry point is not one of the event.';
      return { ok: false, code: 'command.unknown_entry_point', message };
    }
    await this.#parts.settled();
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
