import type { CommandErrorCode, CommandResult } from '../../shared/station/results.ts';
import type {
  EventFigures,
  Fleet,
  FleetHealth,
  FleetStation,
} from '../../shared/station/supervision.ts';
import { evening } from './door-script.ts';
import type { ScriptedPage } from './scripted-page.ts';
import { selfTestReport } from './self-test-script.ts';

const gates = ['North Gate', 'South Gate', null] as const;

/** Two hours of arrivals at three entry points, up to the current step. */
export function someFigures(change: Partial<EventFigures> = {}): EventFigures {
  // 19:42 falls into the step that begins at 19:40.
  const steps = Array.from({ length: 24 }, (_, index) => -2 - 5 * (23 - index));
  return {
    at: evening(),
    arrivals: steps.flatMap((minutes, step) =>
      gates.flatMap((entry_point, gate) => {
        const admitted = Math.round((step * (3 - gate)) / 4 + ((step * 7 + gate * 3) % 5));
        return admitted === 0 ? [] : [{ from: evening(minutes), entry_point, admitted }];
      }),
    ),
    presence: steps.flatMap((minutes, step) =>
      step === 0 ? [] : [{ from: evening(minutes), inside: Math.round(step * 17.6) }],
    ),
    entry_points: [
      { name: 'North Gate', admitted: 236, exits: 11 },
      { name: 'South Gate', admitted: 128, exits: 3 },
      { name: null, admitted: 48, exits: 0 },
    ],
    corrections: [
      {
        kind: 'overruled',
        reference: 'scn_1',
        ticket: 'tkt_1',
        holder: 'Amélie Dubois',
        at: evening(-4),
        entry_point: 'South Gate',
        station: 'South Gate 1',
        is_here: false,
        reason: 'scanning.already_scanned',
        note: 'Her coat was outside',
      },
      {
        kind: 'undone',
        reference: 'rel_1',
        ticket: 'tkt_2',
        holder: null,
        at: evening(-31),
        entry_point: null,
        station: null,
        is_here: true,
        reason: null,
        note: null,
      },
    ],
    ticket_types: [
      { name: 'Backstage', admitted: 2, expected: 30 },
      { name: 'Standing', admitted: 330, expected: 1600 },
      { name: 'VIP', admitted: 80, expected: 350 },
      { name: null, admitted: 0, expected: 0 },
    ],
    denials: [
      { reason: 'scanning.already_scanned', scans: 14 },
      { reason: 'scanning.wrong_entry_point', scans: 9 },
      { reason: 'scanning.ticket_refunded', scans: 2 },
      { reason: null, scans: 1 },
    ],
    ...change,
  };
}

function health(change: Partial<FleetHealth> = {}): FleetHealth {
  return {
    place: { kind: 'here', entry_point: 'North Gate' },
    version: '0.1.0',
    queued: 0,
    needs_attention: 0,
    oldest_unsent_at: null,
    data_at: evening(),
    clock_offset_ms: 12,
    warnings: [],
    ...change,
  };
}

export function fleetStation(change: Partial<FleetStation> = {}): FleetStation {
  return {
    client_id: 'gci_south',
    name: 'South Gate 1',
    is_this: false,
    heard_at: evening(),
    health: health(),
    ...change,
  };
}

/** One station of each kind, this one first. */
export function aFleet(): Fleet {
  return {
    at: evening(),
    stations: [
      fleetStation({ client_id: 'cli_north_gate', name: 'North Gate 1', is_this: true }),
      fleetStation({
        client_id: 'gci_office',
        name: 'Box office',
        health: health({ place: { kind: 'here', entry_point: null } }),
      }),
      fleetStation({
        client_id: 'gci_chamber',
        name: 'Foyer',
        health: health({ place: { kind: 'elsewhere', event: 'Kammerkonzerte' } }),
      }),
      fleetStation({ client_id: 'gci_spare', name: 'Spare', heard_at: null, health: null }),
      fleetStation({
        client_id: 'gci_stage',
        name: 'Stage door',
        health: health({ place: { kind: 'none' }, data_at: null }),
      }),
      fleetStation({
        heard_at: evening(-12),
        health: health({
          place: { kind: 'here', entry_point: 'South Gate' },
          queued: 37,
          needs_attention: 2,
          oldest_unsent_at: evening(-25),
          data_at: evening(-25),
          clock_offset_ms: -95_000,
          warnings: ['clock_off', 'disk_full'],
        }),
      }),
    ],
  };
}

export interface TonightScript {
  figures: EventFigures;
  fleet: Fleet;
  /** Refuses requests for figures with this code. */
  refuseFigures: CommandErrorCode | null;
  refuseStations: CommandErrorCode | null;
}

/** Answers the page like a station on such an evening. */
export function runTonight(
  station: ScriptedPage,
  change: Partial<TonightScript> = {},
): TonightScript {
  const script: TonightScript = {
    figures: someFigures(),
    fleet: aFleet(),
    refuseFigures: null,
    refuseStations: null,
    ...change,
  };
  station.answer = ({ command }): CommandResult => {
    if (command.kind === 'read_figures') {
      const { refuseFigures: code } = script;
      return code === null
        ? { ok: true, figures: script.figures }
        : { ok: false, code, message: '' };
    }
    if (command.kind === 'read_stations') {
      const { refuseStations: code } = script;
      return code === null ? { ok: true, fleet: script.fleet } : { ok: false, code, message: '' };
    }
    if (command.kind === 'self_test') return { ok: true, self_test: selfTestReport };
    return { ok: true };
  };
  return script;
}
