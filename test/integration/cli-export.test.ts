import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EntryScan } from '../../shared/resources/scans.ts';
import { Ticket } from '../../shared/resources/tickets.ts';
import { verifySignedCode } from '../../shared/ticket-code/signed-code.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { openExport } from '../../src-server/api/exports/open-export.ts';
import { createOrganiser } from '../../src-server/domain/access/organisers.ts';
import { eraseContact } from '../../src-server/domain/contacts/contacts.ts';
import { createEvent, eventDefaults } from '../../src-server/domain/events/events.ts';
import {
  createTicketType,
  ticketTypeDefaults,
} from '../../src-server/domain/events/ticket-types.ts';
import { createOrder } from '../../src-server/domain/sales/create-order.ts';
import { getContact } from '../../src-server/store/contacts.ts';
import { describeCodeKeys } from '../../src-server/domain/tickets/code-keys.ts';
import { createLocation } from '../../src-server/domain/events/locations.ts';
import { cancelTicket, transferTicket } from '../../src-server/domain/tickets/change-ticket.ts';
import { reissueTicket } from '../../src-server/domain/tickets/reissue-ticket.ts';
import { checkInTicket } from '../../src-server/domain/scans/check-in.ts';
import {
  environmentOf,
  openOrganiserFixture,
  type OrganiserFixture,
} from '../support/organiser-fixture.ts';

const check = Compile(EntryScan);
let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

const exportScans = (flags: string, between?: () => Promise<unknown>) =>
  runExport('scans', flags, between);

/** Runs an export beside the open database; `between` happens each time that the export waits for its output to leave. */
async function runExport(
  what: 'scans' | 'tickets' | 'orders' | 'contacts' | 'attendance',
  flags: string,
  between: () => Promise<unknown> = async () => null,
) {
  const written: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(['export', what, ...flags.split(' ')], {
    out: (line) => written.push(`${line}\n`),
    err: (line) => err.push(line),
    flushed: async () => {
      await between();
    },
    environment: environmentOf(fixture),
    stopRequested: () => Promise.resolve(),
  });
  return { code, err, writes: written.length, out: written.join('') };
}

async function addScans(count: number, gate: string) {
  const type = await fixture.addTicketType();
  const [ticket] = (await fixture.addOrder(type.reference)).tickets;
  if (ticket === undefined) throw new Error('expected a ticket');
  return fixture.write(async (tx) => {
    const event = fixture.event.reference;
    const { reference } = await createLocation(tx, { event, name: gate });
    const scans: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const input = { ticket: ticket.reference, scanner_location: reference, session: null };
      const { scan } = await checkInTicket(tx, fixture.client, { ...input, locale: 'en' });
      scans.push(scan.reference);
    }
    return scans;
  });
}

describe('gatehouse export scans', () => {
  it('writes every scan once, oldest first, page by page, as it was when the export began', async () => {
    const scans = await addScans(1201, 'North');
    let pages = 0;
    const later = () => addScans(1, `Late ${(pages += 1)}`);
    const { code, err, out, writes } = await exportScans(
      `--event ${fixture.event.reference} --json`,
      later,
    );
    expect([code, err]).toEqual([0, []]);
    expect(writes).toBe(3);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => check.Parse(JSON.parse(line)));
    expect(rows.map(({ reference }) => reference)).toEqual(scans);
    expect(rows.filter(({ result }) => result === 'allowed')).toHaveLength(1);
  });

  it('writes CSV that a spreadsheet reads and does not run', async () => {
    const [first] = await addScans(2, '=HYPERLINK("http://x.example","a, b")');
    const { code, out } = await exportScans(`--event ${fixture.event.reference}`);
    expect(code).toBe(0);
    const lines = out.split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      '\uFEFFreference,ticket,result,reason,scanner_location,scanner_location_name,session,session_name,session_starts_at,scanned_at,created_at,updated_at,timezone',
    );
    expect(lines[1]).toMatch(
      new RegExp(`^"${first}","tkt_\\w+","allowed","scanning\\.allowed","loc_\\w+",`),
    );
    expect(lines[1]).toContain(`,"'=HYPERLINK(""http://x.example"",""a, b"")","","","","`);
    expect(lines[2]).toMatch(
      /,"denied","scanning\.already_scanned",.*(?:,"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"){3},"Europe\/Oslo"$/,
    );
    expect(lines[3]).toBe('');
  });

  it('of an event without scans writes the heading, or nothing', async () => {
    const { event } = fixture;
    expect((await exportScans(`--event ${event.reference}`)).out).toMatch(
      /^\uFEFFreference,.*\r\n$/,
    );
    expect(await exportScans(`--event ${event.reference} --format ndjson`)).toEqual({
      code: 0,
      err: [],
      writes: 0,
      out: '',
    });
  });
});

