import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../src-main/adapters/sqlite/journal/open-journal.ts';
import {
  replicaWorkerUrl,
  SqliteReplica,
} from '../../src-main/adapters/sqlite/replica/sqlite-replica.ts';
import { fileSettings } from '../../src-main/adapters/system/file-settings.ts';
import { silentLogger, systemRandom } from '../../src-main/adapters/system/system-ports.ts';
import { deviceClock } from '../../src-main/adapters/system/device-clock.ts';
import type { Replica } from '../../src-main/ports/replica.ts';
import { Choices } from '../../src-main/station/state/choices.ts';
import { Admissions } from '../../src-main/station/selection/admissions.ts';
import type { DoorSelection } from '../../src-main/station/state/door-selection.ts';
import { Exits } from '../../src-main/station/door/exits.ts';
import { defaultDoorRules } from '../../shared/verdict/terms/door-policy.ts';
import { ScanTicket } from '../../src-main/station/door/scan-ticket.ts';
import { Freshness } from '../../src-main/station/health/freshness.ts';
import { StationClock } from '../../src-main/station/clock/station-clock.ts';
import { StationEmitter } from '../../src-main/station/state/station-events.ts';
import { RaisedWarnings } from '../../src-main/station/state/raised-warnings.ts';
import { shortName } from '../../shared/ticket-code/code-payload.ts';
import { findSoldCode } from '../../shared/ticket-code/sold-code.ts';
import { parseTicketCode } from '../../shared/ticket-code/parse-ticket-code.ts';
import {
  applySnapshot,
  EVENT,
  fillReplica,
  referenceAt,
  snapshotOf,
  soldCodeAt,
} from './bench-replica.ts';
import { guestAt, untilIndexed } from './search.ts';

export interface BenchDoor {
  readonly replica: Replica;
  /** What a scanner reads from a ticket that was not scanned before. */
  nextCode(): string;
  /** Likewise from one that was sold elsewhere, where tickets have such codes. */
  nextSoldCode(): string;
  /** A reference. */
  anyTicket(): string;
  /** Scans it as the door does: parse, look up, evaluate, append durably. */
  scan(raw: string): void;
  /** Prepares a snapshot of as many more tickets; the function that it returns imports them, beside the scans that come meanwhile. */
  prepareImport(tickets: number): () => Promise<void>;
  close(): Promise<void>;
}

/** The door's own scan path on real stores, with `tickets` guests in the replica, all of them indexed. Sync is not running. */
export async function openBenchDoor(
  directory: string,
  tickets: number,
  rowAt = guestAt,
): Promise<BenchDoor> {
  mkdirSync(directory, { recursive: true });
  const replica = new SqliteReplica(join(directory, 'replica.db'), replicaWorkerUrl());
  const journal = openJournal(join(directory, 'journal.db'));
  await fillReplica(replica, tickets, rowAt);
  await untilIndexed(replica);
  const clock = new StationClock(deviceClock);
  const events = new StationEmitter();
  const parts = {
    events,
    clock,
    random: systemRandom(),
    journal,
    admissions: new Admissions(replica, journal, null),
    choices: new Choices(fileSettings(join(directory, 'settings.json'), silentLogger)),
  };
  const scanTicket = new ScanTicket({
    ...parts,
    exits: new Exits(parts),
    replica,
    freshness: new Freshness(events),
    warnings: new RaisedWarnings(events, silentLogger),
  });
  const soldTicket = (raw: string) => {
    const found = findSoldCode(raw, (keys) =>
      replica
        .ticketsWithCode(EVENT, keys)
        .flatMap((ticket) =>
          ticket.sold_code === null ? [] : [{ code: ticket.sold_code, ticket }],
        ),
    );
    if (found.kind !== 'found') throw new Error(`expected a code as sold, got ${found.kind}`);
    return found.sold.ticket;
  };
  let scans = 0;
  let known = tickets;
  const nextTicket = () => {
    scans += 1;
    return spread(scans, tickets);
  };
  return {
    replica,
    nextCode: () => `]Q1${referenceAt(nextTicket())}\r`,
    nextSoldCode: () => `]C0${soldCodeAt(nextTicket())}\r`,
    anyTicket: () => referenceAt(randomInt(tickets)),
    scan: (raw) => {
      const code = parseTicketCode(raw);
      if (code.kind === 'signed') throw new Error('expected a reference');
      // As `ScanQueue` finds it.
      const stored = code.kind === 'unrecognised' ? soldTicket(raw) : null;
      const read = {
        raw,
        code: stored === null ? code : ({ kind: 'sold', reference: stored.reference } as const),
        symbology: null,
        source: 'keyboard',
        request_id: `bench-${scans}`,
      } as const;
      // As far apart as guests are, so that the repeat-read guard holds what it holds at a door.
      const outcome = scanTicket.scan(
        { ...read, readAtMs: scans * 1_000 },
        selection,
        stored === null ? {} : { stored },
      );
      if (outcome.kind !== 'admitted')
        throw new Error(`expected an admission, got ${outcome.kind}`);
    },
    prepareImport: (more) => {
      const pieces = snapshotOf({ first: known, tickets: more, rowAt: guestAt });
      known += more;
      return () => applySnapshot(replica, pieces);
    },
    close: async () => {
      journal.close();
      await replica.close();
    },
  };
}

const selection: DoorSelection = {
  organiser: 'org_01kyvbnvq0g7m3x9r2c5t8w4ez',
  event: EVENT,
  location: { reference: 'loc_01kyvbnvq0g7m3x9r2c5t8w4ez', name: 'North Gate' },
  offered: [],
  direction: 'in',
  policy: defaultDoorRules,
  isSetUp: true,
  known: {
    timezone: 'Europe/Berlin',
    sessions: new Map(),
    locations: new Map(),
    reEntry: new Set(),
    opens_before_minutes: 120,
  },
  codes: {
    keys: [],
    event: shortName('event', EVENT),
    sessions: new Map(),
    ticketTypes: new Map(),
    locations: new Map(),
  },
};

/** Walks over all tickets in steps that are far apart, so that a scan finds no page warm from the one before. */
function spread(scan: number, tickets: number): number {
  return Number((BigInt(scan) * 7_919n * 104_729n) % BigInt(tickets));
}
