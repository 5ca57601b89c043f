import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_NAME_LENGTH } from '../../../shared/contract/limits.ts';
import { problem, sentenceOf, type Problem } from '../../../shared/console/problems.ts';
import { firstOwnerToken } from '../../../src-server/domain/members/members.ts';
import { ConsolePage } from '../../support/console-page.ts';
import { furnishOrganiser } from '../../support/furnish-organiser.ts';
import { memberPage } from '../../support/member-page.ts';
import { makeClient, startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let own: Record<string, string>;
let owner: ConsolePage;
let token: string | null;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.database.write(firstOwnerToken);
  own = await furnishOrganiser(server.database, 'Own');
  owner = await memberPage(server, { organiser: own['organiser'] ?? '', role: 'owner' });
});
afterAll(() => server[Symbol.asyncDispose]());

const event = { name: 'Gala', slug: 'gala', timezone: 'UTC', currency: 'EUR' };
const long = 'x'.repeat(1_000);
const times = { starts_at: '2026-12-12T20:00:00Z', ends_at: '2026-12-12T19:00:00Z' };
const hook = { url: 'https://127.0.0.1/', events: ['order.created'] };
const placed = (quantity: number) => ({ lines: [{ sellable: ':sellable', quantity }] });
const question = { event: ':event', label: 'A', type: 'text' };

/** `:event` becomes the reference of the organiser's event. */
function withOwn<Value>(given: Value): Value {
  return JSON.parse(JSON.stringify(given), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(':') ? own[value.slice(1)] : value,
  );
}

/** Values that begin with a colon name a row of the organiser. */
it.each<readonly [string, object, string, Problem]>([
  ['event.create', { ...event, name: '' }, 'name', problem('empty', { field: 'name' })],
  ['event.create', { ...event, name: undefined }, 'name', problem('required', { field: 'name' })],
  [
    'event.create',
    { ...event, name: long },
    'name',
    problem('too_long', { field: 'name', most: MAX_NAME_LENGTH }),
  ],
  [
    'event.create',
    { ...event, name: 'a\u202eb' },
    'name',
    problem('unseen', { field: 'name', what: 'U+202E' }),
  ],
  ['event.create', { ...event, name: 'a\0' }, 'name', problem('unstorable', { field: 'name' })],
  ['event.create', { ...event, slug: 'A b' }, 'slug', problem('slug', {})],
  ['event.create', { ...event, slug: 'own' }, 'slug', problem('slug_taken', { slug: 'own' })],
  ['event.create', { ...event, timezone: '+01:00' }, 'timezone', problem('timezone', {})],
  ['event.create', { ...event, currency: 'euro' }, 'currency', problem('currency', {})],
  ['event.create', { ...event, ...times }, 'ends_at', problem('ends_before', { field: 'ends_at' })],
  [
    'ticket-type.create',
    { event: ':event', name: 'A', price: -1 },
    'price',
    problem('at_least', { field: 'price', least: 0 }),
  ],
  [
    'ticket-type.create',
    { event: ':event', name: 'A', price: 'x' },
    'price',
    problem('not_whole', { field: 'price', type: 'integer' }),
  ],
  [
    'ticket-type.update',
    { ticket_type: ':ticket_type', total: 0 },
    'total',
    problem('sold', { sold: 10 }),
  ],
  [
    'order.create',
    { event: ':event', ...placed(1) },
    'body',
    problem('only_left', { name: 'Gone', left: 0, wanted: 1 }),
  ],
  ['question.create', { ...question, key: 'A b' }, 'key', problem('key', {})],
  [
    'question.create',
    { ...question, key: 'meal' },
    'key',
    problem('asked', { key: 'meal', archived: null }),
  ],
  [
    'question.create',
    { ...question, key: 'a', type: 'select' },
    'options',
    problem('options', { type: 'select' }),
  ],
  [
    'location.create',
    { event: ':event', name: 'Door' },
    'name',
    problem('name_taken', { name: 'Door', of: ':location' }),
  ],
  ['client.create', { name: 'A', scopes: [] }, 'scopes', problem('choose_one', { what: 'scope' })],
  [
    'dispute.create',
    { dispute: 'x' },
    'dispute',
    problem('begins', { field: 'dispute', prefix: 'dp_' }),
  ],
  ['webhook.create', hook, 'url', problem('not_public', { host: '127.0.0.1' })],
  [
    'waitlist.join',
    { event: ':event', sellable: ':sellable', email: 'nobody' },
    'email',
    problem('not_email', {}),
  ],
])('%s says by code and values what is wrong (%#)', async (name, given, field, said) => {
  const { problems, errors, code } = await owner.call(name, withOwn(given));
  expect(problems).toEqual({ [field]: withOwn(said) });
  const hasErrors = code !== 'capacity.exceeded';
  expect(errors).toEqual(hasErrors ? { [field]: [sentenceOf(withOwn(said))] } : {});
});

it.each<readonly [string, Problem]>([
  ['short', problem('password_length', { least: 8, most: 256 })],
  ['password1', problem('password_common', {})],
  ['gatehouse-nora', problem('password_guessed', { least: 8 })],
])('so does the page of a link of the password %s', async (password, said) => {
  const page = await ConsolePage.open(server.authUrl);
  const given = { token, email: 'nora@example.org', organiser: 'Hall', password };
  const { problems, errors } = await page.call('link.take', given);
  expect({ problems, errors }).toEqual({
    problems: { password: said },
    errors: { password: [sentenceOf(said)] },
  });
});

it('a call of the page itself says it of every field, and only a sentence where there is no code', async () => {
  const { problems, errors } = await owner.call('link.take', { password: 5 });
  expect(problems).toEqual({ token: problem('required', { field: 'token' }) });
  expect(errors).toEqual({
    token: ['The token field is required.'],
    password: ['The password must be a string.'],
  });
});

it('the API has only its sentences', async () => {
  const client = await makeClient(server, own['organiser'] ?? '');
  const refused = await client.post(
    `/integration/events/${own['event']}/orders`,
    {},
    { 'idempotency-key': 'one' },
  );
  expect(refused.status).toBe(422);
  expect(await refused.json()).not.toHaveProperty('problems');
});
