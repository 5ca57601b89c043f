import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
import {
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';

let server: TestServer;
let event: string;
let page: ConsolePage;
beforeAll(async () => {
  server = await startTestServer();
  const door = await makeDoor(server);
  ({ event } = door);
  page = await memberPage(server, { organiser: door.organiser, role: 'manager' });
});
afterAll(() => server[Symbol.asyncDispose]());

const sold = async () => (await ticketsOf(server, event)).length;

it('a file is looked at, tried and imported, and nothing is kept before that', async () => {
  const content = 'Ticket;E-mail\nStandard;eve@example.org\nStandard;adam@example.org\n';
  expect(await page.do('order.import-columns', { content })).toEqual({
    delimiter: ';',
    columns: [
      { column: 'Ticket', field: null },
      { column: 'E-mail', field: null },
    ],
    sample: [
      ['Standard', 'eve@example.org'],
      ['Standard', 'adam@example.org'],
    ],
    problems: [],
  });
  const file = { event, content, map: ['Ticket=ticket_type', 'E-mail=email'] };
  const tried = await page.do('order.import', { ...file, dry_run: true });
  expect(tried).toMatchObject({ is_kept: false, orders: 2, tickets: 2, problems: [] });
  expect(await sold()).toBe(1);
  expect(await page.do('order.import', file)).toMatchObject({ is_kept: true, orders: 2 });
  expect(await sold()).toBe(3);
});

it('every line that is wrong is reported, and none of the others is kept', async () => {
  const content = 'ticket_type,email\nStandard,a@example.org\nGolden,b@example.org\nStandard,x\n';
  const report = await page.do('order.import', { event, content });
  expect(report).toMatchObject({ is_kept: false, problems: [{ line: 3 }, { line: 4 }] });
  expect(await sold()).toBe(3);
  const wrong = await page.call('order.import', { event, content, map: ['x'] });
  expect(wrong.code).toBe('validation.failed');
});

it('a file is larger than other requests may be, and is read only of who is signed in', async () => {
  const lines = Array.from({ length: 30_000 }, (_, line) => `Standard,${line},${'y'.repeat(60)}`);
  const content = ['ticket_type,external_id,note', ...lines].join('\n');
  const report = await page.do('order.import', { event, content });
  expect(report).toMatchObject({ is_kept: false, problems: [{ line: 1 }] });
  expect((await page.call('order.list', { search: content })).status).toBe(413);
  const stranger = await ConsolePage.open(server.authUrl);
  // More values than a request may have: nobody looked at it.
  const map = Array.from({ length: 30_000 }, String);
  expect((await stranger.call('order.import', { event, map })).code).toBe('session.required');
});
