import { Secret } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeAt } from '../../../src-server/domain/members/authenticator.ts';
import { firstOwnerToken } from '../../../src-server/domain/members/members.ts';
import { listOrganisers } from '../../../src-server/store/access/organisers.ts';
import { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
import { makeOrganiser, startTestServer, type TestServer } from '../../support/test-server.ts';

// What owners can do to people of other organisers, and to their own once they are owners no more.

interface Invited {
  readonly reference: string;
  readonly link: string | null;
}

let server: TestServer;
let own: string;
let owner: ConsolePage;
let stranger: ConsolePage;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: 0 });
  own = await makeOrganiser(server, 'pro', 'Own');
  owner = await memberPage(server, { organiser: own, role: 'owner' });
  const elsewhere = await makeOrganiser(server, 'pro', 'Elsewhere');
  const email = 'stranger@example.net';
  stranger = await memberPage(server, { organiser: elsewhere, role: 'owner', email });
});
afterAll(() => server[Symbol.asyncDispose]());

const invite = (page: ConsolePage, email: string, role: string) =>
  page.do<Invited>('member.invite', { email, role });
const open = async (link: string | null) => {
  const page = await ConsolePage.open(server.authUrl);
  const [, token] = (link ?? '').split('#');
  return page.call('link.take', { token, password: 'nine brown llamas in a lift' });
};

it('whoever has made an account for an email gets into no other organiser by it', async () => {
  const { link } = await invite(stranger, 'nora@example.org', 'viewer');
  const [, token] = (link ?? '').split('#');
  const shown = await (await ConsolePage.open(server.authUrl)).do('link.show', { token });
  expect(shown).toMatchObject({ purpose: 'invitation', organisers: ['Elsewhere'] });
  expect((await open(link)).status).toBe(200);
  const refused = await owner.call('member.invite', { email: 'Nora@example.org', role: 'manager' });
  expect(refused.code).toBe('validation.failed');
  const { data: members } = await owner.do<{ data: readonly object[] }>('member.list');
  expect(members).toHaveLength(1);
});

it('nobody is made a member of an organiser by its owner, who would read when and where they sign in', async () => {
  const refused = await stranger.call('member.invite', {
    email: 'owner-now@example.com',
    role: 'viewer',
  });
  expect(refused.code).toBe('validation.failed');
  expect(await owner.do('account.show')).toMatchObject({ memberships: [{ organiser: own }] });
});

it('an owner of both organisers makes a member of one a member of the other', async () => {
  const ola = await invite(owner, 'ola@example.org', 'viewer');
  expect((await open(ola.link)).status).toBe(200);
  const second = await makeOrganiser(server, 'pro', 'Second');
  const email = 'owner-now@example.com';
  expect(
    (await server.run(`member invite --organiser ${second} --email ${email} --role owner`)).code,
  ).toBe(0);
  owner.organiser = second;
  expect((await invite(owner, 'ola@example.org', 'box_office')).link).toBeNull();
  owner.organiser = own;
});

it.each([
  ['removed', (member: string) => owner.do('member.remove', { member })],
  ['made a manager', (member: string) => owner.do('member.role', { member, role: 'manager' })],
])('the links that an owner has seen end once they are %s', async (_how, end) => {
  const fired = await memberPage(server, { organiser: own, role: 'owner', email: 'f@example.org' });
  const { memberships } = await fired.do<{ memberships: readonly { member: string }[] }>(
    'account.show',
  );
  const { link, reference } = await invite(fired, 'eva@example.org', 'manager');
  await end(memberships[0]?.member ?? '');
  expect((await open(link)).code).toBe('session.link_ended');
  const again = await owner.do<Invited>('member.reset', { member: reference });
  expect((await open(again.link)).status).toBe(200);
  await owner.do('member.remove', { member: reference });
  await owner.call('member.remove', { member: memberships[0]?.member });
});

it('the first owner is told whose server it is where organisers are there already, and names none', async () => {
  await using begun = await startTestServer();
  await makeOrganiser(begun, 'pro', 'Nordlys');
  const token = await begun.database.write(firstOwnerToken);
  const page = await ConsolePage.open(begun.authUrl);
  expect(await page.do('link.show', { token })).toMatchObject({
    purpose: 'first_owner',
    organisers: ['Nordlys'],
  });
  const password = 'nine brown llamas in a lift';
  await page.do('link.take', { token, password, email: 'nora@example.org' });
  expect(await begun.database.read(listOrganisers)).toHaveLength(1);
});

/** A page of whoever took the link. */
const enter = async (link: string | null) => {
  const page = await ConsolePage.open(server.authUrl);
  const [, token] = (link ?? '').split('#');
  await page.do('link.take', { token, password: 'nine brown llamas in a lift' });
  return page;
};
/** The same, with an authenticator app. */
const join = async (link: string | null) => {
  const page = await enter(link);
  const { offer, secret } = await page.do<{ offer: string; secret: string }>(
    'account.authenticator-begin',
  );
  const { now } = await server.database.read(async (tx) => ({ now: tx.now }));
  const code = codeAt(Buffer.from(Secret.fromBase32(secret).bytes), now);
  await page.do('account.authenticator-confirm', { offer, code });
  return page;
};
/** Of who has just joined. */
const factors = { authenticator: false, passkey: false, recovery_codes: 0 };

it('a member of several organisers who has lost every factor is removed from each and invited again, and begins with none', async () => {
  const email = 'una@example.org';
  const first = await invite(owner, email, 'viewer');
  const una = await join(first.link);
  const other = await makeOrganiser(server, 'pro', 'Third');
  const third = await memberPage(server, {
    organiser: other,
    role: 'owner',
    email: 'o@third.example',
  });
  await server.run(`member invite --organiser ${other} --email ${email} --role viewer`);
  await owner.do('member.remove', { member: first.reference });
  expect(await una.do('account.show')).toMatchObject({ factors: { authenticator: true } });
  expect((await owner.call('member.invite', { email, role: 'viewer' })).status).toBe(422);
  const { data: members } = await third.do<{
    data: readonly { email: string; reference: string }[];
  }>('member.list');
  const second = members.find((member) => member.email === email);
  await third.do('member.remove', { member: second?.reference });
  const { link } = await invite(owner, email, 'viewer');
  expect(await (await enter(link)).do('account.show')).toMatchObject({ factors });
});

it('a sole owner who has lost every factor is removed by a second one who has joined, and is invited again', async () => {
  const organiser = await makeOrganiser(server, 'pro', 'Fourth');
  const inviteHere = async (email: string) => {
    const { out } = await server.run(
      `member invite --organiser ${organiser} --email ${email} --role owner`,
    );
    return /^http\S+#\S+$/m.exec(out)?.[0] ?? null;
  };
  const email = 'vera@example.org';
  const vera = await join(await inviteHere(email));
  const { memberships } = await vera.do<{ memberships: readonly { member: string }[] }>(
    'account.show',
  );
  const [{ member } = { member: '' }] = memberships;
  const link = await inviteHere('wim@example.org');
  const early = await server.run(`member remove ${member}`);
  expect(early.err).toContain('No other owner has joined yet');
  const wim = await join(link);
  await wim.do('member.remove', { member });
  const again = await invite(wim, email, 'owner');
  expect(await (await enter(again.link)).do('account.show')).toMatchObject({ factors });
});
