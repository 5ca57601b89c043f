import { earliestOf } from '../support/station/records.ts';
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replicaTables } from '../../src-main/adapters/sqlite/replica/replica-schema.ts';
import { readReplica } from '../../src-main/adapters/sqlite/replica/replica-reader.ts';
import { writeReplica } from '../../src-main/adapters/sqlite/replica/replica-writer.ts';
import type { ScanRecord, TicketRecord } from '../../src-main/ports/replica.ts';
import { findClient } from '../../src-server/store/access/clients.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import type { Database as ServerDatabase } from '../../src-server/database/database.ts';
import { recordScans } from '../../src-server/domain/scans/record-scans.ts';
import { openVenueKey } from '../../src-main/adapters/peers/venue-key.ts';
import { SqlitePeerStore } from '../../src-main/adapters/sqlite/sqlite-peer-store.ts';
import { silentLogger } from '../../src-main/adapters/system/system-ports.ts';
import { hasKnownStatus, ticketFacts } from '../../src-main/core/door/ticket-facts.ts';
import { Admissions } from '../../src-main/station/selection/admissions.ts';
import { readTicketRow } from '../../src-main/wire/records.ts';
import { RowFields } from '../../src-main/wire/row-fields.ts';
import { findAdmission, findAdmissionRow } from '../../src-server/store/admission-facts.ts';
import { describeTicket } from '../../src-server/api/resources/tickets.ts';
import { admissionFacts } from '../../src-server/domain/scans/admission-facts.ts';
import { updateTicket } from '../../src-server/domain/tickets/change-ticket.ts';
import { addMicros, formatInstant, instantFromMillis, type Instant } from '../../shared/instant.ts';
import type { PeerAdmission } from '../../shared/verdict/peer-admission.ts';
import { reasonOf } from '../../shared/verdict/evaluate.ts';
import { venueKey } from '../support/station/peer-doors.ts';
import { isReference } from '../../shared/references.ts';
import type { ScanUpload } from '../../shared/resources/uploads.ts';
import {
  draft,
  instantAt,
  scanPage,
  scanRecord,
  ticketPage,
  ticketRecord,
} from '../support/station/records.ts';
import { EVENT, numbered } from '../support/station/rows.ts';
import { StoreFiles } from '../support/station/store-files.ts';
import { makeTemplate, type Template } from './world/template.ts';

/** The rows in random order, some of them more than once. */
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

/** The content of a replica after it has applied these rows in pages. */
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
    earliestOf(reader, numbered('ticket', number)),
  ]);
  const totals = reader.totals(EVENT);
  database.close();
  return { known, totals };
}

