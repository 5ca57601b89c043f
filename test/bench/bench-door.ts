import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../src-main/adapters/sqlite/open-journal.ts';
import { replicaWorkerUrl, SqliteReplica } from '../../src-main/adapters/sqlite/sqlite-replica.ts';
import { fileSettings } from '../../src-main/adapters/system/file-settings.ts';
import { silentLogger } from '../../src-main/adapters/system/silent-logger.ts';
import { systemClock } from '../../src-main/adapters/system/system-clock.ts';
import { systemRandom } from '../../src-main/adapters/system/system-random.ts';
import type { Replica, TicketRecord } from '../../src-main/ports/replica.ts';
import { Choices } from '../../src-main/station/choices.ts';
import { Admissions } from '../../src-main/station/door/admissions.ts';
import type { Desk } from '../../src-main/station/door/desk.ts';
import { ScanTicket } from '../../src-main/station/door/scan-ticket.ts';
import { StationClock } from '../../src-main/station/station-clock.ts';
import { Warnings } from '../../src-main/station/warnings.ts';
import { instantFromMicros } from '../../shared/instant.ts';
import { parseTicketCode } from '../../shared/ticket-code/parse-ticket-code.ts';

const EVENT = 'evt_01kyvbnvq0g7m3x9r2c5t8w4ez';
const ROWS_PER_PAGE = 1_000;
const ULID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

export interface BenchDoor {
  /** What a scanner reads from a ticket that was not scanned before. */
  nextCode(): string;
  /** Scans it as the door does: parse, look up, evaluate, append durably. */
  scan(raw: string): void;
  close(): Promise<void>;
}

/** The door's own scan path on real stores, with `tickets` tickets in the replica. Sync is not running. */
export async function openBenchDoor(directory: string, tickets: number): Promise<BenchDoor> {
  mkdirSync(directory, { recursive: true });
  const replica = new SqliteReplica(join(directory, 'replica.db'), replicaWorkerUrl());
  const journal = openJournal(join(directory, 'journal.db'));
  await fill(replica, tickets);
  const clock = new StationClock(systemClock);
  const scanTicket = new ScanTicket({
    clock,
    random: systemRandom(),
    replica,
    journal,
    admissions: new Admissions(replica, journal),
    choices: new Choices(fileSettings(join(directory, 'settings.json'), silentLogger)),
    warnings: new Warnings(() => undefined, silentLogger),
  });
  let scans = 0;
  return {
    nextCode: () => {
      scans += 1;
      return `]Q1${referenceAt(spread(scans, tickets))}\r`;
    },
    scan: (raw) => {
      const code = parseTicketCode(raw);
      const read = {
        raw,
        code,
        symbology: null,
        source: 'keyboard',
        request_id: `bench-${scans}`,
      } as const;
      // As far apart as guests are, so that the repeat-read guard holds what it holds at a door.
      const outcome = scanTicket.scan({ ...read, readAtMs: scans * 1_000 }, desk, null);
      if (outcome.kind !== 'admitted')
        throw new Error(`expected an admission, got ${outcome.kind}`);
    },
    close: async () => {
      journal.close();
      await replica.close();
    },
  };
}

const desk: Desk = {
  organiser: 'org_01kyvbnvq0g7m3x9r2c5t8w4ez',
  event: EVENT,
  location: { reference: 'loc_01kyvbnvq0g7m3x9r2c5t8w4ez', name: 'North Gate' },
  known: {
    timezone: 'Europe/Berlin',
    sessions: new Map(),
    locations: new Map(),
    opens_before_minutes: 120,
  },
};

async function fill(replica: Replica, tickets: number): Promise<void> {
  const pages = Math.ceil(tickets / ROWS_PER_PAGE);
  for (let page = 0; page < pages; page += 1) {
    const first = page * ROWS_PER_PAGE;
    const length = Math.min(ROWS_PER_PAGE, tickets - first);
    await replica.applyPage({
      list: 'tickets',
      event: EVENT,
      asked_url: page === 0 ? null : `page-${page}`,
      asked_pointer: null,
      rows: Array.from({ length }, (_, index) => ticketAt(first + index)),
      next_url: page + 1 === pages ? null : `page-${page + 1}`,
      watermark: '2026-01-01T00:00:00.000000Z',
      asked_at: instantFromMicros(1_800_000_000_000_000),
    });
  }
}

function ticketAt(index: number): TicketRecord {
  return {
    reference: referenceAt(index),
    event: EVENT,
    status: 'valid',
    ticket_type: { reference: 'tt_01kyvbnvq0g7m3x9r2c5t8w4ez', name: 'General admission' },
    holder: { first_name: 'Amélie', last_name: `Dubois ${index}` },
    order: null,
    session: null,
    seat_label: index % 3 === 0 ? `Row ${index % 40}` : null,
    valid_from: null,
    valid_until: null,
    entry_points: null,
    deleted_at: null,
    updated_at: instantFromMicros(1_700_000_000_000_000 + index),
  };
}

/** Ticket references of one sale: a shared prefix, then a tail that only looks random. */
function referenceAt(index: number): `tkt_${string}` {
  let mixed = BigInt.asUintN(60, BigInt(index + 1) * 0x9e37_79b9_7f4a_7c15n);
  let tail = '';
  for (let digit = 0; digit < 12; digit += 1) {
    tail += ULID_DIGITS[Number(mixed & 31n)];
    mixed >>= 5n;
  }
  return `tkt_01kyvbnvq0g7m3${tail}`;
}

/** Walks over all tickets in steps that are far apart, so that a scan finds no page warm from the one before. */
function spread(scan: number, tickets: number): number {
  return Number((BigInt(scan) * 7_919n * 104_729n) % BigInt(tickets));
}
