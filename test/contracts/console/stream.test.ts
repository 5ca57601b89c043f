import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportDescribed, ImportReport } from '../../../shared/console/operation-results.ts';
import type { Role } from '../../../src-server/database/schema.ts';
import { inviteMember } from '../../../src-server/domain/members/members.ts';
import {
  beginSession,
  consoleSessionOf,
  endSession,
} from '../../../src-server/domain/members/sessions.ts';
import type { ConsolePage } from '../../support/console-page.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { memberPage } from '../../support/member-page.ts';
import {
  makeDoor,
  makeEvent,
  makeOrder,
  makeOrganiser,
  startTestServer,
  type TestServer,
} from '../../support/test-server.ts';

let server: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: 0 });
  door = await makeDoor(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const open = (page: ConsolePage) =>
  openEventStream({ call: (path) => page.get(path) }, '/console/stream');

async function openAs(role: Role) {
  const page = await memberPage(server, { organiser: door.organiser, role });
  const stream = await open(page);
  expect(stream.response.status).toBe(200);
  // From here on it follows.
  expect(await stream.next()).toMatchObject({ event: 'heartbeat' });
  return { page, stream };
}

it('tells what any process changes of the organiser, and of no other one', async () => {
  const { stream } = await openAs('viewer');
  // In another process, as far as the server knows.
  await makeEvent(server, await makeOrganiser(server, 'pro', 'Elsewhere'), 'elsewhere');
  await makeOrder(server, { event: door.event, ticketType: door.ticketType });
  const heard = await stream.nextOf('change');
  expect(heard.data).toEqual({
    topics: expect.arrayContaining(['orders', 'tickets']),
    events: [door.event],
  });
  await stream.close();
});

it('tells what an API client does, through the server itself', async () => {
  const { stream } = await openAs('box_office');
  const contact = { email: 'grace@example.org', first_name: 'Grace' };
  await door.client.post('/integration/contacts', contact, { 'idempotency-key': 'grace' });
  expect((await stream.nextOf('change')).data).toEqual({ topics: ['contacts'], events: [] });
  await stream.close();
});

it('ends once its session does, or its member has another role or is removed', async () => {
  const signedOut = await openAs('owner');
  const following = signedOut.stream.next();
  await signedOut.page.do('account.sign-out');
  expect(await following.catch(() => null)).toBeNull();
  expect((await signedOut.page.get('/console/stream')).status).toBe(401);

  const removed = await openAs('manager');
  const members = await removed.page.do<{
    readonly data: readonly { reference: string; role: string }[];
  }>('member.list');
  const own = members.data.find(({ role }) => role === 'manager')?.reference ?? '';
  for (const command of [`role ${own} --role viewer`, `remove ${own}`]) {
    const hearing = hearUntilEnd(await open(removed.page));
    expect((await server.run(`member ${command}`)).code).toBe(0);
    await hearing;
  }
});

it('tells how far an import is, and when it has ended', async () => {
  const { page, stream } = await openAs('manager');
  const lines = Array.from({ length: 3_000 }, (_, line) => `Standard,stream-${line}`);
  const content = Buffer.from(['Ticket,Barcode', ...lines].join('\n')).toString('base64');
  const begun = { event: door.event, file: 'shop.csv', content };
  const { import: reference } = await page.do<ImportReport>('order.import', begun);
  const seen = new Set<number>();
  for (let status = 'running'; status === 'running';) {
    const { data } = (await stream.nextOf('change')) ?? {};
    if (!JSON.stringify(data).includes('"imports"')) continue;
    const shown = await page.do<ImportDescribed>('order.import-show', { import: reference });
    seen.add(shown.lines_done);
    ({ status } = shown);
  }
  expect(Math.max(...seen)).toBe(3_000);
  await stream.close();
});

// SQLite numbers a row like the last one that was deleted.
it('does not go on as the session that takes its number', async () => {
  const { organiser } = door;
  const page = await memberPage(server, { organiser, role: 'manager', factor: 'stale' });
  const stream = await open(page);
  expect(await stream.next()).toMatchObject({ event: 'heartbeat' });
  await server.database.write(async (tx) => {
    const ended = await consoleSessionOf(tx, page.token ?? '');
    await endSession(tx, ended?.id ?? 0);
    const { member } = await inviteMember(tx, { organiser, role: 'owner', email: 'x@example.org' });
    await beginSession(tx, {
      account_id: member.account_id,
      key_thumbprint: Buffer.alloc(32),
      address: '127.0.0.1',
      agent: 'test',
      isVerified: true,
    });
  });
  await hearUntilEnd(stream);
});

it('is refused without a proof, and with one of another call', async () => {
  const page = await memberPage(server, {
    organiser: door.organiser,
    role: 'viewer',
    factor: 'stale',
  });
  const bare = await fetch(`${server.authUrl}/console/stream`);
  expect(bare.status).toBe(401);
  const dpop = await page.prove('organiser.show', { method: 'GET' });
  expect((await page.get('/console/stream', { headers: { dpop } })).status).toBe(401);
});

async function hearUntilEnd(stream: Awaited<ReturnType<typeof open>>): Promise<void> {
  try {
    while ((await stream.next()) !== null);
  } catch {
    // Cut off.
  }
}