describe('the content of a replica', () => {
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
    expect(once.totals).toEqual({ expected: 0, admitted: 3, inside: 3 });
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

describe('what a station learns from stations nearby', () => {
  const key = openVenueKey(venueKey('today'));
  const said = (count: number, of: number): readonly PeerAdmission[] =>
    Array.from({ length: count }, (_, index) => ({
      sequence: index + 1,
      h: key.hash(numbered('ticket', 1 + ((index * of) % 4))),
      at: instantAt(of * 100 - index * 7),
      place: null,
      ends: null,
    }));
  const series = new Map([
    [`${'a'.repeat(16)}.${key.id}`, said(5, 1)],
    [`${'b'.repeat(16)}.${key.id}`, said(4, 2)],
    [`${'c'.repeat(16)}.${key.id}`, said(3, 3)],
  ]);

  /** Each step is the next part of a series, or a prefix of it that another station sends again. */
  const steps = fc.array(
    fc.record({
      name: fc.constantFrom(...series.keys()),
      count: fc.integer({ min: 1, max: 3 }),
      isAgain: fc.boolean(),
    }),
    { maxLength: 30 },
  );
  type Steps = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

  function hear(order: Steps) {
    const store = new SqlitePeerStore(':memory:', silentLogger);
    store.begin(EVENT, [key.id]);
    const heard = (name: string, from: number, count: number) => {
      const part = (series.get(name) ?? []).slice(from, from + count);
      const last = part.at(-1);
      if (last !== undefined) store.put(name, part, last.sequence);
    };
    for (const { name, count, isAgain } of order) {
      heard(name, isAgain ? 0 : (store.known().get(name) ?? 0), count);
    }
    for (const name of series.keys()) heard(name, store.known().get(name) ?? 0, 100);
    const found = [1, 2, 3, 4, 5].map((ticket) =>
      store.find([key.hash(numbered('ticket', ticket))]),
    );
    const held = [...series.keys()].map((name) => [
      store.known().get(name),
      store.after(name, 0, 100),
    ]);
    const { count } = store;
    store.close();
    return { found, held, count };
  }

  it('is the same in any order, in any parts, whichever station forwards it', () => {
    const once = hear([]);
    expect(once).toMatchObject({ count: 12 });
    expect(once.found.map((facts) => facts.length > 0)).toEqual([true, true, true, true, false]);
    fc.assert(
      fc.property(steps, (order) => {
        expect(hear(order)).toEqual(once);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the scans on the server', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-merge-'));
  const start = Date.UTC(2026, 10, 20, 18);
  let template: Template;
  let database: ServerDatabase;
  let client = { organiserId: 0, clientRowId: 0, allEvents: true };

  beforeAll(async () => {
    template = await makeTemplate(directory, start);
    database = await openDatabase({ dataDir: directory });
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

  /** Three tickets at several doors that may or may not know of each other's admissions. */
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

  /** The server's scans after these batches, which are rolled back afterwards. */
  async function landed(batches: readonly (readonly ScanUpload[])[]) {
    let held: unknown = null;
    const work = database.write(async (tx) => {
      for (const batch of batches) await recordScans(tx, client, batch);
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

  const admission = fc.record({
    ticket: fc.nat({ max: 2 }),
    second: fc.nat({ max: 20 }),
    /** Sources from which a door may know it; the server knows all. */
    from: fc.subarray(['feed', 'own', 'peer'] as const, { minLength: 1 }),
  });
  const evening = fc.record({
    admissions: fc.array(admission, { maxLength: 6 }),
    statuses: fc.tuple(
      ...[0, 1, 2].map(() => fc.constantFrom('valid', 'valid', 'cancelled', 'refunded')),
    ),
    place: fc.constantFrom(0, 1, null),
  });
  type Evening = typeof evening extends fc.Arbitrary<infer Value> ? Value : never;

  /** Undated tickets: two for every entry point, one for the first entry point only. */
  const asked = () => [ticketOf(0), ticketOf(1), ticketOf(15)];

  /** The verdicts of a door that has the former tickets and each admission from some source, and the verdicts of the server. */
  async function judge({ admissions, statuses, place }: Evening) {
    const said: { readonly door: unknown[]; readonly server: unknown[] } = { door: [], server: [] };
    const { event, locations } = template;
    const location = place === null ? null : { reference: locations[place] ?? '', name: 'Gate' };
    const seen = { location, code_issue: location === null ? null : 1, locale: 'en' } as const;
    const rows = admissions.map((one, index) => ({
      ...one,
      reference: numbered('scan', index + 1),
      ticket: asked()[one.ticket] ?? ticketOf(0),
      scanned_at: addMicros(instantFromMillis(start), one.second * 1_000_000),
    }));
    const work = database.write(async (tx) => {
      const tickets: TicketRecord[] = [];
      for (const [index, ticket] of asked().entries()) {
        await updateTicket(tx, ticket, { status: statuses[index] ?? 'valid' });
        const row = await describeTicket(tx, ticket);
        tickets.push(readTicketRow(event)(new RowFields(row, 'a ticket')));
      }
      const items = rows.map(({ ticket, reference, scanned_at }, index) => ({
        reference,
        ticket,
        result: 'allowed',
        reason: 'scanning.allowed',
        scanned_at: formatInstant(scanned_at),
        clock_offset_ms: 0,
        sequence: index + 1,
        snapshot: { watermark: null },
      }));
      await recordScans(tx, client, items);
      const door = openMemory(rows, tickets);
      for (const ticket of asked()) {
        const row = await findAdmissionRow(tx, ticket);
        if (row === undefined) throw new Error('expected a ticket');
        const first = await findAdmission(tx, row.ticket.reference);
        said.server.push(reasonOf(admissionFacts(row, { admission: first, ...seen }), tx.now));
        said.door.push(reasonOf(door.facts(ticket, seen), tx.now));
      }
      door.close();
      throw new Undone();
    });
    await expect(work).rejects.toThrow(Undone);
    return said;
  }

  it("leads a door to the server's verdict, whether admissions come from the feed, its journal or neighbours", async () => {
    const verdicts = new Set<string>();
    await fc.assert(
      fc.asyncProperty(evening, async (drawn) => {
        const { door, server } = await judge(drawn);
        for (const reason of server) verdicts.add(String(reason));
        expect(door).toEqual(server);
      }),
      { numRuns: 120 },
    );
    expect([...verdicts].toSorted()).toEqual([
      'scanning.allowed',
      'scanning.already_scanned',
      'scanning.ticket_cancelled',
      'scanning.ticket_refunded',
      'scanning.wrong_entry_point',
    ]);
  });

  interface Known {
    readonly reference: string;
    readonly ticket: string;
    readonly scanned_at: Instant;
    readonly from: readonly ('feed' | 'own' | 'peer')[];
  }

  /** A door's data: tickets and some admissions in its replica, others in its journal, others reported by neighbours. */
  function openMemory(rows: readonly Known[], tickets: readonly TicketRecord[]) {
    const { event } = template;
    const memory = new Database(':memory:');
    memory.exec(replicaTables);
    const writer = writeReplica(memory);
    const replica = readReplica(memory);
    const journal = new StoreFiles().openJournal();
    const key = openVenueKey(venueKey('today'));
    const store = new SqlitePeerStore(':memory:', silentLogger);
    const of = (source: Known['from'][number]) => rows.filter(({ from }) => from.includes(source));
    const record = ({ reference, ticket, scanned_at }: Known) =>
      scanRecord(1, { reference, event, ticket, scanned_at });
    writer.applyPage({ ...ticketPage(tickets), event });
    writer.applyPage({ ...scanPage(of('feed').map(record)), event });
    for (const [index, { reference, ticket, scanned_at }] of of('own').entries()) {
      journal.append(draft(index + 1, { reference, event, ticket, scanned_at }));
    }
    store.begin(event, [key.id]);
    const heard = of('peer').map(({ ticket, scanned_at: at }, index) => ({
      sequence: index + 1,
      h: key.hash(ticket),
      at,
      place: null,
      ends: null,
    }));
    store.put(`${'a'.repeat(16)}.${key.id}`, heard, heard.length);
    const admissions = new Admissions(replica, journal, {
      admissionOf: (ticket) => {
        const [found = null] = store.find([key.hash(ticket)]);
        return found && { scanned_at: found.at, location: null, source: 'peer' };
      },
      openOf: () => [],
      isGivenBack: () => false,
    });
    return {
      facts(
        reference: string,
        seen: Pick<Parameters<typeof ticketFacts>[0], 'location' | 'code_issue' | 'locale'>,
      ) {
        const ticket = replica.findTicket(event, reference);
        if (ticket === null || !hasKnownStatus(ticket)) throw new Error('expected a ticket');
        const known = {
          timezone: 'Europe/Oslo',
          sessions: new Map(),
          locations: new Map(),
          reEntry: new Set<string>(),
          opens_before_minutes: 120,
        };
        return ticketFacts({
          ticket,
          event: known,
          admission: admissions.of(reference, 'none'),
          ...seen,
        });
      },
      close() {
        memory.close();
        store.close();
      },
    };
  }
});
