import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseContact } from '../../../src-server/domain/contacts/contacts.ts';
import { copyEvent } from '../../../src-server/domain/events/copy-event.ts';
import { createQuestion, updateQuestion } from '../../../src-server/domain/events/questions.ts';
import { changeAnswer } from '../../../src-server/domain/sales/answers.ts';
import { createOrder } from '../../../src-server/domain/sales/create-order.ts';
import {
  makeClient,
  makeDoor,
  startTestServer,
  type TestServer,
} from '../../support/test-server.ts';

/** What the organiser wants said at the door of the answers of an order. */
let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let meal: string;
let allergies: string;
let orders: string[];

beforeAll(async () => {
  host = await startTestServer();
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  door = await makeDoor(host, 1);
  meal = await ask('meal', { type: 'select', options: ['Vegan', 'Fish'] });
  allergies = await ask('allergies', { type: 'text', options: null });
  orders = [await order({ meal: 'Vegan', allergies: 'Nuts' }), await order({ meal: 'Fish' })];
});

const ask = async (
  key: string,
  how: { readonly type: 'select' | 'text'; readonly options: readonly string[] | null },
) => {
  const question = { event: door.event, key, label: `Your ${key}?`, ...how };
  return (await host.database.write((tx) => createQuestion(tx, question))).reference;
};
const order = async (answers: object) => {
  const placed = {
    event: door.event,
    lines: [{ sellable: door.ticketType, quantity: 2 }],
    contact: { email: `${ulid()}@example.org` },
    answers: { ...answers },
    status: 'confirmed' as const,
  };
  return (await host.database.write((tx) => createOrder(tx, placed))).reference;
};
const mark = (question: string, show_at_door: boolean) =>
  host.database.write((tx) => updateQuestion(tx, question, { show_at_door }));
const ticketOf = async (reference: string) => {
  const { data } = Object(
    await (await door.client.get(`/integration/events/gala/tickets?order=${reference}`)).json(),
  );
  return data.data[0];
};
const answer = async (reference: string, question: string, value: unknown) => {
  const { reference: ticket } = await ticketOf(reference);
  await host.database.write((tx) => changeAnswer(tx, { ticket, question, value }));
};

interface Row {
  readonly reference: string;
  readonly answers: readonly { readonly text: string; readonly answered_at: string }[];
  readonly updated_at: string;
}

const page = async (path: string) => Object(await (await door.client.get(path)).json());
/** The feed since then, page by page, as what is said by order, and where it goes on. */
const feed = async (since = '1970-01-01T00:00:00Z', client = door.client) => {
  const rows: Row[] = [];
  let path = `/scanner/events/${door.event}/answers?updated_since=${since}&per_page=1`;
  let watermark = '';
  for (;;) {
    const response = await client.get(path);
    expect(response.status).toBe(200);
    const { data, watermark: end } = Object(await response.json());
    watermark = end;
    rows.push(...data.data);
    if (data.next_page_url === null) break;
    path = data.next_page_url.slice(data.next_page_url.indexOf('/scanner'));
  }
  const said = rows.map(({ reference, answers }) => [reference, answers.map(({ text }) => text)]);
  return { rows, said: Object.fromEntries(said), watermark };
};
/** What the feed says of changes after that row. */
const after = async ({ rows }: { readonly rows: readonly Row[] }) => {
  const last = rows.at(-1)?.updated_at ?? '';
  const { rows: later } = await feed(last);
  return later.filter(({ updated_at }) => updated_at > last);
};

