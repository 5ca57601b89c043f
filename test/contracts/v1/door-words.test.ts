import { afterAll, beforeAll, expect, it } from 'vitest';
import { eraseContact } from '../../../src-server/domain/contacts/contacts.ts';
import {
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';

/** What the organiser wants said at the door of a ticket. */
let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let ticket: string;

beforeAll(async () => {
  host = await startTestServer();
  door = await makeDoor(host, 1);
  [ticket = ''] = await ticketsOf(host, door.event);
});
afterAll(() => host[Symbol.asyncDispose]());

const shown = async (reference = ticket) => {
  const answer = await door.client.get(`/integration/tickets/${reference}`);
  return Object(await answer.json()).data;
};
const update = (...flags: readonly string[]) => host.run('ticket update', ticket, ...flags);

it('is a note and flags, which move the ticket and which stations read', async () => {
  const before = await shown();
  expect(before).not.toHaveProperty('door_note');
  expect(before).not.toHaveProperty('flags');
  await update(
    '--door-note',
    ' Seat her\nbeside the choir ',
    '--flags',
    'VIP, press,vip,Under_Age',
  );
  const words = { door_note: 'Seat her beside the choir', flags: ['vip', 'press', 'under_age'] };
  const after = await shown();
  expect(after).toMatchObject(words);
  expect(after.updated_at > before.updated_at).toBe(true);
  const snapshot = await door.client.get('/scanner/events/gala/snapshot');
  const lines = (await snapshot.text()).split('\n');
  const line = lines.find((one) => one.includes(ticket)) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ ticket: words });
  await update('--flags', 'none');
  expect(await shown()).not.toHaveProperty('flags');
  expect(await shown()).toMatchObject({ door_note: words.door_note });
});

it('has limits', async () => {
  const nine = Array.from({ length: 9 }, (_, at) => `flag ${at}`).join(',');
  for (const [flag, value, sentence] of [
    ['--flags', nine, 'at most 8 flags'],
    ['--flags', 'x'.repeat(21), 'at most 20 characters'],
    ['--flags', 'one;two', 'without a comma or semicolon'],
    ['--door-note', 'x'.repeat(201), 'at most 200 characters'],
  ] as const) {
    const { code, err } = await update(flag, value);
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
  }
});

it('stays with its holder: another one gets the flags, and erasure ends the note', async () => {
  await update('--door-note', 'Her coat is at the cloakroom', '--flags', 'check_id');
  const { out } = await host.run('ticket transfer', ticket, '--email', 'bo@example.org', '--json');
  const { reference }: { readonly reference: string } = JSON.parse(out);
  const transferred = await shown(reference);
  expect(transferred).toMatchObject({ flags: ['check_id'] });
  expect(transferred).not.toHaveProperty('door_note');
  await host.run('ticket update', reference, '--door-note', 'Bo is a minor');
  const { contact } = await shown(reference);
  await host.database.write((tx) => eraseContact(tx, contact.reference));
  const erased = await shown(reference);
  expect(erased).toMatchObject({ flags: ['check_id'] });
  expect(erased).not.toHaveProperty('door_note');
});
