import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTicketRow } from '../../wire/records.ts';
import { RowFields } from '../../wire/row-fields.ts';
import { ReplicaUnreadableError } from '../../core/replica-unreadable.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { freeTicket } from '../../../test/support/station/records.ts';
import { EVENT, numbered } from '../../../test/support/station/rows.ts';
import { sign, signedTicket, testKey } from '../../../test/support/signed-codes.ts';

const sold = (number: number, sold_code: string, change: object = {}) => ({
  ...freeTicket(number),
  sold_code,
  ...change,
});

type Door = Awaited<ReturnType<typeof openDoor>>;

let door: Door;
beforeEach(async () => {
  door = await openDoor();
});
afterEach(() => door.close());

describe('a ticket that was sold elsewhere', () => {
  it('is admitted by its code without the server, once, recorded and uploaded as the ticket', async () => {
    await door.replica.writeTicket(sold(9, '7749201833520112'));
    const ticket = numbered('ticket', 9);
    expect(await door.scan('7749201833520112')).toMatchObject({ kind: 'admitted', ticket });
    expect(door.rows()).toMatchObject([{ ticket, code: '7749201833520112' }]);
    expect(door.journal.pending(numbered('organiser', 1), 5)).toMatchObject([{ ticket }]);
    await door.time.advance(120_000);
    for (const code of [']C17749201833520112\r', 'x7749201833520112', ticket]) {
      expect(await door.scan(code)).toMatchObject({ reason: 'scanning.already_scanned', ticket });
    }
  });

  it('is not guessed: a reading that leaves several says so, and one that leaves none is no ticket', async () => {
    await door.replica.writeTicket(sold(8, 'XK204931'));
    await door.replica.writeTicket(sold(9, 'XK2049311'));
    expect(await door.scan('0XK2049311')).toMatchObject({
      kind: 'unreadable',
      note: 'ambiguous',
      ticket: null,
    });
    for (const code of ['XK20493', 'https://example.org/menu']) {
      const outcome = await door.scan(code);
      expect([outcome.kind, outcome.note]).toEqual(['unreadable', undefined]);
    }
    expect(await door.scan('XK2049311')).toMatchObject({ kind: 'admitted' });
  });

  it('is refused by its code once it was reissued, as a replaced one', async () => {
    await door.replica.writeTicket(sold(9, 'XK204931', { code_issue: 2 }));
    expect(await door.scan('XK204931')).toMatchObject({
      kind: 'denied',
      reason: 'scanning.ticket_cancelled',
      note: 'code_replaced',
    });
  });

  it('is known by a code that has the form of a reference, of a signed code, or of half of one', async () => {
    const codes = [
      numbered('ticket', 77),
      '01HZYZYZYZYZYZYZYZYZYZYZ44',
      await sign(signedTicket(9), testKey('ZZZZ')),
      'tkt_01hzyzyzyz',
    ];
    for (const [index, code] of codes.entries()) {
      await door.replica.writeTicket(sold(20 + index, code));
      expect(await door.scan(code)).toMatchObject({
        kind: 'admitted',
        ticket: numbered('ticket', 20 + index),
      });
    }
  });

  it('is not called no ticket while the tickets cannot be read', async () => {
    await door.replica.writeTicket(sold(9, 'XK204931'));
    door.replica.ticketsWithCode = () => {
      throw new ReplicaUnreadableError('the disk is gone');
    };
    expect(await door.scan('XK204931')).toMatchObject({ kind: 'not_recorded', note: 'unread' });
  });
});

describe('a code that was sold since the last sync', () => {
  let online: Door;
  const fresh = sold(9, 'XK204999');

  /** A door whose data has one code, at a server that has sold another since. */
  async function openOnline(capabilities: readonly string[]) {
    online = await openDoor({
      server: true,
      prepare: (server) => {
        server.capabilities = [...server.capabilities, ...capabilities];
        server.putTicket(sold(8, 'XK204931'));
      },
    });
    await vi.waitFor(() =>
      expect(online.replica.ticketsWithCode(EVENT, ['xk204931'])).not.toEqual([]),
    );
    online.server.tickets.set(fresh.reference, fresh);
  }
  afterEach(() => online.close());

  it('is asked for at the server, kept, and then known offline', async () => {
    await openOnline(['scanner.codes']);
    expect(await online.scan(']C1XK204999\r')).toMatchObject({
      kind: 'admitted',
      ticket: fresh.reference,
    });
    online.server.trouble = () => 'unreachable';
    await vi.waitFor(() =>
      expect(online.replica.ticketsWithCode(EVENT, ['xk204999'])).toHaveLength(1),
    );
    await online.time.advance(120_000);
    expect(await online.scan('XK204999')).toMatchObject({ reason: 'scanning.already_scanned' });
  });

  it('is unknown and not "no ticket" where nobody can say; anything else stays no ticket', async () => {
    await openOnline(['scanner.codes']);
    online.server.trouble = () => 'unreachable';
    expect(await online.scan('XK204999')).toMatchObject({ kind: 'unknown_ticket', ticket: null });
    expect(online.rows()).toMatchObject([{ code: 'XK204999' }]);
    expect(await online.scan('https://example.org/menu')).toMatchObject({ kind: 'unreadable' });
  });

  it('is asked for only of a server that answers it, and only if it may be a code', async () => {
    await openOnline([]);
    const asked: string[] = [];
    online.server.trouble = (request) => {
      asked.push(request);
      return null;
    };
    expect(await online.scan('XK204999')).toMatchObject({ kind: 'unknown_ticket' });
    await online.close();
    await openOnline(['scanner.codes']);
    online.server.trouble = (request) => {
      asked.push(request);
      return null;
    };
    for (const secret of [
      'WIFI:T:WPA;S:Venue;P:open-sesame;;',
      'M1LIND/ASE  EABC123',
      'tkt_01hzyzyzyz',
    ]) {
      expect(await online.scan(secret)).toMatchObject({ kind: 'unreadable' });
    }
    expect(asked).not.toContain('ticket');
  });
});

function read(row: object) {
  const fields = new RowFields({ reference: 'tkt_1', ...row }, 'a row');
  return readTicketRow(EVENT)(fields).sold_code;
}

describe('the row of a ticket', () => {
  const updated_at = '2026-11-20T18:00:00.000000Z';

  it.each([
    [null, { code: 'tkt_1' }],
    [null, { code: null }],
    [null, {}],
    ['XK 1', { code: 'XK 1' }],
    ['XK 1', { code: null, code_issue: 2, ended_code: 'XK 1' }],
  ])('says as code under which it was sold elsewhere: %j', (code, row) => {
    expect(read({ updated_at, ...row })).toBe(code);
  });
});
