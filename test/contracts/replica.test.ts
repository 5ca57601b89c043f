import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replicaWorkerUrl, SqliteReplica } from '../../src-main/adapters/sqlite/sqlite-replica.ts';
import type { Replica } from '../../src-main/ports/replica.ts';
import { MemoryReplica } from '../support/station/memory-replica.ts';
import {
  instantAt,
  scanPage,
  scanRecord,
  ticketPage,
  ticketRecord,
} from '../support/station/records.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE } from '../support/station/rows.ts';
import { temporaryDirectory } from '../support/station/run-station.ts';

const implementations: readonly { name: string; open: (directory: string) => Replica }[] = [
  {
    name: 'SQLite with its worker',
    open: (directory) => new SqliteReplica(join(directory, 'replica.db'), replicaWorkerUrl()),
  },
  { name: 'in memory', open: () => new MemoryReplica() },
];

describe.each(implementations)('a replica ($name)', ({ open }) => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let replica: Replica;

  beforeEach(async () => {
    directory = await temporaryDirectory();
    replica = open(directory.path);
  });

  afterEach(async () => {
    await replica.close();
    await directory[Symbol.asyncDispose]();
  });

  it('gives back a ticket as it was written, to its own event only', async () => {
    const ticket = ticketRecord(1);
    const bare = ticketRecord(2, {
      holder: null,
      session: null,
      entry_points: null,
      ticket_type: null,
    });
    const nowhere = ticketRecord(3, { entry_points: [] });
    await replica.applyPage(ticketPage([ticket, bare, nowhere]));
    expect(replica.findTicket(EVENT, ticket.reference)).toEqual(ticket);
    expect(replica.findTicket(EVENT, bare.reference)).toEqual(bare);
    expect(replica.findTicket(EVENT, nowhere.reference)).toEqual(nowhere);
    expect(replica.findTicket(numbered('event', 9), ticket.reference)).toBeNull();
    expect(replica.findTicket(EVENT, numbered('ticket', 9))).toBeNull();
  });

  it('keeps the newer row whichever comes first, and takes one that is as new', async () => {
    const older = ticketRecord(1, { status: 'cancelled', updated_at: instantAt(1) });
    const newer = ticketRecord(1, { status: 'refunded', updated_at: instantAt(2) });
    await replica.writeTicket(newer);
    await replica.writeTicket(older);
    expect(replica.findTicket(EVENT, newer.reference)).toEqual(newer);
    const asNew = { ...newer, seat_label: 'D 1' };
    await replica.writeTicket(asNew);
    expect(replica.findTicket(EVENT, newer.reference)).toEqual(asNew);
  });

  it('keeps tombstones and counts only tickets that could be admitted', async () => {
    const rows = [
      ticketRecord(1),
      ticketRecord(2, { status: 'cancelled' }),
      ticketRecord(3, { deleted_at: instantAt(3) }),
      ticketRecord(4, { status: 'checked_in' }),
    ];
    const first = await replica.applyPage(ticketPage(rows));
    expect(first.totals).toEqual({ expected: 2, admitted: 0 });
    expect(replica.findTicket(EVENT, numbered('ticket', 3))?.deleted_at).toBe(instantAt(3));
    const removed = ticketRecord(1, { deleted_at: instantAt(9), updated_at: instantAt(9) });
    expect(await replica.writeTicket(removed)).toEqual({ expected: 1, admitted: 0 });
    expect(await replica.writeTicket(removed)).toEqual({ expected: 1, admitted: 0 });
  });

  it('tells the earliest allowed scan of a ticket, and each first admission once', async () => {
    const ticket = numbered('ticket', 1);
    const late = scanRecord(1, { ticket, scanned_at: instantAt(50), location: SOUTH_GATE });
    const early = scanRecord(2, { ticket, scanned_at: instantAt(20), location: NORTH_GATE });
    const denied = scanRecord(3, { ticket, scanned_at: instantAt(5), result: 'denied' });
    const nobody = scanRecord(4, { ticket: null });
    const applied = await replica.applyPage(scanPage([denied, late, nobody]));
    expect(applied.admitted).toEqual([{ ticket, scanned_at: instantAt(50) }]);
    expect(applied.totals.admitted).toBe(1);
    const again = await replica.applyPage(scanPage([late, early], { asked_pointer: 'w1' }));
    expect(again.admitted).toEqual([]);
    expect(again.totals.admitted).toBe(1);
    expect(replica.admissionOf(ticket)).toEqual({
      scanned_at: instantAt(20),
      location: NORTH_GATE,
    });
    expect(replica.admissionsSince(EVENT, instantAt(20))).toEqual([
      { ticket, scanned_at: instantAt(20) },
    ]);
    expect(replica.admissionsSince(EVENT, instantAt(21))).toEqual([]);
  });

  it('stores a walk’s first watermark aside until the last page', async () => {
    const first = await replica.applyPage(
      ticketPage([ticketRecord(1)], {
        next_url: 'page 2',
        watermark: 'w1',
        asked_at: instantAt(10),
      }),
    );
    expect(first.position).toMatchObject({
      pointer: null,
      next_url: 'page 2',
      applied: 1,
      fresh_at: null,
    });
    const last = await replica.applyPage(
      ticketPage([ticketRecord(2)], {
        asked_url: 'page 2',
        watermark: 'w2',
        asked_at: instantAt(20),
      }),
    );
    expect(last.position).toMatchObject({
      pointer: 'w1',
      next_url: null,
      applied: 2,
      fresh_at: instantAt(10),
    });
    expect(replica.position(EVENT, 'tickets')).toEqual(last.position);
    expect(replica.position(EVENT, 'scans')).toMatchObject({ pointer: null, next_url: null });
  });

  it('does not apply a page that was asked for from another position', async () => {
    await replica.applyPage(ticketPage([], { next_url: 'page 2' }));
    const stray = await replica.applyPage(ticketPage([ticketRecord(5)], { asked_url: 'page 1' }));
    expect(stray).toMatchObject({ current: false, position: { next_url: 'page 2' } });
    const strayPointer = await replica.applyPage(
      ticketPage([ticketRecord(5)], { asked_url: 'page 2', asked_pointer: 'w0' }),
    );
    expect(strayPointer.current).toBe(false);
    expect(replica.findTicket(EVENT, numbered('ticket', 5))).toBeNull();
  });

  it('restarts a walk from its pointer, and every walk from the beginning, with the rows kept', async () => {
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    await replica.applyPage(
      ticketPage([ticketRecord(2)], { asked_pointer: 'w1', next_url: 'p', watermark: 'w2' }),
    );
    await replica.restartWalk(EVENT, 'tickets');
    expect(replica.position(EVENT, 'tickets')).toMatchObject({
      pointer: 'w1',
      next_url: null,
      aside: null,
    });
    await replica.rewalk();
    expect(replica.position(EVENT, 'tickets')).toMatchObject({
      pointer: null,
      next_url: null,
      fresh_at: null,
    });
    expect(replica.findTicket(EVENT, numbered('ticket', 2))).not.toBeNull();
  });

  it('gives back events, setup and identity as they were written', async () => {
    const event = {
      reference: EVENT,
      name: 'Gala',
      status: 'published' as const,
      starts_at: instantAt(0),
      ends_at: null,
      timezone: 'Europe/Berlin',
      deleted_at: null,
    };
    const session = {
      reference: numbered('session', 1),
      name: 'Saturday',
      starts_at: instantAt(1),
      cancelled_at: null,
      entry_from: instantAt(0),
      entry_until: null,
    };
    const setup = {
      event,
      sessions: [session],
      locations: [NORTH_GATE],
      source: 'scanner' as const,
      etag: '"1"',
    };
    const identity = {
      organiser: { reference: numbered('organiser', 1), display_name: 'N' },
      client_id: 'c',
      scopes: ['tickets:read'],
      all_events: false,
      capabilities: [],
    };
    expect([replica.events(), replica.setup(EVENT), replica.identity()]).toEqual([[], null, null]);
    await replica.replaceEvents([event]);
    await replica.writeSetup(setup);
    await replica.writeIdentity(identity);
    expect([replica.events(), replica.setup(EVENT), replica.identity()]).toEqual([
      [event],
      setup,
      identity,
    ]);
    await replica.replaceEvents([]);
    expect(replica.events()).toEqual([]);
  });

  it('is empty after a rebuild, and takes rows again', async () => {
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    await replica.rebuild();
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).toBeNull();
    expect(replica.position(EVENT, 'tickets').pointer).toBeNull();
    await replica.applyPage(ticketPage([ticketRecord(2)]));
    expect(replica.totals(EVENT)).toEqual({ expected: 1, admitted: 0 });
  });
});
