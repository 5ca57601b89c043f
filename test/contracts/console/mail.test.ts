import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAccount } from '../../../src-server/domain/members/accounts.ts';
import { setPassword } from '../../../src-server/domain/members/members.ts';
import {
  codeSubjects,
  MAX_WRONG_CODES,
  noteFailure,
} from '../../../src-server/domain/members/throttle.ts';
import { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
import { openSmtp, type SmtpServer } from '../../support/smtp-server.ts';
import { makeDoor, startTestServer, type TestServer } from '../../support/test-server.ts';

let smtp: SmtpServer;
let server: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let owner: ConsolePage;
beforeAll(async () => {
  smtp = await openSmtp({
    recipient: (address) => (address.includes('owner-stale') ? '552 full' : '250 fine'),
  });
  server = await startTestServer({ smtpUrl: smtp.url, mailFrom: 'Hall <hall@example.org>' });
  door = await makeDoor(server, 2);
  owner = await memberPage(server, { organiser: door.organiser, role: 'owner' });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await smtp.close();
});

const sentTo = (address: string) => smtp.taken.filter(({ to }) => to === address);

it('the tickets of an order are mailed once, and again where that is wanted', async () => {
  const { order } = door;
  expect(await owner.do('order.mail', { order })).toMatchObject({ emails: 1, tickets: 2 });
  expect(await owner.do('order.mail', { order })).toMatchObject({ emails: 0, tickets: 0 });
  expect(await owner.do('order.mail', { order, again: true })).toMatchObject({ emails: 1 });
  expect(sentTo('ada@example.org')).toHaveLength(2);
});

it('an owner sees from whom emails come, and whether one arrives', async () => {
  const from = 'Hall <hall@example.org>';
  expect(await owner.do('organiser.show')).toMatchObject({ mail: { from } });
  const sent = { sent: true, why: null };
  expect(await owner.do('organiser.mail-test')).toEqual(sent);
  expect(sentTo('owner-now@example.com')).toHaveLength(1);
  const refused = { sent: false, why: expect.stringContaining('552') };
  const { organiser } = door;
  const other = await memberPage(server, { organiser, role: 'owner', factor: 'stale' });
  expect(await other.do('organiser.mail-test')).toEqual(refused);
  // Nobody else's mailbox is reached by it.
  const elsewhere = await owner.call('organiser.mail-test', { email: 'guest@example.org' });
  expect(elsewhere.status).toBe(422);
});

it('who forgot the password gets a link that sets another, and shows the second factor with it', async () => {
  const email = 'owner-now@example.com';
  await server.database.write(async (tx) => {
    const account = await tx.db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await setPassword(tx, account.id, 'x');
    await tx.db
      .updateTable('accounts')
      .set({ totp_secret: Buffer.alloc(20) })
      .execute();
    for (let wrong = 0; wrong < 10; wrong += 1) await noteFailure(tx, codeSubjects(account));
  });
  const page = await ConsolePage.open(server.authUrl);
  expect(await page.do('sign-in.forgot', { email: 'nobody@example.com' })).toEqual({});
  expect(await page.do('sign-in.forgot', { email })).toEqual({});
  const { message } = await until(() =>
    sentTo(email).find(({ message: text }) => text.includes('/console/join')),
  );
  const [, token] = /\/console\/join#([\w-]+)/.exec(message.replaceAll('=\r\n', '')) ?? [];
  expect(await page.do('link.show', { token })).toEqual({
    purpose: 'reset',
    email,
    organisers: [],
  });
  await page.do('link.take', { token, password: 'nine brown llamas in a lift' });
  expect((await page.call('organiser.show')).code).toBe('session.second_factor_required');
  // Whoever reads the mailbox does not begin to guess again.
  expect((await page.call('sign-in.code', { code: '000000' })).code).toBe('session.throttled');
  // After too many in a row nobody is told to wait, as it would not help.
  await server.database.write(async (tx) => {
    const account = await findAccount(tx, email);
    if (account === undefined) throw new Error('expected the account');
    for (let wrong = 10; wrong < MAX_WRONG_CODES; wrong += 1)
      await noteFailure(tx, codeSubjects(account));
  });
  const ended = await page.call('sign-in.code', { code: '000000' });
  expect(ended).toMatchObject({ status: 403, code: 'session.authenticator_ended' });
  expect(ended.headers.get('retry-after')).toBeNull();
  expect(sentTo('nobody@example.com')).toEqual([]);
});

it('nobody’s mailbox is filled, and nobody learns whether there is one', async () => {
  const codes: (string | null)[] = [];
  for (const email of ['owner-stale@example.com', 'stranger@example.com']) {
    const page = await ConsolePage.open(server.authUrl);
    for (let asked = 0; asked < 4; asked += 1)
      codes.push((await page.call('sign-in.forgot', { email })).code);
  }
  const each = [null, null, null, 'session.throttled'];
  expect(codes).toEqual([...each, ...each]);
});

it('without a mail server the page can say so', async () => {
  await using silent = await startTestServer();
  const { organiser, order } = await makeDoor(silent);
  const page = await memberPage(silent, { organiser, role: 'owner' });
  expect(await page.do('organiser.show')).toMatchObject({ mail: null });
  expect((await page.call('order.mail', { order })).code).toBe('mail.not_configured');
  const asked = await page.call('sign-in.forgot', { email: 'owner-now@example.com' });
  expect([asked.status, asked.code]).toEqual([409, 'mail.not_configured']);
});

async function until<Found>(find: () => Found | undefined): Promise<Found> {
  await expect.poll(find).toBeDefined();
  const found = find();
  if (found === undefined) throw new Error('expected it to be there');
  return found;
}
