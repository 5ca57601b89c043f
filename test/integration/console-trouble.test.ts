import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPassword } from '../../src-server/domain/members/members.ts';
import { hashPassword } from '../../src-server/domain/members/password-hash.ts';
import { ConsolePage } from '../support/console-page.ts';
import { missingTool, withReason } from '../support/has-tool.ts';
import { memberPage } from '../support/member-page.ts';
import { openSmtp } from '../support/smtp-server.ts';
import { isOnPostgres } from '../support/test-config.ts';
import { makeDoor, startTestServer, type TestServer } from '../support/test-server.ts';
import { listen } from '../support/webhooks/receiver.ts';

const script = fileURLToPath(new URL('../support/serve-for-crash.ts', import.meta.url));
const password = 'nine brown llamas in a lift';

let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let children: ChildProcess[];
beforeEach(async () => {
  children = [];
  host = await startTestServer();
  door = await makeDoor(host);
  // Only one server runs on a data folder.
  await host.server.close();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await host[Symbol.asyncDispose]();
});

/** A process of its own on the same data. */
async function startProcess(smtpUrl = '') {
  const words = [script, host.data, host.databaseUrl ?? '', smtpUrl];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, place: { ...host, authUrl: String(url) } };
}

const audited = async (operation: string) => {
  const rows = await host.database.read((tx) =>
    tx.db.selectFrom('audit_log').select('id').where('operation', '=', operation).execute(),
  );
  return rows.length;
};

it('tickets whose server was killed after the commit, before they were mailed, are mailed when that is asked again', async () => {
  const stuck: Socket[] = [];
  const asked = Promise.withResolvers<void>();
  const smtp = await listen(
    createServer((socket) => {
      stuck.push(socket.on('error', () => undefined));
      asked.resolve();
    }),
    '127.0.0.1',
  );
  const { organiser, order } = door;
  const first = await startProcess(`smtp://127.0.0.1:${smtp.port}`);
  const page = await memberPage(first.place, { organiser, role: 'owner' });
  const calling = page.call('order.mail', { order }).catch(() => 'cut off');
  await asked.promise;
  expect(await audited('order.mail')).toBe(1);
  first.child.kill('SIGKILL');
  expect(await calling).toBe('cut off');
  for (const socket of stuck) socket.destroy();
  await smtp.close();

  const mails = await openSmtp();
  const second = await startProcess(mails.url);
  const again = await memberPage(second.place, { organiser, role: 'manager' });
  expect(await again.do('order.mail', { order })).toMatchObject({ emails: 1, tickets: 1 });
  expect(mails.taken).toHaveLength(1);
  await mails.close();
});

const tool = missingTool('prlimit');
describe.skipIf(tool !== null || isOnPostgres)(withReason('on a full disk', tool), () => {
  it('signing in and operations fail whole and say so, and work once there is space', async () => {
    const { organiser, order, event, ticketType } = door;
    const { child, place } = await startProcess();
    const owner = await memberPage(place, { organiser, role: 'owner' });
    const { memberships } = await owner.do<{ memberships: readonly { member: string }[] }>(
      'account.show',
    );
    const hash = await hashPassword(password);
    await host.database.write(async (tx) => {
      const { account_id } = await tx.db
        .selectFrom('members')
        .select('account_id')
        .where('reference', '=', memberships[0]?.member ?? '')
        .executeTakeFirstOrThrow();
      await setPassword(tx, account_id, hash);
    });
    const page = await memberPage(place, { organiser, role: 'manager' });
    await page.do('order.show', { order });
    const stranger = await ConsolePage.open(place.authUrl);
    await stranger.call('account.show');
    const email = 'owner-now@example.com';
    const before = await audited('order.create');

    limitFiles(child, '0');
    const lines = [{ sellable: ticketType, quantity: 1 }];
    const refused = [
      await page.call('order.create', { event, lines }),
      await page.call('order.show', { order }),
      await stranger.call('sign-in.begin', { email, password }),
    ];
    expect(refused.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 3 }, () => [503, 'server.unavailable']),
    );
    expect(refused.every(({ headers }) => headers.has('retry-after'))).toBe(true);
    const readiness = async () => {
      const answer = await fetch(`${place.authUrl}/readyz`);
      return [answer.status, await answer.json()];
    };
    const full = 'The database could not be written to disk: is the disk full?';
    expect(await readiness()).toEqual([503, { status: 'full', reason: full }]);
    limitFiles(child, 'unlimited');
    await expect.poll(readiness, { timeout: 30_000 }).toEqual([200, { status: 'ready' }]);

    expect(await audited('order.create')).toBe(before);
    await page.do('order.create', { event, lines });
    expect(await audited('order.create')).toBe(before + 1);
    expect((await stranger.call('sign-in.begin', { email, password })).status).toBe(200);
  });
});

/** How far the process may write into a file, in bytes. Node.js takes no notice of the signal. */
function limitFiles({ pid }: ChildProcess, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}
