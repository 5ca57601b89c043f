import { Type } from 'typebox';
import { MAX_WEBHOOK_URL_LENGTH } from '../../../shared/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClient, freshKey, walk, walkChanges } from '../../support/v1/api-client.ts';
import type { ApiClient } from '../../support/v1/api-client.ts';
import { startTestServer } from '../../support/test-server.ts';
import type { Gatehouse } from '../../support/v1/gatehouse.ts';
import { eventNames } from '../../support/v1/payloads.ts';
import { organiserOf } from '../../support/v1/programme.ts';
import { shaped } from '../../support/v1/shaped.ts';
import {
  Contact,
  EntryScan,
  ErrorBody,
  List,
  Made,
  NewSubscription,
  Placed,
  Subscription,
  Ticket,
  TicketDetails,
  Warned,
  Wrapped,
} from '../../support/v1/shapes.ts';

/** Sections 4.4 and 4.5: what integrations write. */
let gatehouse: Gatehouse;
let client: ApiClient;
let other: ApiClient;
let event: string;
let tickets: string[];

beforeAll(async () => {
  gatehouse = await startTestServer({ webhookAllow: ['127.0.0.0/8'] });
  const { addOrganiser, addEvent, addType } = organiserOf(gatehouse);
  const organiser = await addOrganiser();
  event = await addEvent(organiser, 'gala');
  const type = await addType(event);
  const line = `order create --event ${event} --ticket-type ${type} --quantity 30 --email holder@example.org`;
  const [placed, first, second] = await Promise.all([
    gatehouse.make(Placed, line, '--first-name', 'Hol', '--last-name', 'Der'),
    addClient(gatehouse, organiser),
    addClient(gatehouse, organiser),
  ]);
  tickets = placed.tickets.map(({ reference }) => reference);
  [client, other] = [first, second];
});
afterAll(() => gatehouse[Symbol.asyncDispose]());

const CONTACTS = '/integration/contacts';
const SCANS = '/integration/scans';

async function upsert(status: 200 | 201, body: unknown) {
  const answer = await client.post(CONTACTS, body, freshKey());
  const json: unknown = await answer.json();
  expect({ status: answer.status, json }).toMatchObject({ status });
  return shaped(Wrapped(Contact), json).data;
}

async function refusal(answer: Response | Promise<Response>, status: number, code: string) {
  const response = await answer;
  const body: unknown = await response.json();
  expect({ status: response.status, body }).toMatchObject({ status, body: { code, status } });
  return shaped(ErrorBody, body);
}

function scan(ticket: unknown, key = freshKey(), caller = client) {
  return caller.post(SCANS, { ticket }, key);
}

const countContacts = async () =>
  (await client.read(List(Contact), `${CONTACTS}?include_deleted=1`)).data.total;