async function verify(code: string | null) {
  const keys = await fixture.database.read((tx) => describeCodeKeys(tx, fixture.organiser));
  return verifySignedCode(
    code ?? '',
    keys.map(({ public_key }) => public_key),
  );
}

describe('gatehouse export tickets', () => {
  const checkTicket = Compile(Ticket);
  const exported = async (flags = '') => {
    const line = `--event ${fixture.event.reference} --format ndjson${flags}`;
    const { code, err, out } = await runExport('tickets', line);
    const tickets = out
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => checkTicket.Parse(JSON.parse(text)));
    return { code, err, tickets };
  };

  it('gives every ticket its newest signed code, page by page, and none to one that is cancelled', async () => {
    const type = await fixture.addTicketType();
    const { tickets } = await fixture.addOrder(type.reference, { quantity: 503 });
    const [first, second, third] = tickets.map(({ reference }) => reference);
    const issued = await fixture.write(async (tx) => {
      await cancelTicket(tx, first ?? '');
      await reissueTicket(tx, second ?? '');
      return transferTicket(tx, third ?? '', { email: 'bea@example.org', first_name: 'Bea' });
    });
    const { code, err, tickets: rows } = await exported();
    expect([code, err]).toEqual([0, []]);
    const expected = [...tickets.map(({ reference }) => reference), issued.reference];
    expect(rows.map(({ reference }) => reference)).toEqual(
      expected.filter((reference) => reference !== third),
    );
    expect(rows[0]).toMatchObject({ status: 'cancelled', code: null });
    for (const row of rows.slice(1, 4)) {
      expect(await verify(row.code)).toMatchObject({
        kind: 'valid',
        ticket: { ticket: row.reference, issue: row.code_issue ?? 1 },
      });
    }
    expect(rows[1]).toMatchObject({ code_issue: 2 });
    expect(rows.at(-1)).toMatchObject({ contact: { first_name: 'Bea' } });
  });

  it('writes CSV with code, holder and seat', async () => {
    const type = await fixture.addTicketType();
    await fixture.addOrder(type.reference, {
      contact: { email: 'ada@example.org', first_name: 'Ada', last_name: '=1+1' },
      quantity: 1,
    });
    const { code, out } = await runExport('tickets', `--event ${fixture.event.reference}`);
    expect(code).toBe(0);
    const [heading, row = '', end] = out.split('\r\n');
    expect(heading).toMatch(
      /^\uFEFFreference,code,status,ticket_type,.*,first_name,last_name,email,seat_label,/,
    );
    expect(row).toMatch(
      /^"tkt_\w+","eyJ[\w.-]+","valid","tt_\w+","Standard","Ada","'=1\+1","ada@example.org",""/,
    );
    expect(end).toBe('');
  });

  it('gives plain codes when requested, and none if only a signed one still admits', async () => {
    const type = await fixture.addTicketType();
    const { tickets } = await fixture.addOrder(type.reference, { quantity: 2 });
    const [first, second] = tickets.map(({ reference }) => reference);
    await fixture.write((tx) => reissueTicket(tx, second ?? ''));
    const { tickets: rows } = await exported(' --codes reference');
    expect(rows.map(({ code }) => code)).toEqual([first, null]);
  });

  it('writes the others, and fails with a sentence, when the restrictions of a ticket do not fit into a code', async () => {
    const event = fixture.event.reference;
    const gates = await fixture.write((tx) =>
      Array.from({ length: 20 }, (_, index) => index).reduce<Promise<readonly string[]>>(
        async (made, index) => [
          ...(await made),
          (await createLocation(tx, { event, name: `Gate ${index}` })).reference,
        ],
        Promise.resolve([]),
      ),
    );
    const wide = await fixture.addTicketType({ name: 'Wide', entry_points: gates });
    const plain = await fixture.addTicketType({ name: 'Plain' });
    const [unfit] = (await fixture.addOrder(wide.reference)).tickets;
    await fixture.addOrder(plain.reference);
    const { code, err, tickets } = await exported();
    expect(code).toBe(1);
    expect(err).toEqual([
      `The entry points of ${unfit?.reference} do not fit into a signed code: they were written without one. Plain ones: --codes reference.`,
    ]);
    expect(tickets.map((ticket) => ticket.code === null)).toEqual([true, false]);
  });
});

