import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stationScopes } from '../../../shared/contract/scopes.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { Setup } from '../../../shared/resources/setup.ts';
import { TicketWithEvent } from '../../../shared/resources/tickets.ts';
import { referenceNow } from '../../support/reference-now.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { readBody } from '../../support/read-body.ts';
import {
  makeClient,
  makeDoor,
  makeEvent,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';

const Made = Type.Object({ reference: Type.String() });
const Archivable = Type.Object({
  reference: Type.String(),
  archived_at: Type.Union([Type.String(), Type.Null()]),
});
const Listed = Type.Object({ data: Type.Array(Archivable) });

let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let ticket: string;

beforeAll(async () => {
  host = await startTestServer();
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  door = await makeDoor(host);
  [ticket = ''] = await ticketsOf(host, door.event);
});

async function make(line: string, ...more: string[]): Promise<string> {
  return (await host.make(Made, line, ...more)).reference;
}

const addLocation = (name: string, event = door.event) =>
  make(`location create --event ${event}`, '--name', name);

async function refused(sentence: RegExp, line: string, ...more: string[]): Promise<void> {
  const { code, out, err } = await host.run(line, ...more);
  expect({ line, code, out, err }).toEqual({
    line,
    code: 1,
    out: '',
    err: expect.stringMatching(sentence),
  });
}

async function setup() {
  const answer = await door.client.get(`/scanner/events/${door.event}/setup`);
  return (await readBody(answer, Type.Object({ data: Setup }))).data;
}

async function archivedIn(list: string): Promise<readonly (readonly [string, boolean])[]> {
  const { data } = await host.make(Listed, list);
  return data.map(({ reference, archived_at }) => [reference, archived_at !== null] as const);
}

const ask = (key: string, more = '--type text') =>
  make(`question create --event ${door.event} --key ${key} ${more} --label`, `${key}?`);
const orderAnswering = (answers: object) =>
  host.make(
    Type.Object({ reference: Type.String(), tickets: Type.Array(Made) }),
    `order create --event ${door.event} --ticket-type ${door.ticketType} --answers ${JSON.stringify(answers)}`,
  );

async function answersOf(reference = ''): Promise<readonly object[]> {
  const answer = await door.client.get(`/integration/tickets/${reference}`);
  const { data } = await readBody(answer, Type.Object({ data: TicketWithEvent }));
  return data.answers ?? [];
}

const addAddOn = (name: string) =>
  make(`add-on create --event ${door.event} --name ${name} --price 500 --total 5`);
const orderAddOn = (addOn: string) =>
  make(`order create --event ${door.event} --ticket-type ${door.ticketType} --add-on ${addOn}:2`);

describe('The name of an entry point', () => {
  it('is refused if another one of the event has it, ignoring letter case, accent encoding and surrounding space', async () => {
    const gate = await addLocation('Café Straße');
    for (const same of ['Café Straße', ' CAFÉ straße ', 'Cafe\u0301 Straße']) {
      await refused(
        new RegExp(`^${gate} is named Café Straße already\\.\n$`),
        `location create --event ${door.event}`,
        '--name',
        same,
      );
    }
    const other = await makeEvent(host, door.organiser, 'other');
    await addLocation('Café Straße', other);
    await addLocation('Café Strasse 2');
  });

  it('can be changed, including its spelling, but not to that of another one', async () => {
    const north = await addLocation('North');
    await addLocation('South');
    await refused(/is named South already/, `location update ${north} --name SOUTH`);
    await make(`location update ${north} --name NORTH`);
    expect((await setup()).scanner_locations).toMatchObject([{ name: 'NORTH' }, { name: 'South' }]);
  });

  it('goes to exactly one of several that are created at once', async () => {
    const line = `location create --event ${door.event} --name`;
    const names = ['West', 'WEST', 'west', 'wEst'];
    const ran = await Promise.all(names.map((name) => host.run(`${line} ${name}`)));
    expect(ran.filter(({ code }) => code === 0)).toHaveLength(1);
    expect((await setup()).scanner_locations).toHaveLength(1);
  });

  it('can be reused after it was archived, which then cannot be restored', async () => {
    const first = await addLocation('North');
    await make(`location archive ${first}`);
    const second = await addLocation('north');
    await refused(
      new RegExp(`^${second} is named north already`),
      `location update ${first} --status active`,
    );
    await make(`location update ${first} --status active --name Old`);
    expect((await setup()).scanner_locations).toMatchObject([{ name: 'Old' }, { name: 'north' }]);
  });
});

describe('An archived entry point', () => {
  it('leaves the setup at once, except for its name, and comes back when it is active again', async () => {
    const north = await addLocation('North');
    const south = await addLocation('South');
    const stream = await openEventStream(door.client, `/scanner/events/${door.event}/stream`);
    await make(`location archive ${north}`);
    expect(await stream.nextOf('setup', north)).toMatchObject({ data: { reference: north } });
    expect(await setup()).toMatchObject({
      scanner_locations: [{ reference: south, name: 'South' }],
      archived_locations: [{ reference: north, name: 'North' }],
    });
    const list = `location list --event ${door.event}`;
    expect(await archivedIn(list)).toEqual([
      [north, true],
      [south, false],
    ]);
    expect((await host.run(list)).out).toMatch(/North +in +archived\n.*South +in +active\n$/);
    const archived = await host.make(Archivable, `location archive ${north}`);
    expect(await host.make(Archivable, `location show ${north}`)).toEqual(archived);
    await make(`location update ${north} --status active`);
    await stream.nextOf('setup', north);
    expect((await setup()).scanner_locations).toHaveLength(2);
    await stream.close();
  });

  it('is still accepted in check-ins and in uploads of scans and redemptions, and shown in earlier scans', async () => {
    const north = await addLocation('North');
    const addOn = await make(`add-on create --event ${door.event} --name Parking --price 5`);
    const order = await host.make(
      Type.Object({ lines: Type.Array(Made) }),
      `order create --event ${door.event} --ticket-type ${door.ticketType} --add-on ${addOn}:1`,
    );
    const line = order.lines.find((_line, index) => index === 1)?.reference ?? '';
    await make(`location archive ${north}`);
    const upload = {
      reference: referenceNow('scan'),
      ticket,
      result: 'allowed',
      reason: 'scanning.allowed',
      scanned_at: formatInstant(host.clock.now()),
      scanner_location: north,
      clock_offset_ms: 0,
      sequence: 1,
      snapshot: { watermark: null },
    };
    const sent = await door.client.post('/scanner/scans', { items: [upload] });
    expect(await sent.text()).toContain('"recorded"');
    const checkIn = { ticket, scanner_location: north };
    const key = { 'idempotency-key': randomUUID() };
    const again = await door.client.post('/integration/scans', checkIn, key);
    expect(again.status).toBe(422);
    expect(await again.text()).toContain('already_scanned');
    await make(`add-on redeem ${line} --location ${north}`);
    const scans = await door.client.get(`/integration/events/${door.event}/scans`);
    expect(await scans.text()).toContain(`{"reference":"${north}","name":"North"}`);
  });

  it('cannot be chosen for a ticket type or a station', async () => {
    const north = await addLocation('North');
    await make(`location archive ${north}`);
    const gone = new RegExp(`^The entry point ${north} is archived\\.\n$`);
    await refused(gone, `ticket-type update ${door.ticketType} --entry-points ${north}`);
    await refused(
      gone,
      `station enrol --organiser ${door.organiser} --name N --server https://tickets.example.org --location ${north}`,
    );
  });

  it('is no longer among the entry points of a ticket type', async () => {
    const north = await addLocation('North');
    await make(`ticket-type update ${door.ticketType} --entry-points ${north}`);
    await refused(
      new RegExp(`^Standard \\(${door.ticketType}\\) admits at North\\. .*entry points`),
      `location archive ${north}`,
    );
    await make(`ticket-type update ${door.ticketType} --entry-points any`);
    await make(`location archive ${north}`);
  });
});

describe('A question', () => {
  it('without answers is removed, and no ticket shows it any more', async () => {
    const diet = await ask('diet');
    const { tickets } = await orderAnswering({});
    expect(await answersOf(tickets[0]?.reference)).toMatchObject([{ question: diet, value: null }]);
    expect(await make(`question remove ${diet}`)).toBe(diet);
    expect(await answersOf(tickets[0]?.reference)).toEqual([]);
    await refused(/^There is no question qst_/, `question show ${diet}`);
    // Nothing else uses its field, so a new question may reuse the key with another type.
    await ask('diet', '--type select --options Vegan,Other');
  });

  it('with answers is archived instead of removed: it is not asked any more, and its answers are still shown', async () => {
    const diet = await ask('diet');
    const { reference, tickets } = await orderAnswering({ diet: 'Vegan' });
    await refused(
      new RegExp(`^1 order answered it, last ${reference}\\. Archive it instead`),
      `question remove ${diet}`,
    );
    await make(`question archive ${diet}`);
    expect(await archivedIn(`question list --event ${door.event}`)).toEqual([[diet, true]]);
    expect(await answersOf(tickets[0]?.reference)).toMatchObject([{ value: 'Vegan' }]);
    expect(await answersOf((await orderAnswering({})).tickets[0]?.reference)).toEqual([]);
    await refused(
      /^The event does not ask for diet\./,
      `order create --event ${door.event} --ticket-type ${door.ticketType} --answers {"diet":"x"}`,
    );
    await make(`answer set ${tickets[0]?.reference} --question ${diet} --value "Other"`);
    await refused(
      /archived/,
      `question create --event ${door.event} --key diet --label D --type text`,
    );
    await make(`question update ${diet} --status active`);
    expect(
      await answersOf((await orderAnswering({ diet: 'x' })).tickets[0]?.reference),
    ).toHaveLength(1);
  });

  it('can change its label, and its options as long as every answered one is kept', async () => {
    const diet = await ask('diet', '--type multiselect --options Vegan,Other,Fish');
    await orderAnswering({ diet: ['Vegan', 'Fish'] });
    const update = `question update ${diet}`;
    expect(
      await host.make(Type.Unknown(), `${update} --options Vegan,Fish,None --label`, 'Food'),
    ).toMatchObject({ label: 'Food', options: ['Vegan', 'Fish', 'None'] });
    await refused(
      /^Expected Fish among the options, because it was answered\.\n$/,
      `${update} --options Vegan`,
    );
    await make(`${update} --key diet --type multiselect`);
    await refused(/^The key and the type/, `${update} --type text`);
    await refused(/takes no options/, `question update ${await ask('name')} --options a`);
  });
});

describe('An add-on', () => {
  it('without orders is removed, and stations are updated', async () => {
    const addOn = await addAddOn('Parking');
    const stream = await openEventStream(door.client, `/scanner/events/${door.event}/stream`);
    expect(await make(`add-on remove ${addOn}`)).toBe(addOn);
    await stream.nextOf('setup', door.event);
    expect((await setup()).add_ons).toEqual([]);
    await refused(/^There is no add-on adn_/, `add-on show ${addOn}`);
    await stream.close();
  });

  it('with orders is archived instead of removed: it is not sold any more, but still handed out', async () => {
    const addOn = await addAddOn('Parking');
    const reference = await orderAddOn(addOn);
    await refused(
      new RegExp(`^1 order contains Parking, last ${reference}\\. Archive it instead`),
      `add-on remove ${addOn}`,
    );
    await make(`add-on archive ${addOn}`);
    expect(await archivedIn(`add-on list --event ${door.event}`)).toEqual([[addOn, true]]);
    await refused(
      /^Parking is not on sale\.\n$/,
      `order create --event ${door.event} --ticket-type ${door.ticketType} --add-on ${addOn}:1`,
    );
    expect((await setup()).add_ons).toMatchObject([{ reference: addOn }]);
    const { lines } = await host.make(
      Type.Object({ lines: Type.Array(Made) }),
      `order show ${reference}`,
    );
    await make(`add-on redeem ${lines[1]?.reference}`);
    await make(`add-on update ${addOn} --status active`);
    await orderAddOn(addOn);
  });

  it('with a waitlist entry is not removed', async () => {
    const addOn = await addAddOn('Parking');
    await make(`add-on update ${addOn} --total 0`);
    const join = `waitlist join --event ${door.event} --sellable ${addOn} --email w@example.org`;
    const entry = await make(join);
    await refused(
      new RegExp(`^1 entry of the waiting list is for Parking, last ${entry}\\.`),
      `add-on remove ${addOn}`,
    );
  });

  it('can change its name, price and total; a larger total is offered to the waitlist', async () => {
    const addOn = await addAddOn('Parking');
    const sold = await orderAddOn(addOn);
    const update = `add-on update ${addOn}`;
    await refused(/^Expected a total of at least 2, which are sold\.\n$/, `${update} --total 1`);
    await make(`${update} --total 2`);
    const entry = await make(
      `waitlist join --event ${door.event} --sellable ${addOn} --email w@example.org`,
    );
    expect(
      await host.make(Type.Unknown(), `${update} --total none --price 900 --name Garage`),
    ).toMatchObject({ name: 'Garage', price: 900, total: null, sold: 2 });
    expect(await host.make(Type.Unknown(), `waitlist show ${entry}`)).toMatchObject({
      status: 'offered',
    });
    expect(await host.make(Type.Unknown(), `order show ${sold}`)).toMatchObject({ total: 5500 });
    await refused(/^Expected price to be/, `${update} --price=-1`);
  });
});

describe('A station', () => {
  it('is renamed, and receives its new name', async () => {
    const Identity = Type.Object({
      data: Type.Object({ client: Type.Object({ name: Type.String() }) }),
    });
    const station = await makeClient(host, door.organiser, { scopes: stationScopes });
    const update = `station update ${station.clientId} --name`;
    expect(await host.make(Type.Unknown(), update, 'East Gate')).toMatchObject({
      name: 'East Gate',
    });
    const identity = await readBody(await station.get('/integration/me'), Identity);
    expect(identity.data.client.name).toBe('East Gate');
    await refused(/^There is no client gci_x\./, 'station update gci_x --name N');
    // An integration is not renamed as a station.
    await refused(/^There is no station gci_/, `station update ${door.client.clientId} --name N`);
    await refused(/not to be empty/, `${update}=`);
  });
});