describe('A contact (4.4)', () => {
  it('is created with 201, found again in any letter case with 200, and keeps its first spelling', async () => {
    const created = await upsert(201, { email: 'Grace@Example.org', first_name: 'Grace' });
    expect(created).toMatchObject({
      email: 'Grace@Example.org',
      first_name: 'Grace',
      last_name: null,
      mobile: null,
    });
    const updated = await upsert(200, { email: 'GRACE@example.ORG', last_name: 'Hopper' });
    expect(updated).toMatchObject({
      reference: created.reference,
      email: 'Grace@Example.org',
      first_name: 'Grace',
      last_name: 'Hopper',
      created_at: created.created_at,
    });
    expect(updated.updated_at > created.updated_at).toBe(true);
  });

  it('keeps omitted fields, clears null ones, and is not updated without a change', async () => {
    const email = 'fields@example.org';
    const full = await upsert(201, { email, first_name: 'A', last_name: 'B', mobile: '+47 1' });
    expect(await upsert(200, { email })).toEqual(full);
    expect(await upsert(200, { email, first_name: 'A', mobile: '+47 1' })).toEqual(full);
    const cleared = await upsert(200, { email, last_name: null });
    expect(cleared).toMatchObject({ first_name: 'A', last_name: null, mobile: '+47 1' });
    expect(cleared.updated_at > full.updated_at).toBe(true);
    expect(await upsert(200, { email, last_name: null })).toEqual(cleared);
    expect((await client.read(Wrapped(Contact), `${CONTACTS}/${full.reference}`)).data).toEqual(
      cleared,
    );
  });

  it.each([
    ['İpek@example.org', 'i̇pek@EXAMPLE.org'],
    ['ÅSE@example.no', 'åse@example.no'],
    ['A\u030Ase.Moe@example.no', 'åse.moe@example.no'],
    ['STRAẞE@example.de', 'straße@example.de'],
    ['ΟΔΟΣ@example.gr', 'οδος@example.gr'],
    ['J\u030C@example.org', '\u01F0@example.org'],
    ['  padded@example.org ', 'padded@example.org'],
    ['ЮЛИЯ@example.ru', 'юлия@example.ru'],
    ['e@b\u00FCcher.example', 'E@XN--BCHER-kva.example'],
    ['e2@xn--bcher-kva.example', 'e2@Bu\u0308cher.example'],
    ['\u200B\u202Apasted@example.org\u202C\uFEFF', 'pasted@example.org'],
    ['ali@\u0646\u0627\u0645\u0647\u200C\u0627\u06CC.example', 'ali@xn--mgba3gch31f060k.example'],
  ])('of %s is the one of %s', async (email, spelling) => {
    const created = await upsert(201, { email });
    expect(created.email).toBe(email.replaceAll(/^[ \u200B\u202A]+|[ \u202C\uFEFF]+$/g, ''));
    expect((await upsert(200, { email: spelling })).reference).toBe(created.reference);
    const query = encodeURIComponent(spelling);
    expect((await walk(client, Contact, `${CONTACTS}?email=${query}`))[0]).toEqual(created);
  });

  it.each([
    ['strasse@example.de', 'straße@example.de'],
    ['a.b@example.org', 'ab@example.org'],
    ['a+b@example.org', 'a@example.org'],
  ])('of %s is not the one of %s', async (one, another) => {
    const contacts = await Promise.all(
      [one, another].map((email) =>
        client.post(CONTACTS, { email }, freshKey()).then((answer) => answer.json()),
      ),
    );
    const [first, second] = contacts.map((body) => shaped(Wrapped(Contact), body).data.reference);
    expect(first).not.toBe(second);
  });

  it.each([
    [{}, ['email']],
    [{ first_name: 'X' }, ['email']],
    [{ email: null }, ['email']],
    [{ email: 7 }, ['email']],
    [{ email: '' }, ['email']],
    [{ email: 'nobody' }, ['email']],
    [{ email: 'a@b@c' }, ['email']],
    [{ email: 'a b@example.org' }, ['email']],
    [{ email: 'a..b@example.org' }, ['email']],
    [{ email: 'a@-example.org' }, ['email']],
    [{ email: '<a@example.org>' }, ['email']],
    [{ email: 'mailto:a@example.org' }, ['email']],
    [{ email: `${'a'.repeat(250)}@example.org` }, ['email']],
    [{ email: 'a@\u0661.example' }, ['email']],
    [{ email: 'a@b\u200Dc.example' }, ['email']],
    [{ email: ['a@example.org'] }, ['email']],
    [{ email: 'x@example.org', first_name: 7 }, ['first_name']],
    [{ email: 'x@example.org', last_name: {} }, ['last_name']],
    [{ email: 'x@example.org', mobile: false, first_name: [] }, ['first_name', 'mobile']],
    [{ email: 'x@example.org', first_name: 'a'.repeat(256) }, ['first_name']],
    [{ email: 'x@example.org', first_name: 'a\0b' }, ['first_name']],
    [[], ['body']],
    ['"text"', ['body']],
    ['null', ['body']],
    ['7', ['body']],
  ])('of %j is refused, field by field', async (body, fields) => {
    const before = await countContacts();
    const answer = client.post(CONTACTS, body, freshKey());
    const { errors = {} } = await refusal(answer, 422, 'validation.failed');
    expect(Object.keys(errors).toSorted()).toEqual(fields);
    expect(await countContacts()).toBe(before);
  });

  it('that is refused says in a sentence what was expected', async () => {
    const body = { email: '', first_name: 7, last_name: 'a'.repeat(256) };
    const { errors } = await refusal(
      client.post(CONTACTS, body, freshKey()),
      422,
      'validation.failed',
    );
    expect(errors).toEqual({
      email: ['The email must not be empty.'],
      first_name: ['The first_name must be a string.'],
      last_name: ['The last_name must not have more than 255 characters.'],
    });
  });

  it.each([
    ['ad\u200Ba@example.org', 'U+200B'],
    ['ad\u00ADa@example.org', 'U+00AD'],
    ['ada@exam\u200Bple.org', 'U+200B'],
    ['ad\u200Da@example.org', 'U+200D'],
    ['ada\uE000b@example.org', 'U+E000'],
    ['ada\u{E0041}b@example.org', 'U+E0041'],
    ['ada\u0378b@example.org', 'U+0378'],
    ['ad\u00A0a@example.org', 'U+00A0'],
    ['ada@\u202Eexample.org', 'U+202E'],
  ])(
    'whose email %j has a character that nobody sees is refused, and it is named',
    async (email, point) => {
      const answer = client.post(CONTACTS, { email, first_name: 'A\u0007b' }, freshKey());
      const { errors } = await refusal(answer, 422, 'validation.failed');
      expect(errors).toEqual({
        email: [`Expected an email address without ${point}, which cannot be seen in it.`],
        first_name: ['Expected first_name without U+0007.'],
      });
    },
  );

  it('that was erased is not created in any other spelling', async () => {
    const { reference } = await upsert(201, {
      email: 'Eva@b\u00FCcher.example',
      first_name: 'Eva',
    });
    await gatehouse.make(Made, `contact erase ${reference}`);
    for (const email of [
      'eva@xn--bcher-kva.example',
      'EVA@B\u00DCCHER.example',
      ' eva@bu\u0308cher.example',
    ]) {
      await refusal(client.post(CONTACTS, { email }, freshKey()), 422, 'contacts.erased');
    }
  });

  it('ignores unknown keys, and says which', async () => {
    const sent = { email: 'extra@example.org', is_erased: true, unsubscribed_at: '2020-01-01' };
    const answer = await client.post(CONTACTS, sent, freshKey());
    const { data, warnings } = shaped(Warned(Wrapped(Contact)), await answer.json());
    expect(data).toMatchObject({ is_erased: false, unsubscribed_at: null });
    expect(warnings).toEqual({
      is_erased: ['The field is_erased is unknown and was ignored.'],
      unsubscribed_at: ['The field unsubscribed_at is unknown and was ignored.'],
    });
  });

  it('upserted many times at once is one row: one 201 and the others 200', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        client.post(CONTACTS, { email: 'race@example.org' }, freshKey()),
      ),
    );
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => '200'),
      '201',
    ]);
    expect(await walk(client, Contact, `${CONTACTS}?email=race@example.org`)).toHaveLength(1);
  });

  it('renamed updates the tickets that show it', async () => {
    const path = `/integration/tickets/${tickets[29]}`;
    const before = (await client.read(Wrapped(TicketDetails), path)).data;
    await upsert(200, { email: 'holder@example.org', first_name: 'Renamed' });
    const after = (await client.read(Wrapped(TicketDetails), path)).data;
    expect(after.contact?.first_name).toBe('Renamed');
    expect(after.updated_at > before.updated_at).toBe(true);
    const [listed] = await walk(client, Ticket, `/integration/events/gala/tickets?per_page=100`);
    expect(listed?.contact?.first_name).toBe('Renamed');
  });
});

