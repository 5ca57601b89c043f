import { afterAll, beforeAll, expect, it } from 'vitest';
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
