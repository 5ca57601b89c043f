import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src-server/open-database.ts';
import type { WriteTransaction } from '../../src-server/database/transaction.ts';
import { removeCodeKey, rotateCodeKey } from '../../src-server/domain/tickets/code-keys.ts';
import { createOrder } from '../../src-server/domain/sales/create-order.ts';
import {
  createTicketType,
  ticketTypeDefaults,
} from '../../src-server/domain/events/ticket-types.ts';
import { codedTickets } from '../../src-server/api/exports/coded-tickets.ts';
import { describeTicketWithCode } from '../../src-server/api/resources/tickets.ts';
import { reissueTicket } from '../../src-server/domain/tickets/reissue-ticket.ts';
import { sign, signedTicket, testKey } from '../support/signed-codes.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

describe('signed codes from the companion server at a door', () => {
  let server: RealServer;
  let venue: Awaited<ReturnType<RealServer['furnish']>>;
  let door: RunningStation;
  const open: AsyncDisposable[] = [];

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    venue = await server.furnish(3);
    const directory = await temporaryDirectory();
    const [client] = venue.clients;
    door = await runStation({
      dataDir: directory.path,
      enrolment: { server_url: server.url, client_id: client.id, client_secret: client.secret },
    });
    open.unshift(door, directory);
    await until('the door is ready', () => door.state().phase.kind === 'ready');
    await until('the setup is here', () => door.state().sync.fresh_at.setup !== null);
  });

  afterEach(async () => {
    for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
    await server.remove();
  });

  /** What an organiser does at the server's computer. */
  async function organise<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    const database = await openDatabase(server);
    try {
      return await database.write(work);
    } finally {
      await database.close();
    }
  }

  async function exportCodes(): Promise<ReadonlyMap<string, string>> {
    const database = await openDatabase(server);
    const codes = new Map<string, string>();
    try {
      for await (const page of codedTickets(database, { event: venue.event }, 'signed')) {
        for (const { ticket } of page) codes.set(ticket.reference, ticket.code ?? '');
      }
    } finally {
      await database.close();
    }
    return codes;
  }

  /** Twice: a request that is under way may have left before the organiser's last change. */
  async function readAgain(list: 'tickets' | 'setup'): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      const before = door.state().sync.fresh_at[list];
      await until(`${list} was read again`, () => door.state().sync.fresh_at[list] !== before);
    }
  }

  async function sell(): Promise<void> {
    await organise(async (tx) => {
      const type = { ...ticketTypeDefaults, name: 'Late', price: 0, entry_points: [venue.north] };
      const { reference } = await createTicketType(tx, venue.event, type);
      await createOrder(tx, {
        event: venue.event,
        lines: [{ sellable: reference, quantity: 1, session: null }],
        contact: null,
        answers: {},
        status: 'confirmed',
      });
    });
  }

  const organiser = () =>
    organise((tx) => tx.db.selectFrom('organisers').select('reference').executeTakeFirstOrThrow());

  it('admit a ticket that was sold while the door had no network, once, and are uploaded', async () => {
    await server.stop();
    await sell();
    const codes = await exportCodes();
    const [late = ''] = [...codes.keys()].filter((ticket) => !venue.tickets.includes(ticket));
    const code = codes.get(late) ?? '';
    await door.send({ kind: 'select_entry_point', location: venue.south });
    expect(await door.scan(code)).toMatchObject({
      reason: 'scanning.wrong_entry_point',
      note: 'from_code',
      right_entry_points: ['North Gate'],
    });
    await door.send({ kind: 'select_entry_point', location: venue.north });
    expect(await door.scan(code)).toMatchObject({
      kind: 'admitted',
      ticket: late,
      note: 'from_code',
    });
    expect(await door.scan(late)).toMatchObject({ kind: 'unknown_ticket' });
    expect(await door.scan(codes.get(venue.tickets[0] ?? '') ?? '')).toMatchObject({
      kind: 'admitted',
      ticket: venue.tickets[0],
    });
    await server.start();
    await until('the queue is empty', () => door.state().sync.queued === 0);
    expect(door.state().sync.needs_attention).toBe(0);
    const scans = await server.scansOf(venue.event, venue.clients[0]);
    expect(scans.filter(({ ticket }) => ticket === late).map(({ result }) => result)).toEqual(
      expect.arrayContaining(['allowed', 'denied']),
    );
    const conflicts = await organise((tx) => tx.db.selectFrom('conflicts').selectAll().execute());
    expect(conflicts).toEqual([]);
  });

  it('that were replaced are refused as soon as the door learns of it, and the server agrees', async () => {
    const [ticket = ''] = venue.tickets;
    const old = (await exportCodes()).get(ticket) ?? '';
    const { code } = await organise(async (tx) =>
      describeTicketWithCode(tx, ticket, await reissueTicket(tx, ticket)),
    );
    await readAgain('tickets');
    expect(await door.scan(old)).toMatchObject({ kind: 'denied', note: 'code_replaced' });
    expect(await door.scan(ticket)).toMatchObject({ kind: 'denied', note: 'code_replaced' });
    expect(await door.scan(code ?? '')).toMatchObject({ kind: 'admitted', ticket });
    await until('the queue is empty', () => door.state().sync.queued === 0);
    const conflicts = await organise((tx) => tx.db.selectFrom('conflicts').selectAll().execute());
    expect(conflicts).toEqual([]);
  });

  it('follow the keys of the setup: a new one, a retired one, one that was removed', async () => {
    const [first = '', second = '', third = ''] = venue.tickets;
    const old = await exportCodes();
    const { reference } = await organiser();
    await organise((tx) => rotateCodeKey(tx, reference));
    await readAgain('setup');
    const renewed = await exportCodes();
    expect(await door.scan(renewed.get(first) ?? '')).toMatchObject({ kind: 'admitted' });
    expect(await door.scan(old.get(second) ?? '')).toMatchObject({ kind: 'admitted' });
    await organise(async (tx) => {
      const retired = await tx.db
        .selectFrom('code_keys')
        .select('kid')
        .where('retired_at', 'is not', null)
        .executeTakeFirstOrThrow();
      await removeCodeKey(tx, reference, retired.kid);
    });
    await readAgain('setup');
    expect(await door.scan(old.get(third) ?? '')).toMatchObject({ kind: 'unknown_ticket' });
    expect(await door.scan(renewed.get(third) ?? '')).toMatchObject({ kind: 'admitted' });
  });

  it('of a ticket that the server does not have are not trusted while it can be asked', async () => {
    const stolen = await organise(async (tx) => {
      const row = await tx.db.selectFrom('code_keys').selectAll().executeTakeFirstOrThrow();
      const { key } = testKey(row.kid);
      const x = row.public_key.toString('base64url');
      return { key: { ...key, x }, secret: row.secret_key.toString('base64url') };
    });
    const event = [...(await exportCodes()).values()].map((code) => code.split('.')[1] ?? '')[0];
    const { e } = JSON.parse(Buffer.from(event ?? '', 'base64url').toString('utf8'));
    const [asked = '', alone = ''] = await Promise.all(
      [77, 78].map((ticket) => sign(signedTicket(ticket, { event: String(e) }), stolen)),
    );
    expect(await door.scan(asked)).toMatchObject({ kind: 'unknown_ticket', reason: null });
    await server.stop();
    await until('the door is offline', () => door.state().sync.connection.kind === 'offline');
    expect(await door.scan(alone)).toMatchObject({ kind: 'admitted', note: 'from_code' });
  });
});
