import { describe, expect, it, vi } from 'vitest';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { freeTicket } from '../../../test/support/station/records.ts';
import { numbered } from '../../../test/support/station/rows.ts';

type Door = Awaited<ReturnType<typeof openDoor>>;

async function report(door: Door) {
  const result = await door.send({ kind: 'self_test' });
  if (result.ok && 'self_test' in result) return result.self_test;
  throw new Error('expected the report of a self-test');
}

describe('a self-test', () => {
  it('compares the ticket data with the server, and records no scan', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(20_000);
    await door.scan(numbered('ticket', 1));
    expect(await report(door)).toMatchObject({
      server: { kind: 'answered' },
      clock: { suspect: false },
      tickets: { here: 3, server: 3, fresh_at: expect.any(String) },
      journal: { kind: 'written' },
    });
    expect(door.rows()).toHaveLength(1);
    await door.close();
  });

  it('reports different numbers', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(20_000);
    const fourth = freeTicket(4);
    door.server.tickets.set(fourth.reference, fourth);
    expect((await report(door)).tickets).toMatchObject({ here: 3, server: 4 });
    await door.close();
  });

  it('reports that the server was not asked while this station works offline', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(20_000);
    await door.send({ kind: 'set_mode', mode: 'offline' });
    expect(await report(door)).toMatchObject({
      server: { kind: 'away' },
      tickets: { here: 3, server: null },
    });
    await door.close();
  });

  it('reports a journal that cannot be written', async () => {
    const door = await openDoor();
    vi.spyOn(door.journal, 'proveWrite').mockReturnValue({
      kind: 'failed',
      cause: 'disk_full',
      message: 'no room',
    });
    expect((await report(door)).journal).toEqual({
      kind: 'failed',
      cause: 'disk_full',
      problem: 'no room',
    });
    await door.close();
  });

  it('runs once for concurrent requests', async () => {
    const door = await openDoor();
    let proofs = 0;
    door.journal.proveWrite = () => {
      proofs += 1;
      return { kind: 'written' };
    };
    await Promise.all([report(door), report(door)]);
    expect(proofs).toBe(1);
    await door.close();
  });

  it('requires an event', async () => {
    const door = await openDoor({ event: null });
    const result = await door.send({ kind: 'self_test' });
    expect(result).toMatchObject({ ok: false, code: 'station.not_enrolled' });
    await door.close();
  });
});
