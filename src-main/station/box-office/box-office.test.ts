import { describe, expect, it } from 'vitest';
import { addMicros } from '../../../shared/instant.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { SetupRecord } from '../../../shared/station/records.ts';
import { ReplicaUnreadableError } from '../../core/replica-unreadable.ts';
import { sign, signedTicket, testKey } from '../../../test/support/signed-codes.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import {
  freeTicket,
  instantAt,
  scanRecord,
  ticketRecord,
} from '../../../test/support/station/records.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE } from '../../../test/support/station/rows.ts';

type Door = Awaited<ReturnType<typeof openDoor>>;

async function ask(door: Door, command: StationCommand) {
  const result = await door.send(command);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result;
}

async function find(door: Door, query: string) {
  const result = await ask(door, { kind: 'search_tickets', query });
  if (!('found' in result)) throw new Error('expected tickets');
  return result.found;
}

async function previewOf(door: Door, query: string) {
  const [summary] = (await find(door, query)).tickets;
  return summary?.check_in;
}

async function readOrder(door: Door, ticket: string) {
  const result = await ask(door, { kind: 'read_order', ticket });
  if (!('order' in result)) throw new Error('expected an order');
  return result.order;
}

function fail(): never {
  throw new ReplicaUnreadableError('the disk is gone');
}

async function openBoxOffice() {
  const door = await openDoor();
  const order = numbered('order', 9);
  const party = [
    { number: 11, last_name: 'Zola', seat_label: 'C 2' },
    { number: 12, last_name: 'Ada', seat_label: 'C 10' },
  ];
  for (const { number, last_name, seat_label } of party) {
    const holder = { first_name: 'Émile', last_name, email: `${last_name}@example.org` };
    const at = { entry_points: [SOUTH_GATE.reference], valid_from: null, session: null };
    await door.replica.writeTicket(ticketRecord(number, { order, holder, seat_label, ...at }));
  }
  return { door, order, zola: numbered('ticket', 11), ada: numbered('ticket', 12) };
}

