import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDownload } from '../../../src-server/console/open-download.ts';
import type { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import {
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';

let server: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let owner: ConsolePage;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: 0 });
  door = await makeDoor(server, 1_200);
  owner = await memberPage(server, { organiser: door.organiser, role: 'owner' });
});
afterAll(() => server[Symbol.asyncDispose]());

async function begin(name: string, input: object = {}): Promise<string> {
  const { path } = await owner.do<{ path: string }>(name, input);
  return server.authUrl + path;
}

async function download(name: string, input: object = {}) {
  const response = await fetch(await begin(name, input));
  expect(response.status).toBe(200);
  const [heading = '', ...rows] = (await response.text()).trimEnd().split('\r\n');
  return { response, heading, rows };
}

it('a file of many tickets arrives whole, under a name, and is passed on to nobody', async () => {
  const { response, heading, rows } = await download('export.tickets', { event: door.event });
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="tickets-gala-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(heading).toMatch(/^reference,code,status,/);
  expect(rows).toHaveLength(1_200);
});

it('attendance says who came and when; orders, people, scans and the log have a row each', async () => {
  const [ticket] = await ticketsOf(server, door.event);
  await door.client.post('/integration/scans', { ticket }, { 'idempotency-key': 'in' });
  const attendance = await download('export.attendance', { event: door.event });
  expect(attendance.rows).toHaveLength(1_200);
  const came = attendance.rows.filter((row) => /"\d{4}-[^"]+:\d\d","","[\w/]+"$/.test(row));
  expect(came).toEqual([
    expect.stringContaining(`"${ticket}","valid","Standard","Ada","Lovelace"`),
  ]);
  const { rows: orders } = await download('export.orders');
  expect(orders).toEqual([expect.stringContaining(`"${door.order}"`)]);
  const { heading } = await download('export.orders', { delimiter: ';' });
  expect(heading).toMatch(/^reference;event;status;/);
  const { rows: contacts } = await download('export.contacts');
  expect(contacts).toEqual([expect.stringContaining('"ada@example.org"')]);
  expect((await download('export.scans', { event: door.event })).rows).toHaveLength(1);
  const { rows: log } = await download('export.audit');
  expect(log.join('\n')).toContain('"export.contacts"');
  const { email } = await owner.do<{ email: string }>('account.show');
  expect(log.at(-1)).toContain(`,"${email}",`);
});

it('the log is searched by the email that it shows', async () => {
  const { email } = await owner.do<{ email: string }>('account.show');
  const found = (search: string) =>
    owner.do<{ data: readonly unknown[] }>('audit.list', { search });
  await begin('export.contacts');
  expect((await found(`${email} export.contacts`)).data).not.toEqual([]);
  expect((await found(`other-${email} export.contacts`)).data).toEqual([]);
});

it('the file of the log has what its list shows, and amounts with their currency', async () => {
  const refund = { order: door.order, amount: 150 };
  await owner.do('order.refund', refund);
  const { data } = await owner.do<{ data: readonly { at: string }[] }>('audit.list', { limit: 1 });
  const from = data[0]?.at;
  const late = await download('export.audit', { from });
  expect(late.rows[0]).toContain('"order.refund"');
  expect(late.heading).toMatch(/,amount,currency$/);
  expect(late.rows[0]).toMatch(/"1\.50","EUR"$/);
  const search = `order.refund ${door.order}`;
  const { rows } = await download('export.audit', { search });
  expect(rows).toEqual([late.rows[0]]);
  expect((await download('export.audit', { search, until: from })).rows).toEqual([]);
  await owner.do('dispute.create', { order: door.order, amount: 250 });
  const { rows: disputed } = await download('export.audit', { search: 'dispute.create' });
  expect(disputed[0]).toMatch(/"2\.50","EUR"$/);
  expect((await download('export.audit', { search: 'ü'.repeat(200) })).rows).toEqual([]);
  // What is looked for may be a person's name.
  const sealed = (await begin('export.audit', { search: 'lovelace' })).split('/').at(-1) ?? '';
  expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('lovelace');
});

it('an address works once, whoever asks, and only as it was made', async () => {
  const address = await begin('export.contacts');
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(404);
  expect((await fetch(address)).status).toBe(200);
  expect((await fetch(address)).status).toBe(401);
  const sealed = Buffer.from((await begin('export.contacts')).split('/').at(-1) ?? '', 'base64url');
  for (let at = 0; at < sealed.length; at += 1) {
    const forged = sealed.with(at, (sealed[at] ?? 0) ^ 1);
    const url = `${server.authUrl}/console/download/${Buffer.from(forged).toString('base64url')}`;
    expect((await fetch(url)).status).toBe(401);
  }
  expect((await fetch(`${server.authUrl}/console/download/short`)).status).toBe(401);
});

/** A session of its own, and what ends what it may have. */
const endings: readonly [string, (page: ConsolePage, member: string) => Promise<unknown>][] = [
  ['the session', (page) => page.do('account.sign-out')],
  ['the role', (_page, member) => owner.do('member.role', { member, role: 'box_office' })],
  ['the membership', (_page, member) => owner.do('member.remove', { member })],
];

async function openAsManager(): Promise<{ readonly page: ConsolePage; readonly member: string }> {
  const { organiser } = door;
  const page = await memberPage(server, { organiser, role: 'manager' });
  const { memberships } = await page.do<{ memberships: readonly { member: string }[] }>(
    'account.show',
  );
  return { page, member: memberships[0]?.member ?? '' };
}

it.each(endings)('an address ends with %s of who asked for it', async (_what, end) => {
  const { page, member } = await openAsManager();
  const { path } = await page.do<{ path: string }>('export.contacts');
  await end(page, member);
  const response = await fetch(server.authUrl + path);
  expect([response.status, await response.json()]).toMatchObject([
    401,
    { code: 'session.link_ended' },
  ]);
  await owner.call('member.remove', { member });
});

it.each(endings)('a file ends in its middle with %s of who asked for it', async (_what, end) => {
  const { page, member } = await openAsManager();
  const { path } = await page.do<{ path: string }>('export.tickets', { event: door.event });
  const { content } = await openDownload(server.database, path.split('/').at(-1) ?? '');
  const rest = content[Symbol.asyncIterator]();
  expect((await rest.next()).done).toBe(false);
  await end(page, member);
  const readOn = async () => {
    while ((await rest.next()).done !== true);
  };
  await expect(readOn()).rejects.toMatchObject({ code: 'session.link_ended' });
  await owner.call('member.remove', { member });
});

// PostgreSQL has a clock of its own, which no test moves.
it.skipIf(isOnPostgres)('an address works for a minute', async () => {
  const address = await begin('export.contacts');
  server.clock.advance(61_000);
  expect((await fetch(address)).status).toBe(401);
});
