import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_NAME_LENGTH } from '../../../shared/contract/limits.ts';
import { problems as words } from '../../../src-renderer/console/i18n/de/problems.ts';
import { problemText } from '../../../src-renderer/console/state/field-problems.ts';
import { checkPassword } from '../../../src-server/domain/members/check-password.ts';
import { DomainError } from '../../../src-server/rules/domain-error.ts';
import { furnishOrganiser, makeRow } from '../../support/furnish-organiser.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let own: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  own = await furnishOrganiser(server.database, 'Own');
});
afterAll(() => server[Symbol.asyncDispose]());

const event = { name: 'Gala', slug: 'gala', timezone: 'UTC', currency: 'EUR' };
const long = 'x'.repeat(1_000);
const times = { starts_at: '2026-12-12T20:00:00Z', ends_at: '2026-12-12T19:00:00Z' };
const hook = { url: 'https://127.0.0.1/', events: ['order.created'] };
const placed = (quantity: number) => ({ lines: [{ sellable: ':sellable', quantity }] });

/** Values that begin with a colon name a row of the organiser. */
it.each<readonly [string, object, string]>([
  ['event.create', { ...event, name: '' }, words.required],
  ['event.create', { ...event, name: undefined }, words.required],
  ['event.create', { ...event, name: long }, words.tooLong(String(MAX_NAME_LENGTH))],
  ['event.create', { ...event, name: 'a\u202eb' }, words.unseen],
  ['event.create', { ...event, name: 'a\0' }, words.unseen],
  ['event.create', { ...event, slug: 'A b' }, words.slug],
  ['event.create', { ...event, slug: 'own' }, words.taken],
  ['event.create', { ...event, timezone: '+01:00' }, words.timezone],
  ['event.create', { ...event, currency: 'euro' }, words.currency],
  ['event.create', { ...event, ...times }, words.endsBefore],
  ['ticket-type.create', { event: ':event', name: 'A', price: -1 }, words.atLeast('0')],
  ['ticket-type.create', { event: ':event', name: 'A', price: 'x' }, words.notWhole],
  ['ticket-type.update', { ticket_type: ':ticket_type', total: 0 }, words.sold('\\d+')],
  ['order.create', { event: ':event', ...placed(1) }, words.onlyLeft('0')],
  ['question.create', { event: ':event', key: 'A b', label: 'A', type: 'text' }, words.key],
  ['question.create', { event: ':event', key: 'meal', label: 'A', type: 'text' }, words.taken],
  ['question.create', { event: ':event', key: 'a', label: 'A', type: 'select' }, words.options],
  ['location.create', { event: ':event', name: 'Door' }, words.taken],
  ['client.create', { organiser: ':organiser', name: 'A', scopes: [] }, words.chooseOne],
  ['dispute.create', { organiser: ':organiser', dispute: 'x' }, words.begins('dp_')],
  ['webhook.create', { organiser: ':organiser', ...hook }, words.notPublic],
  ['waitlist.join', { event: ':event', sellable: ':sellable', email: 'nobody' }, words.notEmail],
])('what is wrong with %s is said in the language of the page (%#)', async (name, given, text) => {
  const input = JSON.parse(
    JSON.stringify({ ...(name === 'event.create' && { organiser: ':organiser' }), ...given }),
    (_, value: unknown) =>
      typeof value === 'string' && value.startsWith(':') ? own[value.slice(1)] : value,
  );
  const said = await sentenceOf(() => makeRow(server.database, name, input));
  expect(problemText(words, said)).toMatch(new RegExp(`^${text.replaceAll('.', '\\.')}$`));
});

it.each([
  ['short', words.password.length('8', '256')],
  ['password1', words.password.common],
  ['gatehouse-nora', words.password.guessed('8')],
])('so is what is wrong with the password %s', async (password, text) => {
  const said = await sentenceOf(async () => checkPassword(password, 'nora@example.org'));
  expect(problemText(words, said)).toBe(text);
});

async function sentenceOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
  throw new Error('expected a refusal');
}