describe('An erased contact (2.8, 4.4)', () => {
  it('is a stub, and is never created again', async () => {
    const email = 'Gone@Example.org';
    const before = await upsert(201, { email, first_name: 'Gone', mobile: '+47 2' });
    const key = freshKey();
    await client.post(CONTACTS, { email, first_name: 'Gone' }, key);
    await gatehouse.make(Made, `contact erase ${before.reference}`);
    const path = `${CONTACTS}/${before.reference}`;
    await client.refused(404, path);
    const stub = (await client.read(Wrapped(Contact), `${path}?include_deleted=1`)).data;
    expect(stub).toEqual({
      ...Object.fromEntries(Object.keys(before).map((field) => [field, null])),
      reference: before.reference,
      is_erased: true,
      erased_at: stub.erased_at,
      created_at: before.created_at,
      updated_at: stub.updated_at,
    });
    expect(stub.erased_at).not.toBeNull();
    expect(stub.updated_at > before.updated_at).toBe(true);
    const listed = await walk(client, Contact, `${CONTACTS}?per_page=100`);
    expect(listed.some(({ reference }) => reference === before.reference)).toBe(false);
    const since = encodeURIComponent(before.updated_at);
    const changes = `${CONTACTS}?updated_since=${since}`;
    const plain = await walkChanges(client, Contact, changes);
    expect(plain.rows.some(({ reference }) => reference === before.reference)).toBe(false);
    const { rows } = await walkChanges(client, Contact, `${changes}&include_deleted=1`);
    expect(rows.filter(({ reference }) => reference === before.reference)).toEqual([stub]);
    expect(await walk(client, Contact, `${CONTACTS}?email=${email}&include_deleted=1`)).toEqual([]);

    const again = freshKey();
    const refused = await client.post(CONTACTS, { email: 'gone@example.ORG' }, again);
    const text = await refused.clone().text();
    await refusal(refused, 422, 'contacts.erased');
    expect(text.toLowerCase()).not.toContain('gone@');
    const replayed = await client.post(CONTACTS, { email: 'gone@example.ORG' }, again);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(await replayed.text()).toBe(text);
    // Replaying an answer stored before the erasure would reveal the person.
    const old = await client.post(CONTACTS, { email, first_name: 'Gone' }, key);
    expect(await old.text()).not.toContain('+47 2');
    expect(old.status).toBe(422);
  });
});