describe('answers of an order', () => {
  it('are said at the door once their question is marked, and no longer once it is not', async () => {
    const [first = '', second = ''] = orders;
    expect((await feed()).rows).toEqual([]);
    await mark(meal, true);
    const marked = await feed();
    expect(marked.said).toEqual({ [first]: ['Vegan'], [second]: ['Fish'] });
    expect(marked.rows[0]?.answers).toEqual([
      {
        question: meal,
        label: 'Your meal?',
        type: 'select',
        text: 'Vegan',
        answered_at: expect.any(String),
      },
    ]);
    await mark(allergies, true);
    expect(await after(marked)).toMatchObject([
      { reference: first, answers: [{ text: 'Vegan' }, { text: 'Nuts' }] },
    ]);
    const both = await feed();
    await mark(meal, false);
    const later = await after(both);
    expect(later).toHaveLength(2);
    expect((await feed()).said).toEqual({ [first]: ['Nuts'], [second]: [] });
  });

  it('reach the door when they change or come later, without moving order, ticket or answer', async () => {
    const [first = '', second = ''] = orders;
    const ticket = await ticketOf(first);
    const answered = (await page(`/integration/tickets/${ticket.reference}`)).data.answers;
    const { data: before } = await page(`/integration/orders/${first}`);
    await mark(meal, true);
    const known = await feed();
    expect(await ticketOf(first)).toEqual(ticket);
    expect((await page(`/integration/orders/${first}`)).data).toEqual(before);
    expect((await page(`/integration/tickets/${ticket.reference}`)).data.answers).toEqual(answered);
    await answer(first, meal, 'Fish');
    await answer(second, allergies, 'Eggs');
    const third = await order({ meal: 'Vegan' });
    const [changed, placed, ...others] = await after(known);
    expect([changed, placed]).toMatchObject([
      { reference: first, answers: [{ text: 'Fish' }] },
      { reference: third, answers: [{ text: 'Vegan' }] },
    ]);
    expect(others).toEqual([]);
    const moved = (await page(`/integration/tickets/${ticket.reference}`)).data.answers;
    expect(moved[0].answered_at).toBe(changed?.answers[0]?.answered_at);
  });

  it('are asked under the new name once the question has one', async () => {
    await mark(allergies, true);
    const known = await feed();
    await host.database.write((tx) => updateQuestion(tx, allergies, { label: 'No go?' }));
    await host.database.write((tx) => updateQuestion(tx, meal, { label: 'Not shown' }));
    expect(await after(known)).toMatchObject([{ answers: [{ label: 'No go?' }] }]);
  });

  it('are gone from the door when the person is erased', async () => {
    const [first = '', second = ''] = orders;
    await mark(meal, true);
    const known = await feed();
    const { contact } = await ticketOf(first);
    await host.database.write((tx) => eraseContact(tx, contact.reference));
    expect(await after(known)).toMatchObject([{ reference: first, answers: [] }]);
    expect((await feed()).said).toEqual({ [first]: [], [second]: ['Fish'] });
  });

  it('are one line of at most 200 characters; blank ones are left out', async () => {
    const [first = '', second = ''] = orders;
    await mark(allergies, true);
    await answer(first, allergies, ` Nuts\n\nand ${'🥜'.repeat(300)}`);
    await answer(second, allergies, ' \n ');
    const { said } = await feed();
    expect(said[first][0]).toBe(`Nuts and ${'🥜'.repeat(190)}…`);
    expect(said[second]).toEqual([]);
    await answer(second, allergies, true);
    expect((await feed()).said[second]).toEqual(['✓']);
  });

  it('are in the numbered list and in the snapshot', async () => {
    await mark(meal, true);
    const { rows } = await feed();
    const numbered = (await page(`/scanner/events/gala/answers`)).data;
    expect(numbered).toMatchObject({ total: 2, data: rows.toReversed() });
    const text = await (await door.client.get('/scanner/events/gala/snapshot')).text();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0].counts.answers).toBe(2);
    expect(lines.flatMap(({ kind, answers }) => (kind === 'answers' ? answers : []))).toEqual(rows);
  });
});

describe('the list of answers', () => {
  it('is for stations, of events that they may see, and keeps to its own cursors', async () => {
    await mark(meal, true);
    const path = `/scanner/events/${door.event}/answers?updated_since=1970-01-01T00:00:00Z&per_page=1`;
    const { data } = await page(path);
    const cursor: string = data.next_cursor;
    const other = await makeDoor(host, 1);
    expect((await other.client.get(path)).status).toBe(404);
    const reader = await makeClient(host, door.organiser, { scopes: ['tickets:read'] });
    expect((await reader.get(path)).status).toBe(403);
    const second = await makeClient(host, door.organiser, { scopes: ['scanner:sync'] });
    for (const [who, at] of [
      [door.client, `${path}&cursor=${cursor.slice(0, -1)}`],
      [second, `${path}&cursor=${cursor}`],
      [door.client, `/integration/events/gala/orders?${path.split('?')[1]}&cursor=${cursor}`],
      [door.client, `/scanner/events/gala/answers?cursor=${cursor}`],
    ] as const) {
      const refused = await who.get(at);
      expect([refused.status, Object(await refused.json()).code]).toEqual([422, 'cursor.invalid']);
    }
    const me = await page('/integration/me');
    expect(me.data.capabilities).toContain('scanner.answers');
  });

  it('is one of five questions at most', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      const reference = await ask(key, { type: 'text', options: null });
      const { code } = await host.run('question update', reference, '--show-at-door', 'yes');
      expect(code).toBe(0);
    }
    const { code, err } = await host.run('question update', meal, '--show-at-door', 'yes');
    expect([code, err]).toEqual([1, expect.stringContaining('at most 5')]);
    expect(await shownIn(door.event)).toHaveLength(5);
    const { reference } = await host.database.write((tx) =>
      copyEvent(tx, door.event, { name: 'Gala again', slug: 'again', starts_at: null }),
    );
    expect(await shownIn(reference)).toHaveLength(5);
  });
});

/** The questions that are marked, as the command line lists them. */
async function shownIn(event: string) {
  const { out } = await host.run('question list', '--event', event, '--json');
  const { data } = JSON.parse(out);
  return data.filter((one: { show_at_door: boolean }) => one.show_at_door);
}
