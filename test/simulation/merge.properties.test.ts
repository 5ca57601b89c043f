import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replicaTables } from '../../src-main/adapters/sqlite/replica/replica-schema.ts';
import { readReplica } from '../../src-main/adapters/sqlite/replica/replica-reader.ts';
import { writeReplica } from '../../src-main/adapters/sqlite/replica/replica-writer.ts';
import type { ReleaseDraft } from '../../src-main/ports/journal.ts';
import type { TicketRecord } from '../../src-main/ports/replica.ts';
import { findClient } from '../../src-server/store/access/clients.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import type { Database as ServerDatabase } from '../../src-server/database/database.ts';
import { recordReleases } from '../../src-server/domain/scans/record-releases.ts';
import { recordScans } from '../../src-server/domain/scans/record-scans.ts';
import type { WriteTransaction } from '../../src-server/database/transaction.ts';
import { listReleasesOfTickets } from '../../src-server/store/releases.ts';
import { openVenueKey } from '../../src-main/adapters/peers/venue-key.ts';
import { SqlitePeerStore } from '../../src-main/adapters/sqlite/sqlite-peer-store.ts';
import { silentLogger } from '../../src-main/adapters/system/system-ports.ts';
import { hasKnownStatus, reEntryOf, ticketFacts } from '../../src-main/core/door/ticket-facts.ts';
import { reportedAdmissions } from '../../src-main/station/peers/reported-admissions.ts';
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
import type { ReleaseUpload } from '../../shared/resources/releases.ts';
import type { ScanUpload } from '../../shared/resources/uploads.ts';
import { releaseKinds } from '../../shared/verdict/terms/releases.ts';
import {
  draft,
  instantAt,
  releaseDraft,
  releasePage,
  releaseRecord,
  scanPage,
  scanRecord,
  ticketPage,
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

/** The rows in an order that chance decides. */
function shuffled<Row>(rows: readonly Row[], chance: Iterator<number>): readonly Row[] {
  return rows
    .map((row) => ({ row, place: Number(chance.next().value) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ row }) => row);
}

/** Cuts rows into pages. */
function pagesOf<Row>(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  return rows.length === 0 ? [] : [rows.slice(0, size), ...pagesOf(rows.slice(size), size)];
}

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

describe('the scans and releases on the server', () => {
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

  type Item =
    | { readonly kind: 'scan'; readonly item: ScanUpload }
    | { readonly kind: 'release'; readonly item: ReleaseUpload };

  const secondsIn = (seconds: number) =>
    formatInstant(addMicros(instantFromMillis(start), seconds * 1_000_000));

  const common = (number: number) => ({
    ticket: ticketOf(1 + (number % 3)),
    clock_offset_ms: 0,
    sequence: number + 1,
  });

  /** Three tickets, of which the last lets guests return, at several doors that may or may not know of each other. */
  function uploads(): readonly Item[] {
    const scans = Array.from({ length: 9 }, (_, number) => {
      const isAllowed = number % 4 !== 3;
      const item: ScanUpload = {
        ...common(number),
        reference: numbered('scan', number + 1),
        result: isAllowed ? 'allowed' : 'denied',
        reason: isAllowed ? 'scanning.allowed' : 'scanning.already_scanned',
        scanned_at: secondsIn(((number * 7) % 9) * 5),
        snapshot: { watermark: null },
      };
      return { kind: 'scan', item } as const;
    });
    // Some name no admission, one names a denial.
    const releases = Array.from({ length: 7 }, (_, number) => {
      const item: ReleaseUpload = {
        ...common(number),
        reference: numbered('release', number + 1),
        scan: number % 2 === 0 ? null : numbered('scan', number + 1),
        kind: number % 3 === 0 ? 'mistake' : 'exit',
        released_at: secondsIn(((number * 4) % 9) * 5 + 3),
      };
      return { kind: 'release', item } as const;
    });
    return [...scans, ...releases];
  }

  class Undone extends Error {}

  async function record(tx: WriteTransaction, batch: readonly Item[]): Promise<void> {
    const of = (kind: Item['kind']) =>
      batch.flatMap((one) => (one.kind === kind ? [one.item] : []));
    if (of('scan').length > 0) await recordScans(tx, client, of('scan'));
    if (of('release').length > 0) await recordReleases(tx, client, of('release'));
  }

  /** What the server has after these batches, which are rolled back afterwards. */
  async function landed(batches: readonly (readonly Item[])[]) {
    let held: unknown = null;
    const work = database.write(async (tx) => {
      for (const batch of batches) await record(tx, batch);
      const scans = await tx.db
        .selectFrom('entry_scans')
        .select(['reference', 'result', 'reason', 'scanned_at'])
        .orderBy('reference')
        .execute();
      const releases = await tx.db
        .selectFrom('releases')
        .select(['reference', 'scan', 'kind', 'released_at'])
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
      held = { scans, releases, conflicts };
      throw new Undone();
    });
    await expect(work).rejects.toThrow(Undone);
    return held;
  }

  it('are the same in any order, in any batches, however often they come', async () => {
    const all = uploads();
    const once = await landed([all]);
    expect(once).toMatchObject({ scans: { length: 9 }, releases: { length: 7 } });
    await fc.assert(
      fc.asyncProperty(inAnyOrder(all), fc.integer({ min: 1, max: 5 }), async (items, size) => {
        expect(await landed(pagesOf(items, size))).toEqual(once);
      }),
      { numRuns: 60 },
    );
  });

  /** Sources from which a door may know it; the server knows all. */
  const from = fc.subarray(['feed', 'own', 'peer'] as const, { minLength: 1 });
  const admission = fc.record({ ticket: fc.nat({ max: 2 }), second: fc.nat({ max: 20 }), from });
  const release = fc.record({
    ticket: fc.nat({ max: 2 }),
    /** Which of the ticket's admissions it names, if any. */
    names: fc.option(fc.nat({ max: 5 }), { freq: 3 }),
    kind: fc.constantFrom(...releaseKinds),
    second: fc.nat({ max: 20 }),
    from,
  });
  const evening = fc.record({
    admissions: fc.array(admission, { maxLength: 6 }),
    releases: fc.array(release, { maxLength: 5 }),
    statuses: fc.tuple(
      ...[0, 1, 2].map(() => fc.constantFrom('valid', 'valid', 'cancelled', 'refunded')),
    ),
    place: fc.constantFrom(0, 1, null),
    chance: fc.infiniteStream(fc.nat(1_000)),
    size: fc.integer({ min: 1, max: 4 }),
  });
  type Evening = typeof evening extends fc.Arbitrary<infer Value> ? Value : never;

  /** Undated tickets: for every entry point, with re-entry, and for the first entry point only. */
  const asked = () => [ticketOf(0), ticketOf(3), ticketOf(15)];

  /** What happened, with the admissions that releases name. No two admissions are of one microsecond: by that, stations know them. */
  function happened({ admissions, releases }: Evening) {
    const admitted = admissions.map((one, index) => ({
      ...one,
      reference: numbered('scan', index + 1),
      ticket: asked()[one.ticket] ?? ticketOf(0),
      scanned_at: addMicros(instantFromMillis(start), one.second * 1_000_000 + index),
    }));
    const released = releases.map(({ names, ...one }, index) => {
      const ticket = asked()[one.ticket] ?? ticketOf(0);
      const of = admitted.filter((each) => each.ticket === ticket);
      const named = names === null ? undefined : of[names % Math.max(of.length, 1)];
      return {
        ...one,
        ticket,
        reference: numbered('release', index + 1),
        scan: named?.reference ?? null,
        admitted_at: named?.scanned_at ?? null,
        released_at: addMicros(instantFromMillis(start), one.second * 1_000_000 + 500_000),
      };
    });
    // Stations cannot say which admission a release ended that names none: where there is one, nothing is known from them alone.
    const unnamed = new Set<string>(
      released.flatMap(({ scan, ticket }) => (scan === null ? [ticket] : [])),
    );
    const told = <Of extends { readonly ticket: string; readonly from: Known['from'] }>(one: Of) =>
      unnamed.has(one.ticket) && one.from.every((source) => source === 'peer')
        ? { ...one, from: ['own'] as const }
        : one;
    // The feed brings an admission before what ended it.
    const brought = new Set(
      released.flatMap(({ scan, from: sources }) => (sources.includes('feed') ? [scan] : [])),
    );
    const inFeed = admitted.map((one) =>
      brought.has(one.reference) ? { ...one, from: [...one.from, 'feed' as const] } : one,
    );
    return { admitted: inFeed.map(told), released: released.map(told) };
  }

  /** The verdicts of a door that has the tickets and each admission and release from some source, and the verdicts of the server. */
  async function judge(drawn: Evening) {
    const said: { readonly door: unknown[]; readonly server: unknown[] } = { door: [], server: [] };
    const { event, locations } = template;
    const { statuses, place, chance, size } = drawn;
    const location = place === null ? null : { reference: locations[place] ?? '', name: 'Gate' };
    const seen = { location, code_issue: location === null ? null : 1, locale: 'en' } as const;
    const { admitted, released } = happened(drawn);
    const work = database.write(async (tx) => {
      const tickets: TicketRecord[] = [];
      for (const [index, ticket] of asked().entries()) {
        await updateTicket(tx, ticket, { status: statuses[index] ?? 'valid' });
        const row = await describeTicket(tx, ticket);
        tickets.push(readTicketRow(event)(new RowFields(row, 'a ticket')));
      }
      const items = [
        ...admitted.map(({ ticket, reference, scanned_at }, index) => ({
          kind: 'scan' as const,
          item: {
            reference,
            ticket: ticket,
            result: 'allowed' as const,
            reason: 'scanning.allowed' as const,
            scanned_at: formatInstant(scanned_at),
            clock_offset_ms: 0,
            sequence: index + 1,
            snapshot: { watermark: null },
          },
        })),
        ...released.map(({ ticket, reference, scan, kind, released_at }, index) => ({
          kind: 'release' as const,
          item: {
            reference,
            ticket: ticket,
            scan,
            kind,
            released_at: formatInstant(released_at),
            clock_offset_ms: 0,
            sequence: index + 1,
          },
        })),
      ];
      for (const batch of pagesOf(shuffled(items, chance), size)) await record(tx, batch);
      const bound = new Map(
        (await listReleasesOfTickets(tx, asked())).map(({ reference, scan }) => [reference, scan]),
      );
      const door = openMemory(
        shuffled(admitted, chance),
        shuffled(released, chance).map((one) => ({
          ...one,
          bound: bound.get(one.reference) ?? null,
        })),
        tickets,
      );
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

  it("lead a door to the server's verdict, in whatever order they come from the feed, its journal or neighbours", async () => {
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
    readonly from: readonly ('feed' | 'own' | 'peer')[];
  }

  interface KnownScan extends Known {
    readonly scanned_at: Instant;
  }

  interface KnownRelease extends Known, Pick<ReleaseDraft, 'scan' | 'admitted_at' | 'kind'> {
    readonly released_at: Instant;
    /** What the server says that it ends. */
    readonly bound: string | null;
  }

  function known<Row extends Known>(rows: readonly Row[], source: Known['from'][number]) {
    return rows.filter((row) => row.from.includes(source));
  }

  /** A door is among those that report, with what its journal says. */
  function isReported({ from: sources }: Known): boolean {
    return sources.includes('own') || sources.includes('peer');
  }

  /** A door's data: tickets and what happened in its replica, in its journal, or as reported by neighbours. */
  function openMemory(
    scans: readonly KnownScan[],
    releases: readonly KnownRelease[],
    tickets: readonly TicketRecord[],
  ) {
    const { event } = template;
    const memory = new Database(':memory:');
    memory.exec(replicaTables);
    const writer = writeReplica(memory);
    const replica = readReplica(memory);
    const journal = new StoreFiles().openJournal();
    const key = openVenueKey(venueKey('today'));
    const store = new SqlitePeerStore(':memory:', silentLogger);
    writer.applyPage({ ...ticketPage(tickets), event });
    const inFeed = known(scans, 'feed').map(({ reference, ticket, scanned_at }) =>
      scanRecord(1, { reference, event, ticket, scanned_at }),
    );
    const endedInFeed = known(releases, 'feed').map(
      ({ reference, ticket, bound, kind, released_at }) =>
        releaseRecord(1, { reference, event, ticket, scan: bound, kind, released_at }),
    );
    writer.applyPage({ ...scanPage(inFeed), event });
    writer.applyPage({ ...releasePage(endedInFeed), event });
    for (const [index, { reference, ticket, scanned_at }] of known(scans, 'own').entries()) {
      journal.append(draft(index + 1, { reference, event, ticket, scanned_at }));
    }
    for (const [index, { bound: _, from: __, ...own }] of known(releases, 'own').entries()) {
      journal.appendRelease(
        releaseDraft(index + 1, { ...own, event, request_id: `release-${index}` }),
      );
    }
    store.begin(event, [key.id]);
    const heard = [
      ...scans.filter(isReported).map(({ ticket, scanned_at: at }) => ({ ticket, at, ends: null })),
      ...releases
        .filter(isReported)
        .flatMap(({ ticket, admitted_at: at, kind: ends }) =>
          at === null ? [] : [{ ticket, at, ends }],
        ),
    ].map(({ ticket, at, ends }, index) => ({
      sequence: index + 1,
      h: key.hash(ticket),
      at,
      place: null,
      ends,
    }));
    store.put(`${'a'.repeat(16)}.${key.id}`, heard, heard.length);
    const reported = reportedAdmissions(
      (ticket) => store.find([key.hash(ticket)]),
      () => null,
    );
    const admissions = new Admissions(replica, journal, reported);
    return {
      facts(
        reference: string,
        seen: Pick<Parameters<typeof ticketFacts>[0], 'location' | 'code_issue' | 'locale'>,
      ) {
        const ticket = replica.findTicket(event, reference);
        if (ticket === null || !hasKnownStatus(ticket)) throw new Error('expected a ticket');
        const about = {
          timezone: 'Europe/Oslo',
          sessions: new Map(),
          locations: new Map(),
          reEntry: new Set([template.types.back]),
          opens_before_minutes: 120,
        };
        return ticketFacts({
          ticket,
          event: about,
          admission: admissions.of(reference, reEntryOf(ticket, about)),
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