describe('A check-in (4.4)', () => {
  it('made twenty times at once admits exactly one; every verdict is a scan', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => scan(tickets[0])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    const path = '/integration/events/gala/scans?per_page=100';
    const scans = await walk(client, EntryScan, path);
    const ofTicket = scans.filter(({ ticket }) => ticket === tickets[0]);
    expect(ofTicket).toHaveLength(20);
    expect(ofTicket.filter(({ result }) => result === 'allowed')).toHaveLength(1);
  });

  it.each([
    ['tkt_01arz3ndektsv4rrffq69g5fav', 404, 'resource.not_found'],
    ['tkt_', 404, 'resource.not_found'],
    ['tkt_nonsense', 404, 'resource.not_found'],
    ['tkt_01ARZ3NDEKTSV4RRFFQ69G5FAV', 404, 'resource.not_found'],
    ['nonsense', 422, 'validation.failed'],
    ['ord_01arz3ndektsv4rrffq69g5fav', 422, 'validation.failed'],
    ['', 422, 'validation.failed'],
    [null, 422, 'validation.failed'],
    [undefined, 422, 'validation.failed'],
    [7, 422, 'validation.failed'],
    [['tkt_01arz3ndektsv4rrffq69g5fav'], 422, 'validation.failed'],
  ])('of the ticket %j answers %i %s', async (ticket, status, code) => {
    await refusal(scan(ticket), status, code);
  });

  it('at a place or date that is unknown is not recorded', async () => {
    for (const where of [{ scanner_location: 'loc_nonsense' }, { session: 'ses_nonsense' }]) {
      const answer = client.post(SCANS, { ticket: tickets[13], ...where }, freshKey());
      await refusal(answer, 404, 'resource.not_found');
    }
    expect((await scan(tickets[13])).status).toBe(200);
  });
});

const keyOf = (key: string) => ({ 'idempotency-key': key });
/** The header of a client that writes UTF-8; fetch sends each character as one byte. */
const utf8 = (text: string) => keyOf(Buffer.from(text).toString('latin1'));