it('exports of orders, people and attendance are files for a spreadsheet, and JSON for programs', async () => {
  const type = await fixture.addTicketType();
  const contact = { email: 'ada@example.org', first_name: 'Ada', last_name: '=1+1' };
  const { order, tickets } = await fixture.addOrder(type.reference, {
    contact,
    quantity: 2,
    external_id: '0071',
    payment_method: 'cash',
  });
  const [admitted] = tickets.map(({ reference }) => reference);
  const input = { ticket: admitted ?? '', scanner_location: null, session: null };
  await fixture.write((tx) => checkInTicket(tx, fixture.client, { ...input, locale: 'en' }));
  const event = `--event ${fixture.event.reference}`;
  const orders = await runExport('orders', `${event} --delimiter ;`);
  expect(orders.out).toMatch(
    new RegExp(
      `^\\uFEFFreference;event;.*\r\n"${order.reference}";.*;"90,00";.*;"'0071";"cash";"2";`,
    ),
  );
  const people = await runExport('contacts', `--organiser ${fixture.organiser} --delimiter tab`);
  expect(people.out).toContain(`\t"ada@example.org"\t"Ada"\t"'=1+1"\t`);
  const attendance = await runExport('attendance', event);
  const times = attendance.out.match(/,"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d","","Europe\/Oslo"\r/g);
  expect(times).toHaveLength(1);
  const { out } = await runExport('orders', `${event} --json`);
  expect(JSON.parse(out)).toMatchObject({ total: 9000, tickets: 2, external_id: '0071' });
  expect((await runExport('orders', '--json')).code).toBe(2);
});

const contact = (email: string) => ({ email, first_name: null, last_name: null });

it.each(['tickets', 'scans', 'orders', 'contacts', 'attendance'] as const)(
  'an export of %s knows how many rows it will have',
  async (kind) => {
    await addScans(3, 'North');
    const { reference: type } = await fixture.addTicketType({ name: 'Seat' });
    await fixture.addOrder(type, {
      quantity: 2,
      status: 'pending_payment',
      contact: contact('a@example.org'),
    });
    const { order, tickets } = await fixture.addOrder(type, {
      quantity: 2,
      contact: contact('b@example.org'),
    });
    await fixture.write(async (tx) => {
      await cancelTicket(tx, tickets[0]?.reference ?? '');
      await eraseContact(tx, (await getContact(tx, order.contact_id ?? 0)).reference);
      const other = await createOrganiser(tx, { name: 'Other', plan: 'pro', email: null });
      const times = { timezone: 'UTC', currency: 'EUR' };
      const event = await createEvent(tx, other.reference, {
        ...eventDefaults,
        ...times,
        name: 'Other',
        slug: 'other',
      });
      const { reference } = await createTicketType(tx, event.reference, {
        ...ticketTypeDefaults,
        name: 'Other',
        price: 0,
      });
      await createOrder(tx, {
        event: event.reference,
        lines: [{ sellable: reference, quantity: 1, session: null }],
        contact: contact('c@example.org'),
        answers: {},
        status: 'confirmed',
      });
    });
    const of = kind === 'contacts' ? fixture.organiser : fixture.event.reference;
    const opened = await openExport(fixture.database, { kind, of });
    let rows = 0;
    for await (const page of opened.pages) rows += page.length;
    expect(rows).toBeGreaterThan(0);
    expect(await opened.count?.()).toBe(rows);
  },
);
