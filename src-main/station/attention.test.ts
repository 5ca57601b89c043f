import { describe, expect, it } from 'vitest';
import { openDoor } from '../../test/support/station/open-door.ts';
import { freeTicket, instantAt } from '../../test/support/station/records.ts';
import { numbered } from '../../test/support/station/rows.ts';

const read = { kind: 'read_attention', after: null, limit: 500 } as const;

/** A door at which one admission was refused by the server as unknown. */
async function refusedOnce() {
  const door = await openDoor({ server: true });
  await door.time.advance(1_000);
  door.server.unknownTickets.add(numbered('ticket', 1));
  const { reference } = await door.scan(numbered('ticket', 1));
  await door.time.advance(3_000);
  return { ...door, reference };
}

describe('a scan that the server refuses', () => {
  it('is listed with its reason, time and number of attempts, and does not count as waiting', async () => {
    const door = await refusedOnce();
    expect(door.state().sync).toMatchObject({ queued: 0, needs_attention: 1 });
    expect(await door.send(read)).toMatchObject({
      ok: true,
      attention: {
        total: 1,
        items: [
          {
            reference: door.reference,
            number: 1,
            kind: 'admitted',
            ticket: numbered('ticket', 1),
            code: 'ticket.unknown',
            message: 'no such ticket',
            offered: 1,
            waiting: false,
          },
        ],
      },
    });
    await door.close();
  });

  it('is sent again by command, and leaves the list when the server accepts it', async () => {
    const door = await refusedOnce();
    door.server.unknownTickets.clear();
    const resend = (references: readonly string[]) =>
      door.send({ kind: 'resend_attention', references });
    expect(await resend([numbered('scan', 99)])).toEqual({ ok: true, queued: 0 });
    expect(await resend([door.reference])).toEqual({ ok: true, queued: 1 });
    await door.time.advance(3_000);
    expect(door.server.uploads.size).toBe(1);
    expect(door.state().sync).toMatchObject({ queued: 0, needs_attention: 0 });
    expect(await door.send(read)).toEqual({
      ok: true,
      attention: { total: 0, items: [], next: null },
    });
    await door.close();
  });

  it('is sent again by itself at the next poll, then every five minutes until the server accepts it', async () => {
    const door = await refusedOnce();
    const attempts = async () => (await door.send(read)) as unknown;
    await door.time.advance(70_000);
    expect(await attempts()).toMatchObject({ attention: { items: [{ offered: 2 }] } });
    await door.time.advance(230_000);
    expect(await attempts()).toMatchObject({ attention: { items: [{ offered: 2 }] } });
    door.server.unknownTickets.clear();
    await door.time.advance(140_000);
    expect(door.server.uploads.size).toBe(1);
    expect(door.state().sync).toMatchObject({ queued: 0, needs_attention: 0 });
    await door.close();
  });

  it('is sent again after a restart', async () => {
    const before = await refusedOnce();
    await before.close();
    const door = await openDoor({ server: true, files: before.files });
    expect(door.state().sync).toMatchObject({ queued: 1, needs_attention: 1 });
    await door.time.advance(3_000);
    expect(door.server.uploads.size).toBe(1);
    expect(door.state().sync).toMatchObject({ queued: 0, needs_attention: 0 });
    await door.close();
  });

  it('is sent again when its event is granted again', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(2_000);
    const { event } = door.server;
    const other = { ...event, reference: numbered('event', 2), name: 'Another' };
    door.server.events = [other];
    door.server.trouble = (request) =>
      ['tickets', 'scans', 'setup'].includes(request) ? 'not_found' : null;
    door.server.unknownTickets.add(numbered('ticket', 1));
    await door.scan(numbered('ticket', 1));
    await door.time.advance(8_000);
    expect(door.state()).toMatchObject({
      access: { kind: 'event_not_granted' },
      event: { name: event.name },
      sync: { queued: 0, needs_attention: 1 },
    });
    door.server.events = [other, event];
    door.server.trouble = () => null;
    door.server.unknownTickets.clear();
    await door.time.advance(40_000);
    expect(door.server.uploads.size).toBe(1);
    expect(door.state()).toMatchObject({
      access: { kind: 'granted' },
      sync: { queued: 0, needs_attention: 0 },
    });
    await door.close();
  });

  it('walks the lists of an event from their beginning when it is granted again', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(2_000);
    const { event } = door.server;
    door.server.events = [{ ...event, reference: numbered('event', 2) }];
    await door.time.advance(70_000);
    // The rows that it may see again include one whose last change is old.
    const old = { ...freeTicket(9), event: event.reference, updated_at: instantAt(-9_000) };
    door.server.tickets.set(old.reference, old);
    door.server.events = [event];
    await door.time.advance(70_000);
    expect(door.replica.findTicket(event.reference, old.reference)).toEqual(old);
    await door.close();
  });
});
