import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
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
  door = await makeDoor(server);
  owner = await memberPage(server, { organiser: door.organiser, role: 'owner' });
});
afterAll(() => server[Symbol.asyncDispose]());

it('a scan names the holder, by whom it is found, the event, and who ended its admission', async () => {
  const [ticket] = await ticketsOf(server, door.event);
  const body = { ticket };
  await door.client.post('/integration/scans', body, { 'idempotency-key': 'in' });
  const holder = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.org' };
  const find = (name: string, search: string) =>
    owner.do<{ data: readonly { reference: string }[] }>(name, { search });
  const { event } = await owner.do<{ event: string }>('ticket.show', body);
  for (const text of ['lovelace', 'ada@example.org', 'ada love'])
    expect((await find('scan.list', text)).data).toMatchObject([{ holder, event, ended: null }]);
  expect((await find('scan.list', 'babbage')).data).toEqual([]);
  const [{ reference: scan } = { reference: '' }] = (await find('scan.list', 'lovelace')).data;
  expect(await owner.do('scan.show', { scan })).toMatchObject({ holder, event, ended: null });
  await owner.do('scan.release', { scan, kind: 'exit' });
  await owner.do('scan.release', { scan, kind: 'mistake' });
  const { email } = await owner.do<{ email: string }>('account.show');
  expect((await find('scan.list', 'lovelace')).data).toMatchObject([{ ended: 'mistake' }]);
  expect(await owner.do('scan.show', { scan })).toMatchObject({
    ended: 'mistake',
    releases: [
      { kind: 'exit', released_by: email },
      { kind: 'mistake', released_by: email },
    ],
  });
  const ends = { holder, event, released_by: email };
  expect((await find('release.list', 'lovelace')).data).toMatchObject([ends, ends]);
});
