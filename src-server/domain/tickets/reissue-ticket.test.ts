import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScanUpload } from '../../../shared/resources/uploads.ts';
import {
  addMicros,
  formatInstant,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import { LAST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import { readUnverified, verifySignedCode } from '../../../shared/ticket-code/signed-code.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { ticketOf } from '../../../test/support/organiser-reads.ts';
import { referenceNow } from '../../../test/support/reference-now.ts';
import { listCodeKeys, publicCodeKey } from '../../store/access/code-keys.ts';
import type { TicketRow } from '../../store/tickets.ts';
import { currentCodeKey } from './code-keys.ts';
import { describeTicket, describeTicketWithCode } from '../../api/resources/tickets.ts';
import { createLocation } from '../events/locations.ts';
import { checkInTicket } from '../scans/check-in.ts';
import { recordScans } from '../scans/record-scans.ts';
import { cancelTicket, transferTicket } from './change-ticket.ts';
import { issueCode } from './issue-code.ts';
import { reissueTicket } from './reissue-ticket.ts';

let fixture: OrganiserFixture;
let ticket: TicketRow;
let gate: string;

beforeEach(async () => {
  fixture = await openOrganiserFixture();
  const event = fixture.event.reference;
  gate = (await fixture.write((tx) => createLocation(tx, { event, name: 'North' }))).reference;
  const type = await fixture.addTicketType();
  const [first] = (await fixture.addOrder(type.reference)).tickets;
  if (first === undefined) throw new Error('expected a ticket');
  ticket = first;
  fixture.told.length = 0;
});
afterEach(() => fixture.close());

const reissue = () =>
  fixture.write(async (tx) =>
    describeTicketWithCode(tx, ticket.reference, await reissueTicket(tx, ticket.reference)),
  );
const firstCode = () =>
  fixture.write(async (tx) => {
    const key = await currentCodeKey(tx, fixture.organiserId);
    return issueCode(await describeTicket(tx, ticket.reference), fixture.event.reference, key);
  });

async function upload(code: string | undefined, at: Instant, change: Partial<ScanUpload> = {}) {
  const item: ScanUpload = {
    reference: referenceNow('scan'),
    ticket: ticket.reference,
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: formatInstant(at),
    scanner_location: gate,
    clock_offset_ms: 0,
    sequence: 1,
    snapshot: { watermark: null },
    ...(code === undefined ? {} : { code }),
    ...change,
  };
  const [result] = await fixture.write((tx) => recordScans(tx, fixture.client, [item]));
  expect(result?.status).toBe('recorded');
  return result?.conflict?.kind ?? null;
}

const denied = { result: 'denied', reason: 'scanning.ticket_cancelled' } as const;

describe('a reissue', () => {
  it('gives a code with the next number, which the keys of the setup verify, and moves the ticket', async () => {
    const before = readUnverified(await firstCode());
    const { code, code_issue } = await reissue();
    const keys = await fixture.write((tx) => listCodeKeys(tx, fixture.organiserId));
    const verified = await verifySignedCode(code ?? '', keys.map(publicCodeKey));
    expect(verified).toEqual({ kind: 'valid', ticket: { ...before, issue: 2 } });
    expect(code_issue).toBe(2);
    const moved = await ticketOf(fixture, ticket.reference);
    expect(moved).toMatchObject({ code_issue: 2, revision: 2, status: 'valid' });
    expect(moved.updated_at).toBeGreaterThan(ticket.updated_at);
    expect(fixture.told).toMatchObject([{ name: 'ticket.updated', data: { revision: 2 } }]);
    expect((await reissue()).code_issue).toBe(3);
  });

  it('takes the plain code out of what others read of the ticket', async () => {
    const read = () => fixture.database.read((tx) => describeTicket(tx, ticket.reference));
    const before = await read();
    expect(before).toMatchObject({ code: ticket.reference });
    expect(before).not.toHaveProperty('code_issue');
    await reissue();
    expect(await read()).toMatchObject({ code: null, code_issue: 2 });
  });

  it('requires a valid ticket, and is limited in number', async () => {
    await fixture.write((tx) =>
      tx.db
        .updateTable('tickets')
        .set({ code_issue: LAST_ISSUE })
        .where('id', '=', ticket.id)
        .execute(),
    );
    await expect(reissue()).rejects.toThrow('has had 999 codes');
    await fixture.write((tx) => cancelTicket(tx, ticket.reference));
    await expect(reissue()).rejects.toThrow('is cancelled');
  });

  it('of a transferred ticket is of the new one, whose codes start from the first', async () => {
    await reissue();
    const { reference } = await fixture.write((tx) =>
      transferTicket(tx, ticket.reference, { email: 'bea@example.org' }),
    );
    expect(await ticketOf(fixture, reference)).toMatchObject({ code_issue: 1 });
    await expect(reissue()).rejects.toThrow('superseded');
  });

  it('leaves the online check-in, which reads no code, as it was', async () => {
    await reissue();
    const input = {
      ticket: ticket.reference,
      scanner_location: gate,
      session: null,
      locale: 'en',
    } as const;
    const { verdict } = await fixture.write((tx) => checkInTicket(tx, fixture.client, input));
    expect(verdict.reason).toBe('scanning.allowed');
  });
});

describe('an upload after a reissue', () => {
  it('agrees with the door that refused the replaced code, and with the one that admitted the new one', async () => {
    const old = await firstCode();
    const { code } = await reissue();
    const now = await fixture.advance(MICROS_PER_MINUTE);
    expect(await upload(old, now, denied)).toBeNull();
    expect(await upload(ticket.reference, now, denied)).toBeNull();
    expect(await upload(code ?? '', addMicros(now, 1))).toBeNull();
  });

  it('finds that a replaced code was admitted after it was replaced, and not before', async () => {
    const old = await firstCode();
    const before = fixture.now();
    await fixture.advance(MICROS_PER_MINUTE);
    await reissue();
    const now = await fixture.advance(MICROS_PER_MINUTE);
    expect(await upload(`]Q1${old}\r\n`, now)).toBe('stale_admission');
    // The earlier one is the admission that stands; of the pair the door of the later one is told.
    expect(await upload(old, before)).toBe('double_admission');
    const conflicts = await fixture.database.read((tx) =>
      tx.db.selectFrom('conflicts').select(['kind']).where('deleted_at', 'is', null).execute(),
    );
    expect(conflicts.map(({ kind }) => kind).toSorted()).toEqual([
      'double_admission',
      'stale_admission',
    ]);
  });

  it('has nothing against a plain reference at the box office, a code of another ticket, or none', async () => {
    await reissue();
    const now = await fixture.advance(MICROS_PER_MINUTE);
    expect(await upload(ticket.reference, now, denied)).toBeNull();
    expect(await upload(undefined, now, denied)).toBe('false_denial');
    expect(await upload(referenceNow('ticket'), now, denied)).toBe('false_denial');
    expect(await upload(ticket.reference, now, { scanner_location: null })).toBeNull();
  });
});
