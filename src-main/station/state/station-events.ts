import type { ScanOutcome, ScanRelease, ScanSource } from '../../../shared/station/outcomes.ts';
import type { DoorSelection } from './door-selection.ts';

/**
 * What a part of a station announces to whoever is concerned, each with its arguments. A part that reports to one other part calls it.
 *
 * Listeners may emit in turn. `enrolled`, `left`, `regranted`, `selection_changed`, `replica_rebuilt` and `outcome` each run a step of the
 * sync engine before `emit` returns, and such a step ends with `sync_stepped`. Only there does a step cause another: a station without an
 * event selects its first one (`selection_changed`), once.
 */
export interface StationEvents {
  /** Something that the screens show has changed. */
  changed: [];
  /** Emitted every few seconds. */
  tick: [];

  /** A code was judged, and recorded if possible. */
  outcome: [outcome: ScanOutcome];
  /** An admission has ended here, other than by a scan. */
  released: [scan: string, released: ScanRelease];
  /** How many more tickets of an admission's order nobody is in by. */
  companions: [scan: string, others: number];

  /** An enrolment code was scanned: the screens know whether a form waits for it. */
  enrolment_code: [code: string, source: ScanSource];

  /** The event, the entry point or their data have changed. */
  selection_changed: [
    selection: DoorSelection | null,
    what: { readonly event: boolean; readonly place: boolean },
  ];
  /** The replica is empty and usable again, or holds what was restored from an old one. */
  replica_rebuilt: [];

  /** A server that a person has entered is being asked for this station's identity. */
  probe_sent: [];
  /** How many requests that took. */
  probe_answered: [requests: number];
  /** The station belongs to a server, or to another one than before. */
  enrolled: [];
  /** The station no longer belongs to a server. */
  left: [];
  /** This station's scopes or events have changed. */
  regranted: [];
  /** This station works for another organiser, or its server or an enrolment code chose an event for it. */
  choices_replaced: [];
  /** A refusal came with a statement that this station was revoked, which must be verified. */
  revocation_claimed: [statement: string];

  /** A step of the sync engine has ended: clock or store status may have changed. */
  sync_stepped: [];
}

type Listener<Payload extends readonly unknown[]> = (...payload: Payload) => void;

/**
 * A typed event emitter. `Events` maps each name to the listener's arguments. Listeners run synchronously, in the order of their
 * subscription, before `emit` returns. If one throws, later listeners are not called, and `emit` throws.
 */
class Emitter<Events extends { readonly [Name in keyof Events]: readonly unknown[] }> {
  readonly #listeners: { [Name in keyof Events]?: readonly Listener<Events[Name]>[] } = {};

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): void {
    this.#listeners[name] = [...(this.#listeners[name] ?? []), listener];
  }

  emit<Name extends keyof Events>(name: Name, ...payload: Events[Name]): void {
    for (const listener of this.#listeners[name] ?? []) listener(...payload);
  }
}

export class StationEmitter extends Emitter<StationEvents> {}
