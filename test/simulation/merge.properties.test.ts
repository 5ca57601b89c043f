import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replicaTables } from '../../src-main/adapters/sqlite/replica-schema.ts';
import { readReplica } from '../../src-main/adapters/sqlite/replica-reader.ts';
import { writeReplica } from '../../src-main/adapters/sqlite/replica-writer.ts';
import type { ScanRecord, TicketRecord } from '../../src-main/ports/replica.ts';
import { findClient } from '../../src-server/repositories/clients.ts';
import {
  openDatabase,
  type Database as ServerDatabase,
} from '../../src-server/services/database.ts';
import { uploadScans } from '../../src-server/services/scans/upload-scans.ts';
import { addMicros, formatInstant, instantFromMillis } from '../../shared/instant.ts';
import { isReference } from '../../shared/references.ts';
import type { ScanUpload } from '../../shared/contract/scanner.ts';
import {
  instantAt,
  scanPage,
  scanRecord,
  ticketPage,
  ticketRecord,
} from '../support/station/records.ts';
import { EVENT, numbered } from '../support/station/rows.ts';
import { makeTemplate, type Template } from './world/template.ts';

/** The rows of an order that somebody drew, some of them more than once. */
function inAnyOrder<Row>(rows: readonly Row[]): fc.Arbitrary<readonly Row[]> {
  const places = rows.map((_, place) => place);
  return fc
    .tuple(
      fc.shuffledSubarray(places, { minLength: places.length }),
      fc.array(fc.constantFrom(...places), { maxLength: 6 }),
      fc.infiniteStream(fc.nat(1_000)),
    )
    .map(([order, again, chance]) => {
      const all = [...order];
      for (const place of again)
        all.splice((chance.next().value ?? 0) % (all.length + 1), 0, place);
      return all.flatMap((place) => rows[place] ?? []);
    });
}

/** Cuts rows into pages. */
function pagesOf<Row>(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  return rows.length === 0 ? [] : [rows.slice(0, size), ...pagesOf(rows.slice(size), size)];
}

/** What a replica holds once it has taken in these rows, in pages. */
function takeIn(tickets: readonly TicketRecord[], feed: readonly ScanRecord[], size: number) {
  const database = new Database(':memory:');
  database.exec(replicaTables);
  const writer = writeReplica(database);
  const reader = readReplica(database);
  const from = (list: 'tickets' | 'scans') => {
    const { pointer, next_url } = reader.position(EVENT, list);
    return { asked_pointer: pointer, asked_url: next_url };
  };
  for (const rows of pagesOf(tickets, size)) writer.applyPage(ticketPage(rows, from('tickets')));
  for (const rows of pagesOf(feed, size)) writer.applyPage(scanPage(rows, from('scans')));
  const known = [1, 2, 3].map((number) => [
    reader.findTicket(EVENT, numbered('ticket', number)),
    reader.admissionOf(numbered('ticket', number)),
  ]);
  const totals = reader.totals(EVENT);
  database.close();
  return { known, totals };
}

describe('what a replica takes in', () => {
  const versions: readonly TicketRecord[] = [1, 2, 3].flatMap((number) =>
    (['valid', 'cancelled', 'valid', 'refunded'] as const).map((status, version) =>
      ticketRecord(number, { status, updated_at: instantAt(version * 10 + number) }),
    ),
  );
  const scans: readonly ScanRecord[] = [1, 2, 3, 4, 5, 6].map((number) =>
    scanRecord(number, {
      ticket: numbered('ticket', 1 + (number % 3)),
      result: number === 5 ? 'denied' : 'allowed',
      scanned_at: instantAt(100 - number),
    }),
  );

  it('is the same in any order, in any pages, however often it comes', () => {
    const once = takeIn(versions, scans, 100);
    expect(once.totals).toEqual({ expected: 0, admitted: 3 });
    fc.assert(
      fc.property(
        inAnyOrder(versions),
        inAnyOrder(scans),
        fc.integer({ min: 1, max: 5 }),
        (tickets, feed, size) => {
          expect(takeIn(tickets, feed, size)).toEqual(once);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what doors upload', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-merge-'));
  const start = Date.UTC(2026, 10, 20, 18);
  let template: Template;
  let database: ServerDatabase;
  let client = { organiserId: 0, clientRowId: 0, allEvents: true };

  beforeAll(async () => {
    template = await makeTemplate(directory, start);
    database = openDatabase({ dataDir: directory });
    await database.read(async (tx) => {
      const row = await findClient(tx, template.clients[0]?.id ?? '');
      client = { ...client, organiserId: row?.organiser_id ?? 0, clientRowId: row?.id ?? 0 };
    });
  });

  afterAll(async () => {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  });

  function ticketOf(place: number) {
    const ticket = template.tickets[place] ?? '';
    if (!isReference('ticket', ticket)) throw new Error('expected a ticket');
    return ticket;
  }

  /** Three tickets at several doors, which did not know of each other, or did. */
  function uploads(): readonly ScanUpload[] {
    return Array.from({ length: 9 }, (_, number) => {
      const isAllowed = number % 4 !== 3;
      return {
        reference: numbered('scan', number + 1),
        ticket: ticketOf(number % 3),
        result: isAllowed ? 'allowed' : 'denied',
        reason: isAllowed ? 'scanning.allowed' : 'scanning.already_scanned',
        scanned_at: formatInstant(
          addMicros(instantFromMillis(start), ((number * 7) % 9) * 1_000_000),
        ),
        clock_offset_ms: 0,
        sequence: number + 1,
        snapshot: { watermark: null },
      };
    });
  }

  class Undone extends Error {}

  /** What the server holds once it has taken in these batches, which are undone again. */
  async function landed(batches: readonly (readonly ScanUpload[])[]) {
    let held: unknown = null;
    const work = database.write(async (tx) => {
      for (const batch of batches) await uploadScans(tx, client, batch);
      const scans = await tx.db
        .selectFrom('entry_scans')
        .select(['reference', 'result', 'reason', 'scanned_at'])
        .orderBy('reference')
        .execute();
      const conflicts = await tx.db
        .selectFrom('conflicts as conflict')
        .innerJoin('entry_scans as scan', 'scan.id', 'conflict.scan_id')
        .leftJoin('entry_scans as other', 'other.id', 'conflict.other_scan_id')
        .select(['conflict.kind', 'scan.reference', 'other.reference as other', 'expected_reason'])
        .where('conflict.deleted_at', 'is', null)
        .orderBy('scan.reference')
        .orderBy('conflict.kind')
        .execute();
      held = { scans, conflicts };
      throw new Undone();
    });
    await expect(work).rejects.toThrow(Undone);
    return held;
  }

  it('is the same in any order, in any batches, however often it comes', async () => {
    const all = uploads();
    const once = await landed([all]);
    expect(once).toMatchObject({ scans: { length: 9 } });
    await fc.assert(
      fc.asyncProperty(inAnyOrder(all), fc.integer({ min: 1, max: 5 }), async (items, size) => {
        expect(await landed(pagesOf(items, size))).toEqual(once);
      }),
      { numRuns: 60 },
    );
  });
});
