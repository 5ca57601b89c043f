import { formatInstant } from '../../../shared/instant.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { FleetHealth, FleetStation } from '../../../shared/station/supervision.ts';
import type { FleetReport } from '../../ports/remote.ts';
import type { DoorSelector } from '../selection/door-selector.ts';
import type { StationEnrolment } from '../enrolment/station-enrolment.ts';
import { unanswered, type ServerQuestions } from '../enrolment/server-questions.ts';
import type { ShownReplica } from './shown-replica.ts';
import type { StationClock } from '../clock/station-clock.ts';

type LastHeartbeat = NonNullable<FleetReport['heartbeat']>;

export interface FleetParts {
  readonly questions: ServerQuestions;
  readonly clock: Pick<StationClock, 'now'>;
  readonly enrolment: Pick<StationEnrolment, 'clientId'>;
  readonly selector: Pick<DoorSelector, 'selection'>;
  readonly replica: Pick<ShownReplica, 'events'>;
}

/** The organiser's stations with their last heartbeats. Requested from the server each time, because only it receives them all. */
export class StationFleet {
  readonly #parts: FleetParts;

  constructor(parts: FleetParts) {
    this.#parts = parts;
  }

  async read(): Promise<CommandResult> {
    const response = await this.#parts.questions.ask('scanner.heartbeat', (remote) =>
      remote.listStations(),
    );
    if (response.kind !== 'answered') return unanswered(response, 'stations');
    const at = formatInstant(this.#parts.clock.now());
    const stations = response.value.map((station) => this.#view(station));
    return { ok: true, fleet: { at, stations } };
  }

  #view({ client_id, name, last_heartbeat_at, heartbeat }: FleetReport): FleetStation {
    return {
      client_id,
      name,
      is_this: client_id === this.#parts.enrolment.clientId,
      heard_at: last_heartbeat_at,
      health: heartbeat === null ? null : this.#health(heartbeat),
    };
  }

  #health(heartbeat: LastHeartbeat): FleetHealth {
    return {
      place: this.#placeOf(heartbeat),
      version: heartbeat.version,
      queued: heartbeat.queued,
      needs_attention: heartbeat.needs_attention,
      oldest_unsent_at: heartbeat.oldest_unsent_at,
      data_at: heartbeat.replica_at,
      clock_offset_ms: heartbeat.clock_offset_ms,
      warnings: heartbeat.warnings,
    };
  }

  /** Replaces references by names, as far as this station knows them. */
  #placeOf({ event, scanner_location: location }: LastHeartbeat): FleetHealth['place'] {
    const selection = this.#parts.selector.selection;
    if (event === null) return { kind: 'none' };
    if (event !== selection?.event) {
      const known = this.#parts.replica.events().find(({ reference }) => reference === event);
      return { kind: 'elsewhere', event: known?.name ?? null };
    }
    if (location === null) return { kind: 'here', entry_point: null };
    return { kind: 'here', entry_point: selection.known.locations.get(location)?.name ?? location };
  }
}