describe('the box office', () => {
  it('finds guests regardless of letter case and accents, with the verdict of a check-in', async () => {
    const { door, order, zola } = await openBoxOffice();
    expect(await find(door, 'EMILE zol')).toEqual({
      more: false,
      complete: true,
      tickets: [
        {
          ticket: zola,
          order,
          holder: 'Émile Zola',
          email: 'Zola@example.org',
          ticket_type: 'Standard',
          seat_label: 'C 2',
          session: null,
          ordered_at: '2026-11-20T18:00:11.000000Z',
          entry_points: [],
          check_in: expect.objectContaining({ kind: 'admitted', reason: 'scanning.allowed' }),
        },
      ],
    });
    await door.close();
  });

  it('finds a ticket by its code and an order by its reference, also when pasted', async () => {
    const { door, order, zola, ada } = await openBoxOffice();
    const references = async (query: string) =>
      (await find(door, query)).tickets.map(({ ticket }) => ticket).toSorted();
    expect(await references(`  ${zola.toUpperCase()} `)).toEqual([zola]);
    expect(await references(` ${order.toUpperCase()}`)).toEqual([zola, ada]);
    expect(await references(numbered('order', 99))).toEqual([]);
    expect(await references(numbered('ticket', 99))).toEqual([]);
    expect(await references('   ')).toEqual([]);
    expect(await references(await sign(signedTicket(11), testKey('K3dQ')))).toEqual([zola]);
    expect(await references(zola.slice(0, 12))).toHaveLength(5);
    expect(await references(zola.slice(-18))).toEqual([zola]);
    await door.close();
  });

  it('finds a ticket that was sold elsewhere by its code, its number and its order number there', async () => {
    const { door } = await openBoxOffice();
    const sold = { sold_code: 'XK204931', external_id: 'T-4711', order_external_id: 'PX9QW' };
    await door.replica.writeTicket({ ...freeTicket(20), ...sold });
    for (const query of ['xk204931', ' XK204931 ', 'XK-204 931', 'T-4711', '4711', 'px9qw']) {
      expect((await find(door, query)).tickets).toMatchObject([
        { ticket: numbered('ticket', 20), shop_order: 'PX9QW' },
      ]);
    }
    await door.close();
  });

  it('shows fifty matches, and that there are more', async () => {
    const { door } = await openBoxOffice();
    for (let number = 100; number < 151; number += 1) {
      await door.replica.writeTicket(freeTicket(number));
    }
    const found = await find(door, 'amelie');
    expect(found.tickets).toHaveLength(50);
    expect(found.more).toBe(true);
    await door.close();
  });

  it('shows an order by seat, and why one of its tickets would be refused', async () => {
    const { door, order, zola, ada } = await openBoxOffice();
    await door.replica.writeTicket(
      ticketRecord(13, { order, status: 'refunded', seat_label: null }),
    );
    const view = await readOrder(door, ada);
    expect(view).toMatchObject({ order, complete: true, add_ons: [] });
    expect(view.tickets.map(({ ticket }) => ticket)).toEqual([numbered('ticket', 13), zola, ada]);
    expect(view.tickets[0]?.check_in).toMatchObject({
      kind: 'denied',
      reason: 'scanning.ticket_refunded',
    });
    await door.close();
  });

  it('shows a ticket without an order alone, and refuses an unknown one', async () => {
    const { door } = await openBoxOffice();
    await door.replica.writeTicket(ticketRecord(14, { order: null }));
    const view = await readOrder(door, numbered('ticket', 14));
    expect(view).toMatchObject({ order: null, add_ons: [] });
    expect(view.tickets).toHaveLength(1);
    expect(await door.send({ kind: 'read_order', ticket: numbered('ticket', 99) })).toMatchObject({
      ok: false,
      code: 'order.unknown_ticket',
    });
    await door.close();
  });

  it('checks in at no entry point, once, however often and wherever it is requested', async () => {
    const { door, zola } = await openBoxOffice();
    expect(await door.scan(zola)).toMatchObject({ reason: 'scanning.wrong_entry_point' });
    await ask(door, { kind: 'check_in', ticket: zola });
    expect(door.outcomes().at(-1)).toMatchObject({
      kind: 'admitted',
      ticket: zola,
      entry_point: null,
      source: 'typed',
      repeated: false,
    });
    expect(door.rows().at(-1)).toMatchObject({ ticket: zola, location: null });
    expect(await previewOf(door, 'zola')).toMatchObject({ note: 'just_in' });
    await door.time.advance(4_000);
    await ask(door, { kind: 'check_in', ticket: zola });
    expect(door.outcomes().at(-1)).toMatchObject({ reason: 'scanning.already_scanned' });
    const [summary] = (await find(door, 'zola')).tickets;
    expect(summary?.check_in).toMatchObject({
      kind: 'denied',
      reason: 'scanning.already_scanned',
      first_admission: { entry_point: null },
    });
    expect(await door.scan(zola)).toMatchObject({ kind: 'denied' });
    await door.close();
  });

  it('says for a minute that it has just checked a ticket in, unless another station was first', async () => {
    const { door, ada, zola } = await openBoxOffice();
    for (const ticket of [ada, zola]) await ask(door, { kind: 'check_in', ticket });
    const earlier = scanRecord(12, { scanned_at: addMicros(door.time.deviceNow(), -1) });
    await door.replica.writeRows(EVENT, { scans: [earlier], releases: [] });
    expect((await previewOf(door, 'ada'))?.note).toBeUndefined();
    await door.time.advance(59_000);
    expect(await previewOf(door, 'zola')).toMatchObject({ note: 'just_in' });
    await door.time.advance(1_000);
    expect((await previewOf(door, 'zola'))?.note).toBeUndefined();
    await door.close();
  });

  it('shows at which entry point a ticket was admitted', async () => {
    const { door, zola } = await openBoxOffice();
    await door.replica.writeRows(EVENT, {
      scans: [
        {
          reference: numbered('scan', 5),
          event: EVENT,
          ticket: zola,
          result: 'allowed',
          reason: 'scanning.allowed',
          location: NORTH_GATE,
          scanned_at: instantAt(-60),
          overruled: null,
          updated_at: instantAt(-60),
        },
      ],
      releases: [],
    });
    const [summary] = (await find(door, 'zola')).tickets;
    expect(summary?.check_in.first_admission).toMatchObject({ entry_point: 'North Gate' });
    await door.close();
  });

  it('says which tickets let a guest come in again, and who is coming back', async () => {
    const ticket = freeTicket(1);
    const type = ticket.ticket_type?.reference ?? '';
    const setup: SetupRecord = {
      event: {
        reference: EVENT,
        name: 'Gala',
        status: 'published',
        starts_at: null,
        ends_at: null,
        timezone: 'UTC',
        deleted_at: null,
      },
      sessions: [],
      locations: [NORTH_GATE],
      ticket_types: [
        { reference: type, name: 'Standard', re_entry: 'allowed' },
        { reference: numbered('ticketType', 77), name: 'Day', re_entry: 'none' },
      ],
      code_keys: [],
      source: 'scanner',
      etag: null,
    };
    const door = await openDoor({ setup });
    const day = {
      ...freeTicket(20),
      ticket_type: { reference: numbered('ticketType', 77), name: 'Day' },
    };
    await door.replica.writeTicket(day);
    const summary = async (reference = ticket.reference) =>
      (await readOrder(door, reference)).tickets.find((one) => one.ticket === reference);
    expect(await summary(day.reference)).not.toHaveProperty('re_entry');
    expect(await summary()).toMatchObject({ re_entry: 'allowed' });
    await ask(door, { kind: 'check_in', ticket: ticket.reference });
    expect((await summary())?.check_in).toMatchObject({ kind: 'denied' });
    await door.send({ kind: 'set_direction', direction: 'out' });
    expect((await door.scan(ticket.reference)).kind).toBe('left');
    expect((await summary())?.check_in).toMatchObject({ kind: 'admitted', re_entry: true });
    await door.close();
  });

  it('reports a read error instead of an empty result', async () => {
    const { door, zola } = await openBoxOffice();
    door.replica.searchTickets = fail;
    door.replica.findTicket = fail;
    expect(await door.send({ kind: 'search_tickets', query: 'zola' })).toMatchObject({
      code: 'search.unread',
    });
    expect(await door.send({ kind: 'read_order', ticket: zola })).toMatchObject({
      code: 'order.unread',
    });
    await door.close();
  });

  it('requires an event', async () => {
    const door = await openDoor({ event: null });
    const commands: readonly StationCommand[] = [
      { kind: 'search_tickets', query: 'x' },
      { kind: 'read_order', ticket: numbered('ticket', 1) },
      { kind: 'check_in', ticket: numbered('ticket', 1) },
    ];
    for (const command of commands) {
      expect(await door.send(command)).toMatchObject({ ok: false, code: 'station.not_enrolled' });
    }
    await door.close();
  });
});