describe('An idempotency key (4.5)', () => {
  it('replays the first response, byte for byte, and does not run again', async () => {
    const key = freshKey();
    const first = await scan(tickets[3], key);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const bytes = await first.text();
    const again = await scan(tickets[3], key);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await again.text()).toBe(bytes);
    const denied = freshKey();
    const verdict = await (await scan(tickets[3], denied)).text();
    const repeated = await scan(tickets[3], denied);
    expect(repeated.status).toBe(422);
    expect(await repeated.text()).toBe(verdict);
    const scans = await walk(client, EntryScan, '/integration/events/gala/scans?per_page=100');
    expect(scans.filter(({ ticket }) => ticket === tickets[3])).toHaveLength(2);
  });

  it('replays a 201 as a 201', async () => {
    const key = freshKey();
    const body = { email: 'replay@example.org' };
    const first = await client.post(CONTACTS, body, key);
    const bytes = await first.text();
    const again = await client.post(CONTACTS, body, key);
    expect([first.status, again.status, await again.text()]).toEqual([201, 201, bytes]);
  });

  it('ignores key order and white space, and nothing else', async () => {
    const key = freshKey();
    const first = '{"email":"order@example.org","first_name":"A"}';
    expect((await client.post(CONTACTS, first, key)).status).toBe(201);
    const turned = ' {\n "first_name" : "\\u0041", "email":"order@example.org" } ';
    const again = await client.post(CONTACTS, turned, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    for (const body of [
      '{"email":"order@example.org"}',
      '{"email":"order@example.org","first_name":"a"}',
      '{"email":"order@example.org","first_name":"A","mobile":null}',
      '{"email":"ORDER@example.org","first_name":"A"}',
      '{}',
    ]) {
      await refusal(client.post(CONTACTS, body, key), 409, 'idempotency.key_reused');
    }
  });

  it('of another path is another request', async () => {
    const key = freshKey();
    expect((await client.post(CONTACTS, { email: 'path@example.org' }, key)).status).toBe(201);
    const reused = client.post(SCANS, { ticket: tickets[4] }, key);
    await refusal(reused, 409, 'idempotency.key_reused');
  });

  it('belongs to the client', async () => {
    const key = freshKey();
    const body = { email: 'mine@example.org' };
    expect((await client.post(CONTACTS, body, key)).status).toBe(201);
    const theirs = await other.post(CONTACTS, { ...body, first_name: 'X' }, key);
    expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  it('used by many at once runs once', async () => {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => scan(tickets[5], key)));
    for (const answer of answers) {
      if (answer.status === 200) continue;
      expect(answer.headers.get('retry-after')).toBe('1');
      await refusal(answer, 409, 'idempotency.in_progress');
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const scans = await walk(client, EntryScan, '/integration/events/gala/scans?per_page=100');
    expect(scans.filter(({ ticket }) => ticket === tickets[5])).toHaveLength(1);
    expect((await scan(tickets[5], key)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('may have 200 characters, not 201', async () => {
    expect((await scan(tickets[6], keyOf('k'.repeat(200)))).status).toBe(200);
    await refusal(scan(tickets[7], keyOf('k'.repeat(201))), 400, 'idempotency.key_invalid');
  });

  it('may have 200 characters that are not ASCII', async () => {
    expect((await scan(tickets[8], utf8('ключ😀'.repeat(40)))).status).toBe(200);
    expect((await scan(tickets[9], utf8('ß'.repeat(200)))).status).toBe(200);
    await refusal(scan(tickets[9], utf8('ß'.repeat(201))), 400, 'idempotency.key_invalid');
    const latin1 = { 'idempotency-key': 'schl\xFCssel' };
    expect((await scan(tickets[10], latin1)).status).toBe(200);
    expect((await scan(tickets[10], latin1)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('is required', async () => {
    for (const headers of [{}, { 'idempotency-key': '' }, { 'idempotency-key': '   ' }]) {
      const missing = client.post(SCANS, { ticket: tickets[11] }, headers);
      await refusal(missing, 400, 'idempotency.key_missing');
      const contact = client.post(CONTACTS, { email: 'nokey@example.org' }, headers);
      await refusal(contact, 400, 'idempotency.key_missing');
    }
    expect(await walk(client, Contact, `${CONTACTS}?email=nokey@example.org`)).toEqual([]);
  });

  it('of an invalid request can be used again', async () => {
    const key = freshKey();
    await refusal(client.post(CONTACTS, { email: 'no' }, key), 422, 'validation.failed');
    expect((await client.post(CONTACTS, { email: 'yes@example.org' }, key)).status).toBe(201);
    const unknown = freshKey();
    await refusal(scan('tkt_01arz3ndektsv4rrffq69g5fav', unknown), 404, 'resource.not_found');
    expect((await scan(tickets[12], unknown)).status).toBe(200);
  });
});

describe('A webhook subscription (4.4)', () => {
  const WEBHOOKS = '/integration/webhooks';
  const url = 'http://127.0.0.1:9/hook';
  const events = ['order.created'];

  it.each([
    [{ events }, 'url'],
    [{ url: '', events }, 'url'],
    [{ url: 'nonsense', events }, 'url'],
    [{ url: 'ftp://example.org/', events }, 'url'],
    [{ url: 'http://user:pass@example.org/', events }, 'url'],
    [{ url: 'http://user@example.org/', events }, 'url'],
    [{ url: 'http://10.0.0.1/', events }, 'url'],
    [{ url: 'http://169.254.169.254/latest/meta-data', events }, 'url'],
    [{ url: 'http://[::1]/', events }, 'url'],
    [{ url: 'http://3232235521/', events }, 'url'],
    [{ url: `${url}/${'a'.repeat(MAX_WEBHOOK_URL_LENGTH - url.length)}`, events }, 'url'],
    [{ url: 7, events }, 'url'],
    [{ url }, 'events'],
    [{ url, events: [] }, 'events'],
    [{ url, events: 'order.created' }, 'events'],
    [{ url, events: ['order.*'] }, 'events'],
    [{ url, events: ['*'] }, 'events'],
    [{ url, events: ['ORDER.CREATED'] }, 'events'],
    [{ url, events: ['ticket.deleted'] }, 'events'],
    [{ url, events, event: 7 }, 'event'],
    [{ url, events, event: 'gala' }, 'event'],
    [{ url, events, event: '' }, 'event'],
  ])('of %j is refused for its %s', async (body, field) => {
    const { errors = {} } = await refusal(client.post(WEBHOOKS, body), 422, 'validation.failed');
    expect(Object.keys(errors).map((name) => name.split('.')[0])).toEqual([field]);
  });

  it('may have a url of the greatest length, any of the names, and no event', async () => {
    const long = `${url}/${'a'.repeat(MAX_WEBHOOK_URL_LENGTH - 1 - url.length)}`;
    expect(long).toHaveLength(MAX_WEBHOOK_URL_LENGTH);
    const answer = await client.post(WEBHOOKS, { url: long, events: eventNames });
    expect(answer.status).toBe(201);
    const { data } = shaped(Wrapped(NewSubscription), await answer.json());
    expect(data).toMatchObject({ url: long, events: eventNames, event: null });
    const deleted = await client.call(`${WEBHOOKS}/${data.reference}`, { method: 'DELETE' });
    expect(deleted.status).toBe(200);
    expect(Object.keys(Object(await deleted.json()))).toEqual(['message']);
    await client.refused(404, `${WEBHOOKS}/${data.reference}`, { method: 'DELETE' });
  });

  it('is invisible to every other client, and one made in the console to all', async () => {
    const created = await client.post(WEBHOOKS, { url, events, event });
    const { data } = shaped(Wrapped(NewSubscription), await created.json());
    const organiser = (
      await client.read(Wrapped(Type.Object({ organiser: Made })), '/integration/me')
    ).data.organiser.reference;
    const line = `webhook create --organiser ${organiser} --url ${url} --events order.created`;
    const console = await gatehouse.make(Made, line);
    const listed = (await client.read(List(Subscription), WEBHOOKS)).data;
    expect(listed.data.map(({ reference }) => reference)).toEqual([data.reference]);
    expect((await other.read(List(Subscription), WEBHOOKS)).data.total).toBe(0);
    for (const reference of [data.reference, console.reference, 'whk_x']) {
      await other.refused(404, `${WEBHOOKS}/${reference}`, { method: 'DELETE' });
    }
    await client.refused(404, `${WEBHOOKS}/${console.reference}`, { method: 'DELETE' });
  });

  it('pinned to an event that is unknown or foreign is refused alike', async () => {
    const bodies: string[] = [];
    for (const pin of ['evt_01arz3ndektsv4rrffq69g5fav', 'evt_', 'evt_nonsense']) {
      const answer = client.post(WEBHOOKS, { url, events, event: pin });
      const body = await refusal(answer, 404, 'resource.not_found');
      bodies.push(JSON.stringify({ ...body, request_id: '' }));
    }
    expect(new Set(bodies).size).toBe(1);
  });
});
