import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Contact } from '../../shared/resources/contacts.ts';
import { EventWithTicketTypes, TicketType } from '../../shared/resources/events.ts';
import { OrderWithEvent } from '../../shared/resources/orders.ts';
import { TicketWithEvent } from '../../shared/resources/tickets.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { requireFound } from '../../src-server/rules/domain-error.ts';
import { createSubscription } from '../../src-server/webhooks/management/webhook-subscriptions.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import { appendAuditEntry } from '../../src-server/store/access/audit-log.ts';
import { findClient } from '../../src-server/store/access/clients.ts';

let data: string;
beforeEach(() => {
  data = join(mkdtempSync(join(tmpdir(), 'gatehouse-cli-')), 'data');
});
afterEach(() => rmSync(join(data, '..'), { recursive: true, force: true }));

/** `line` is split at spaces; what contains some follows in `more`. */
async function run(line: string, ...more: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const words = [...line.split(' ').filter((word) => word !== ''), ...more];
  const code = await runCommandLine(words, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    flushed: () => Promise.resolve(),
    environment: { GATEHOUSE_DATA: data },
    stopRequested: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs a command that must succeed and print one JSON object of that shape, and nothing else. */
async function make<T extends TSchema>(
  schema: T,
  line: string,
  ...more: string[]
): Promise<Static<T>> {
  const { code, out, err } = await run(line, ...more, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out.split('\n')).toHaveLength(1);
  return Compile(schema).Parse(JSON.parse(out));
}

/** Runs a command that must fail with that code and one sentence on stderr. */
async function fails(code: 1 | 2, sentence: string | RegExp, line: string, ...more: string[]) {
  const ran = await run(line, ...more);
  expect(ran.err).toMatch(sentence);
  expect(ran.err.trim().split('\n')).toHaveLength(1);
  expect(ran.out).toBe('');
  expect(ran.code).toBe(code);
}

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Made = Type.Object({ reference: Type.String() });
const Line = Type.Object({
  reference: Type.String(),
  kind: Type.Enum(['ticket', 'add_on']),
  sellable: Type.String(),
  quantity: Type.Integer(),
  redeemed: Type.Integer(),
  remaining: Type.Integer(),
});
const Placed = Type.Object({
  ...OrderWithEvent.properties,
  lines: Type.Array(Line),
  tickets: Type.Array(TicketWithEvent),
});

async function addEvent() {
  const create = 'organiser create --name Nordlys --plan enterprise';
  const { reference: organiser } = await make(Made, create);
  const event = await make(
    EventWithTicketTypes,
    `event create --organiser ${organiser} --name Gala --slug gala --timezone Europe/Oslo --currency NOK --starts-at 2026-12-12T19:00:00+01:00`,
  );
  return { organiser, event: event.reference, starts_at: event.starts_at };
}

function addTicketType(event: string, flags = '') {
  return make(TicketType, `ticket-type create --event ${event} --name VIP --price 4500 ${flags}`);
}

function addSession(event: string) {
  return make(
    Made,
    `session create --event ${event} --starts-at 2026-12-12T18:00:00Z --ends-at 2026-12-12T23:00:00Z`,
    '--name',
    'Day 1',
  );
}

function order(event: string, flags: string) {
  return make(Placed, `order create --event ${event} ${flags}`);
}

it('a database that this user is not permitted to read is not reported missing', async () => {
  symlinkSync(data, data);
  await fails(
    1,
    `What ${data} holds cannot be seen: the system reports ELOOP.`,
    'station list --organiser x',
  );
});

it('text from others reaches a terminal as text, never as a control sequence', async () => {
  const hostile = 'Gate\u001b[2J\u009b31m\r\n\u202ex';
  const shown = String.raw`Gate\u001b[2J\u009b31m\u000d\u000a\u202ex`;
  const { reference: organiser } = await make(Made, 'organiser create --name', 'Gate');
  await make(Type.Unknown(), `station create --organiser ${organiser} --name`, 'Gate');
  const database = await openDatabase({ dataDir: data });
  // As an earlier version stored it.
  await database.write((tx) => tx.db.updateTable('clients').set({ name: hostile }).execute());
  await database.close();
  const listed = await run(`station list --organiser ${organiser}`);
  const refused = await run('organiser plan', hostile, 'free');
  for (const text of [listed.out, refused.err]) {
    expect(text).toContain(shown);
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  }
});

const around = (reference: string) => `\ufeff ${reference}\r\n`;

describe('a command', () => {
  it('prints the resource in the shape of the API', async () => {
    const { event, starts_at } = await addEvent();
    expect(starts_at).toBe('2026-12-12T18:00:00.000000Z');
    const type = await addTicketType(event, '--total 10');
    const parking = await make(Made, `add-on create --event ${event} --name Parking --price 300`);
    const question = await make(
      Made,
      `question create --event ${event} --key diet --label Diet? --type select --options Vegan,Other`,
    );
    const session = await addSession(event);
    const placed = await order(
      event,
      `--ticket-type ${type.reference} --quantity 2 --session ${session.reference} --email åse@example.no --first-name Åse --last-name Moe --add-on ${parking.reference}:3 --answers {"diet":"Vegan"} --seat-labels A1,A2`,
    );
    expect(placed).toMatchObject({
      status: 'paid',
      total: 9900,
      contact: { email: 'åse@example.no', first_name: 'Åse', last_name: 'Moe' },
      lines: [
        { kind: 'ticket', sellable: type.reference, quantity: 2, redeemed: 0, remaining: 2 },
        { kind: 'add_on', sellable: parking.reference, quantity: 3, redeemed: 0, remaining: 3 },
      ],
    });
    expect(placed.tickets.map((ticket) => ticket.seat_label)).toEqual(['A1', 'A2']);
    expect(placed.tickets[1]?.answers).toMatchObject([
      { question: question.reference, key: 'diet', value: 'Vegan', value_labels: ['Vegan'] },
    ]);
    expect(placed.tickets[0]?.session).toMatchObject({ reference: session.reference });
  });

  it('prints for people what --json prints for programs', async () => {
    const { out, code } = await run('organiser create --name', 'Für Elise');
    expect(code).toBe(0);
    expect(out).toMatch(/^reference +org_[0-9a-z]{26}$/m);
    expect(out).toMatch(/^display_name +Für Elise$/m);
  });

  it.each([
    '--help',
    'order --help',
    'order create --help',
    'serve --help',
    'add-on redeem --help',
  ])('explains itself: %s', async (line) => {
    const { code, out } = await run(line);
    expect(code).toBe(0);
    expect(out).toContain('Usage: gatehouse');
  });

  it.each([
    ['dance', "Unknown command 'dance'"],
    ['organiser create --name x --nome y', "Unknown option '--nome'"],
    ['organiser create', /^Missing --name NAME\.$/],
    ['event archive', /^Missing EVT\.$/],
    ['session create --ends-at x', /^Missing --event EVT and --starts-at TIME\.$/],
    ['ticket-type create', /^Missing --event EVT, --name NAME and --price MINOR\.$/],
    ['organiser plan', /^Missing ORG and PLAN\.$/],
    ['organiser create --nmae x', /^Unknown option '--nmae'\. Did you mean '--name'\?$/],
    ['organiser create --name x --zzz', /^Unknown option '--zzz'\.$/],
    ['evnt', /^Unknown command 'evnt'\. Did you mean 'event'\?$/],
    ['evnt --help', /^Unknown command 'evnt'\. Did you mean 'event'\?$/],
    ['event crate --help', /^Unknown command 'crate'\. Did you mean 'create'\?$/],
    ['help evnt', /^Unknown command 'evnt'/],
    ['order confirm a b', /^Too many arguments for 'confirm'\..*: a, b\.$/],
    [
      'organiser create --name x --plan gold',
      /^--plan: expected one of free, pro, enterprise; got "gold"\.$/,
    ],
    [
      'ticket-type create --event e --name n --price 79.50',
      /^--price: expected minor units as a whole number, such as 7950 for 79\.50, or an amount with its currency; got "79\.50"\.$/,
    ],
    [
      'add-on create --event e --name n --price free',
      /such as 7950 for 79\.50, or an amount with its currency; got "free"\.$/,
    ],
    ['event update evt_x --starts-at tomorrow', '--starts-at: expected a time such as'],
    ['order create --event e --answers {', '--answers: expected JSON, got "{".'],
    [
      'webhook deliveries whk_x --limit 0',
      '--limit: expected a whole number of at least 1, got "0".',
    ],
    [
      'webhook deliveries whk_x --limit=-1',
      '--limit: expected a whole number of at least 1, got "-1".',
    ],
    ['serve --port 70000', '--port: expected a whole number from 0 to 65535, got "70000".'],
    ['serve --mail-from nobody', '--mail-from: expected a sender such as'],
    ['import x.csv --event e --map a=b', '--map: expected column=field with a field of order'],
  ])('that is written wrongly ends with 2 and one sentence: %s', async (line, sentence) => {
    await fails(2, sentence, line);
    expect(existsSync(data)).toBe(false);
  });

  it('lists the organisers, newest first', async () => {
    const first = await make(Made, 'organiser create --name Nordlys --plan enterprise');
    const second = await make(Made, 'organiser create --name Sydlys --email a@example.org');
    const listed = await make(Type.Object({ data: Type.Array(Made) }), 'organiser list');
    expect(listed.data).toMatchObject([
      { reference: second.reference, display_name: 'Sydlys', plan: 'pro', email: 'a@example.org' },
      { reference: first.reference, display_name: 'Nordlys', plan: 'enterprise', email: null },
    ]);
    const { out } = await run('organiser list');
    expect(out).toMatch(new RegExp(`^${first.reference} +Nordlys +enterprise$`, 'm'));
  });

  it('says of organisers with the same name which events they have', async () => {
    const { organiser } = await addEvent();
    const { reference } = await make(Made, 'organiser create --name NORDLYS');
    await fails(
      1,
      `Several organisers are called nordlys: ${reference} (events: none), ${organiser} (events: gala). Name one by its reference.`,
      'organiser show nordlys',
    );
  });

  it('shows who did what, and from where', async () => {
    const { reference } = await make(Made, 'organiser create --name Nordlys');
    await using database = await openDatabase({ dataDir: data });
    await database.write(async (tx) =>
      appendAuditEntry(tx, {
        organiser_id: null,
        actor: 'member:mem_x',
        address: '192.0.2.7',
        operation: 'event.archive',
        resource: 'evt_x',
        input: '{}',
      }),
    );
    const { out } = await run('audit list');
    expect(out).toMatch(/^at \(UTC\) +who +from +did +resource +input$/m);
    expect(out).toMatch(/ member:mem_x +192\.0\.2\.7 +event\.archive +evt_x +\{\}$/m);
    expect(out).toMatch(new RegExp(` organiser\\.create +${reference} `));
  });

  it('changes the name, the plan and the email of an organiser, and nothing that is not named', async () => {
    const { reference } = await make(Made, 'organiser create --name Nordlys');
    const update = `organiser update ${reference}`;
    const after = { reference, display_name: 'Nordlys Live', plan: 'pro', email: 'a@example.org' };
    const changed = await make(Made, `${update} --email a@example.org --name`, 'Nordlys Live');
    expect(changed).toMatchObject(after);
    expect(await make(Made, update)).toEqual(changed);
    expect(await make(Made, `${update} --plan free`)).toEqual({ ...changed, plan: 'free' });
    expect(await make(Made, `${update} --email none`)).toMatchObject({ plan: 'free', email: null });
    expect(await make(Made, `organiser plan ${reference} pro`)).toMatchObject({ plan: 'pro' });
    await fails(1, 'email', `${update} --email nobody`);
    await fails(1, 'name', `${update} --name`, ' ');
    expect(await make(Made, `organiser show ${reference}`)).toEqual({ ...changed, email: null });
  });

  it('lists the events that are not archived, newest first, of one organiser or of all', async () => {
    const { organiser, event } = await addEvent();
    const { reference: other } = await make(Made, 'organiser create --name Sydlys');
    const flags = '--slug jazz --timezone Europe/Oslo --currency NOK';
    const jazz = await make(Made, `event create --organiser ${other} --name Jazz ${flags}`);
    await make(Made, `ticket-type create --event ${jazz.reference} --name Standing --price 0`);
    const Listed = Type.Object({ data: Type.Array(Made) });
    expect((await make(Listed, 'event list')).data).toMatchObject([
      { reference: jazz.reference, organiser: other, ticket_types: [{ name: 'Standing' }] },
      { reference: event, organiser },
    ]);
    const { out } = await run(`event list --organiser ${other}`);
    expect(out).toMatch(
      new RegExp(`^${jazz.reference} +Jazz +published +Standing +${other}$`, 'm'),
    );
    expect(out).not.toContain(event);
    await make(Made, `event archive ${jazz.reference}`);
    expect((await run(`event list --organiser ${other}`)).out).toBe('No events.');
    await fails(1, 'There is no organiser org_x', 'event list --organiser org_x');
  });

  it('lists the entry points of an event as they were made', async () => {
    const { event } = await addEvent();
    expect((await run(`location list --event ${event}`)).out).toBe('No entry points.');
    const gate = await make(Made, `location create --event ${event} --name Gate`);
    const { out } = await run(`location list --event ${event}`);
    expect(out).toMatch(new RegExp(`^${gate.reference} +Gate +in +active$`, 'm'));
    await fails(1, 'There is no event evt_x', 'location list --event evt_x');
  });

  it('accepts a slug wherever an event is named, and asks for the organiser if two have it', async () => {
    const { organiser, event } = await addEvent();
    await make(Made, 'ticket-type create --event gala --name VIP --price 1');
    expect((await make(Made, 'event update gala')).reference).toBe(event);
    const Client = Type.Object({ client_id: Type.String(), events: Type.Array(Type.String()) });
    const create = `client create --organiser ${organiser} --name x --scopes events:read`;
    const client = await make(Client, `${create} --events gala`);
    expect(client.events).toEqual([event]);
    await fails(1, /^There is no event gale; the database has gala\.$/, 'event archive gale');
    await fails(2, /^Missing EVT\. Events: gala\.$/, 'event archive');
    await fails(2, /^Missing --event EVT and --name NAME\. Events: gala\.$/, 'location create');
    await fails(2, /^Missing TKT\.$/, 'ticket show');

    const { organiser: other, event: namesake } = await addEvent();
    const ambiguous = new RegExp(
      `^Several organisers have an event gala: ${event} \\(Nordlys\\), ${namesake} \\(Nordlys\\)\\.`,
    );
    await fails(1, ambiguous, 'event update gala');
    await fails(1, ambiguous, 'location create --name x --event gala');
    await fails(1, ambiguous, `client events ${client.client_id} gala`);
    expect((await make(Made, `event update gala --organiser ${other}`)).reference).toBe(namesake);
    expect((await make(Client, `${create} --events gala`)).events).toEqual([event]);
    expect((await make(Client, `client events ${client.client_id} ${event}`)).events).toEqual([
      event,
    ]);
  });

  it('reads a reference without what copy and paste leaves around it, in arguments, flags and lists', async () => {
    const { organiser, event } = await addEvent();
    expect((await make(Made, 'event show', around(event))).reference).toBe(event);
    expect((await make(Made, 'event show', around('gala'))).reference).toBe(event);
    const line = 'ticket-type create --name VIP --price 1 --event';
    expect((await make(Made, line, around('gala'))).reference).toMatch(/^tt_/);
    const Client = Type.Object({ events: Type.Array(Type.String()) });
    const create = 'client create --name x --scopes events:read --organiser';
    const made = await make(
      Client,
      create,
      around(organiser),
      '--events',
      `\u200b${around(event)}`,
    );
    expect(made.events).toContain(event);
  });

  it("reads a time without an offset in the event's time zone", async () => {
    const { organiser, event } = await addEvent();
    const Times = Type.Object({
      starts_at: nullable(Type.String()),
      ends_at: nullable(Type.String()),
    });
    const create = `event create --organiser ${organiser} --name x --slug berlin --timezone Europe/Berlin --currency EUR`;
    const winter = await make(Times, create, '--starts-at', '2026-11-21 20:00');
    expect(winter.starts_at).toBe('2026-11-21T19:00:00.000000Z');
    const update = 'event update berlin --ends-at none --starts-at';
    expect((await make(Times, update, '2026-07-21 20:00')).starts_at).toMatch(/T18:00:00/);
    expect((await make(Times, update, '2026-07-21')).starts_at).toMatch(/^2026-07-20T22:00:00/);
    const moved = await make(Times, `${update} 2026-07-21T20:00 --timezone Asia/Tokyo`);
    expect(moved.starts_at).toMatch(/^2026-07-21T11:00:00/);

    const day = ['--starts-at', '2026-12-12 19:00', '--ends-at', '2026-12-12T23:00:00+01:00'];
    const session = await make(
      Type.Object({ ...Times.properties, ...Made.properties }),
      'session create --event gala',
      ...day,
    );
    expect(session.starts_at).toMatch(/^2026-12-12T18:00:00/);
    const longer = `session update ${session.reference} --ends-at`;
    expect((await make(Times, longer, '2026-12-13 00:30')).ends_at).toMatch(/^2026-12-12T23:30:00/);
    const type = await addTicketType(event);
    const Window = Type.Object({ valid_from: nullable(Type.String()) });
    const late = `ticket-type update ${type.reference} --valid-from`;
    expect((await make(Window, late, '2026-12-12 22:00')).valid_from).toMatch(
      /^2026-12-12T21:00:00/,
    );
  });

  it('refuses a local time that happens twice or never, and shows what can be meant', async () => {
    const { organiser } = await addEvent();
    await fails(
      2,
      /^--starts-at: 2026-10-25 02:30 happens twice in Europe\/Oslo; write 2026-10-25T02:30:00\+02:00 or 2026-10-25T02:30:00\+01:00\.$/,
      'event update gala --starts-at',
      '2026-10-25 02:30',
    );
    await fails(
      2,
      /^--ends-at: 2026-03-29T02:30 does not exist, .* in Europe\/Oslo; write 2026-03-29T01:30:00\+01:00 or 2026-03-29T03:30:00\+02:00\.$/,
      'event update gala --ends-at 2026-03-29T02:30',
    );
    const unknown = `event create --organiser ${organiser} --name x --slug x --currency EUR`;
    await fails(
      1,
      'Expected an IANA time zone',
      `${unknown} --timezone Mars/Olympus --starts-at 2026-03-29T02:30`,
    );
    await fails(1, 'There is no session ses_x', 'session update ses_x --ends-at 2026-03-29T02:30');
    expect((await make(EventWithTicketTypes, 'event update gala')).ends_at).toBeNull();
  });

  it('without its required arguments exits with 2', async () => {
    expect((await run('')).code).toBe(2);
    expect((await run('order')).code).toBe(2);
    const { event } = await addEvent();
    await fails(2, 'Expected --ticket-type or --add-on', `order create --event ${event}`);
    await fails(
      2,
      'Expected --email with a name',
      `order create --event ${event} --add-on x:1 --first-name A`,
    );
    await fails(2, '--add-on: expected ADN:QTY', `order create --event ${event} --add-on x:y`);
  });

  it('that is refused exits with 1 and one sentence, and changes nothing', async () => {
    const { organiser, event } = await addEvent();
    const type = await addTicketType(event, '--total 1');
    const another = `event create --organiser ${organiser} --name x --timezone UTC --currency EUR`;
    await fails(1, /^There is no event evt_nope\.$/, 'event archive evt_nope');
    await fails(1, 'Another event has the slug gala', `${another} --slug gala`);
    await fails(1, 'Expected an IANA time zone', `event update ${event} --timezone Mars/Olympus`);
    await fails(
      1,
      'VIP has 1 left, and 2 were asked for',
      `order create --event ${event} --ticket-type ${type.reference} --quantity 2`,
    );
    await fails(
      1,
      'evil is none',
      `client create --organiser ${organiser} --name x --scopes`,
      'events:read evil',
    );
    const unchanged = await make(EventWithTicketTypes, `event update ${event}`);
    expect(unchanged.ticket_types).toMatchObject([{ sold: 0 }]);
  });

  it('does not create a database in a mistyped directory', async () => {
    await fails(1, 'There is no database in', 'event archive evt_x');
    await fails(2, 'Expected --database to be', 'organiser create --name x --database mysql://h/g');
    expect(existsSync(data)).toBe(false);
  });

  it('reports a file in the place of the data directory', async () => {
    writeFileSync(data, '');
    await fails(1, 'is a file; --data needs a directory', 'organiser create --name x');
    await fails(1, 'is a file; --data needs a directory', 'serve --port 0');
    await fails(1, 'is a file; --data needs a directory', 'event archive evt_x');
    const below = join(data, 'below');
    await fails(
      1,
      `There can be no directory ${below}`,
      `organiser create --name x --data ${below}`,
    );
  });

  it('reports a data directory that can never be created', async () => {
    await fails(
      1,
      'The folder /proc/gatehouse cannot be made (ENOENT); name another one with --data.',
      'organiser create --name x --data /proc/gatehouse',
    );
  });

  it('works while another process holds the database open', async () => {
    const { event } = await addEvent();
    await using other = await openDatabase({ dataDir: data });
    const type = await addTicketType(event);
    const seen = await other.read((tx) =>
      tx.db.selectFrom('ticket_types').select('reference').execute(),
    );
    expect(seen).toEqual([{ reference: type.reference }]);
  });

  it('backs up the database, even while it is open', async () => {
    const { event } = await addEvent();
    await using other = await openDatabase({ dataDir: data });
    await other.versions();
    const copy = join(data, '..', 'copy');
    await make(Made, `organiser create --name Elsewhere --data ${copy}`);
    expect((await run(`backup --force ${join(copy, 'server.db')}`)).code).toBe(0);
    const restored = await make(EventWithTicketTypes, `event update ${event} --data ${copy}`);
    expect(restored.slug).toBe('gala');
  });
});

describe('a database of a version that was never released', () => {
  it.each([
    'migrate',
    'event list',
    'organiser create --name Nordlys',
    'serve --port 0',
    'backup {other}/copy.db',
    'restore {data}/server.db --data {other}',
    'copy --from sqlite:{data} --to sqlite:{other}',
    'copy --from sqlite:{other} --to sqlite:{data}',
  ])('is refused by %s with a sentence, and stays as it is', async (command) => {
    const other = join(data, '..', 'other');
    await make(Made, `organiser create --name Elsewhere --data ${other}`);
    await make(Made, 'organiser create --name Nordlys');
    const file = join(data, 'server.db');
    const former = new BetterSqlite(file);
    former.pragma('user_version = 20');
    former.close();
    const before = readFileSync(file);
    await fails(
      1,
      /^This database was made by a version of Gatehouse that was never released.+\.$/,
      command.replaceAll('{data}', data).replaceAll('{other}', other),
    );
    expect(readFileSync(file)).toEqual(before);
    expect(existsSync(join(other, 'copy.db'))).toBe(false);
  });
});

describe('restore', () => {
  it('puts a backup in place, says where the earlier database is, and refuses what is no backup', async () => {
    await addEvent();
    const file = join(data, '..', 'backup.db');
    expect((await run(`backup ${file}`)).code).toBe(0);
    await fails(
      1,
      /package\.json is not a copy that "gatehouse backup" made\.$/,
      'restore package.json',
    );
    const nowhere = join(data, '..', 'nowhere');
    await fails(1, /^There is no file .*missing\.db\.$/, `restore missing.db --data ${nowhere}`);
    expect(existsSync(nowhere)).toBe(false);
    const { code, out } = await run(`restore ${file}`);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Restored .*server\.db\.\nWhat was there is kept as .*server\.db\.replaced-1\.$/,
    );
    await using open = await openDatabase({ dataDir: data });
    await open.versions();
    await fails(1, /^A program is using .*server\.db\. Stop the server/, `restore ${file}`);
  });

  it('says at a terminal what it checks, because nothing else can be shown meanwhile', async () => {
    await addEvent();
    const file = join(data, '..', 'backup.db');
    expect((await run(`backup ${file}`)).code).toBe(0);
    const said: string[] = [];
    const code = await runCommandLine(['restore', file, '--data', data], {
      out: () => undefined,
      err: (line) => said.push(line),
      flushed: () => Promise.resolve(),
      environment: {},
      isErrTerminal: true,
      stopRequested: () => Promise.resolve(),
    });
    expect([code, said]).toEqual([0, [expect.stringMatching(/^Checking .*backup\.db, \d+ MB\.$/)]]);
    expect((await run(`restore ${file}`)).err).toBe('');
  });
});

describe('a backup', () => {
  it('replaces a file only when told to, and leaves nothing half written', async () => {
    await addEvent();
    const file = join(data, '..', 'backup.db');
    expect((await run(`backup ${file}`)).code).toBe(0);
    const first = readFileSync(file);
    await addTicketType((await addEvent()).event);
    await fails(
      1,
      /backup\.db exists already; name another file, or replace it with --force\.$/,
      `backup ${file}`,
    );
    expect(readFileSync(file).equals(first)).toBe(true);
    expect((await run(`backup --force ${file}`)).code).toBe(0);
    expect(readFileSync(file).equals(first)).toBe(false);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(data, '..')).sort()).toEqual(['backup.db', 'data']);
  });

  it.skipIf(process.platform === 'win32')(
    'replaces no pipe, no folder and no part of the database that it copies',
    async () => {
      await addEvent();
      await using open = await openDatabase({ dataDir: data });
      await open.versions();
      const pipe = join(data, '..', 'pipe');
      execFileSync('mkfifo', [pipe]);
      for (const file of [pipe, data]) {
        await fails(1, /is no regular file; name one to be made\.$/, `backup --force ${file}`);
      }
      expect(statSync(pipe).isFIFO()).toBe(true);
      const log = join(data, 'server.db-wal');
      const { ino } = statSync(log);
      await fails(1, /server\.db-wal is a part of the database itself\.$/, `backup --force ${log}`);
      expect(statSync(log).ino).toBe(ino);
    },
  );

  it('refuses the database itself and a missing folder', async () => {
    await addEvent();
    await fails(1, /is the database itself\.$/, `backup --force ${join(data, 'server.db')}`);
    await fails(1, /^There is no folder .*nowhere\.$/, `backup ${join(data, 'nowhere', 'x.db')}`);
    await using open = await openDatabase({ dataDir: join(data, '..', 'other') });
    await open.versions();
    await fails(
      1,
      /other\/server\.db is in use/,
      `backup --force ${join(data, '..', 'other', 'server.db')}`,
    );
  });
});

describe('an organiser', () => {
  it('manages clients: created, limited, rescoped, revoked; the secret is shown once', async () => {
    const { organiser, event } = await addEvent();
    const Client = Type.Object({
      client_id: Type.String(),
      reference: Type.String(),
      client_secret: Type.Optional(Type.String()),
      scopes: Type.Array(Type.String()),
      all_events: Type.Boolean(),
      events: nullable(Type.Array(Type.String())),
      revoked_at: nullable(Type.String()),
    });
    const create = `client create --organiser ${organiser} --name CRM --scopes`;
    const made = await make(Client, create, 'events:read orders:read');
    const id = made.client_id;
    expect(made.reference).toBe(id);
    expect(made).toMatchObject({ scopes: ['events:read', 'orders:read'], all_events: true });
    expect(made.client_secret?.length).toBeGreaterThan(40);
    const limited = await make(Client, `client events ${id} ${event}`);
    expect(limited).toMatchObject({ all_events: false, events: [event] });
    expect(limited.client_secret).toBeUndefined();
    const rescoped = await make(Client, `client scopes ${id} contacts:read`);
    expect(rescoped.scopes).toEqual(['contacts:read']);
    const widened = await make(Client, `client events ${id} all`);
    expect(widened).toMatchObject({ all_events: true, events: null });
    expect((await make(Client, `client revoke ${id}`)).revoked_at).not.toBeNull();
    await fails(1, 'was revoked', `client scopes ${id} events:read`);
  });

  it('changes ticket types and sessions, and removes limits', async () => {
    const { event } = await addEvent();
    const gate = (await make(Made, `location create --event ${event} --name North`)).reference;
    const limits = `--total 5 --entry-points ${gate} --valid-from 2026-12-12T18:00:00Z`;
    const { reference } = await addTicketType(event, limits);
    const Limits = Type.Object({
      total: nullable(Type.Integer()),
      is_active: Type.Boolean(),
      entry_points: nullable(Type.Array(Type.String())),
      valid_from: nullable(Type.String()),
    });
    const update = `ticket-type update ${reference}`;
    expect(await make(Limits, `${update} --price 1`)).toMatchObject({
      total: 5,
      entry_points: [gate],
    });
    expect(
      await make(Limits, `${update} --total none --entry-points any --valid-from none --active no`),
    ).toMatchObject({ total: null, entry_points: null, valid_from: null, is_active: false });
    const session = (await addSession(event)).reference;
    await fails(
      1,
      'Expected ends_at to be later',
      `session update ${session} --ends-at 2026-12-12T18:00:00Z`,
    );
    const Session = Type.Object({ cancelled_at: nullable(Type.String()) });
    expect((await make(Session, `session cancel ${session}`)).cancelled_at).not.toBeNull();
    await fails(1, 'is cancelled', `session cancel ${session}`);
  });

  it('takes an order through its life', async () => {
    const { event } = await addEvent();
    const type = await addTicketType(event, '--total 2');
    const draft = await order(event, `--ticket-type ${type.reference} --status pending_payment`);
    expect(draft).toMatchObject({ status: 'pending_payment', tickets: [] });
    const ord = draft.reference;
    const paid = await make(Placed, `order confirm ${ord}`);
    expect(paid).toMatchObject({ status: 'paid', tickets: [{ status: 'valid' }] });
    const partly = await make(Placed, `order refund ${ord} --amount 500 --via processor`);
    expect(partly.status).toBe('paid');
    const cancelled = await make(Placed, `order cancel ${ord} --reason weather`);
    expect(cancelled).toMatchObject({ status: 'cancelled', tickets: [{ status: 'cancelled' }] });
    const refunded = await make(Placed, `order refund ${ord}`);
    expect(refunded).toMatchObject({ status: 'refunded', tickets: [{ status: 'refunded' }] });
    await fails(1, 'nothing left to refund', `order refund ${ord}`);
  });

  it('changes a ticket, its holder and its answers', async () => {
    const { event } = await addEvent();
    const type = await addTicketType(event);
    const ask = `question create --event ${event} --key note --label Note --type text`;
    const question = (await make(Made, ask)).reference;
    const { tickets, reference } = await order(
      event,
      `--ticket-type ${type.reference} --email a@example.org`,
    );
    const ticket = tickets[0]?.reference ?? '';
    const seated = await make(TicketWithEvent, `ticket update ${ticket} --seat-label C14`);
    expect(seated.seat_label).toBe('C14');
    const reassign = `ticket reassign ${ticket} --email b@example.org --first-name Bo`;
    expect(await make(TicketWithEvent, reassign)).toMatchObject({
      reference: ticket,
      contact: { email: 'b@example.org', first_name: 'Bo' },
    });
    const answer = `answer set ${ticket} --question ${question} --value "late"`;
    expect((await make(TicketWithEvent, answer)).answers).toMatchObject([{ value: 'late' }]);
    const issued = await make(TicketWithEvent, `ticket transfer ${ticket} --email c@example.org`);
    expect(issued).toMatchObject({ order: reference, seat_label: 'C14' });
    await fails(1, 'was superseded', `ticket update ${ticket} --status valid`);
    const cancelled = await make(TicketWithEvent, `ticket cancel ${issued.reference}`);
    expect(cancelled.status).toBe('cancelled');
    const erased = await make(Contact, `contact erase ${issued.contact?.reference ?? ''}`);
    expect(erased).toMatchObject({ is_erased: true, email: null });
    await fails(
      1,
      'was erased',
      `order create --event ${event} --ticket-type ${type.reference} --email C@example.org`,
    );
  });

  it('reissues the code of a ticket, and rotates, lists and removes the keys that sign codes', async () => {
    const { event, organiser } = await addEvent();
    const type = await addTicketType(event);
    const { tickets } = await order(event, `--ticket-type ${type.reference}`);
    const ticket = tickets[0]?.reference ?? '';
    const reissued = await make(TicketWithEvent, `ticket reissue ${ticket}`);
    expect(reissued).toMatchObject({ reference: ticket, code_issue: 2 });
    expect(reissued.code).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    const Key = Type.Object({
      kid: Type.String(),
      retired_at: Type.Union([Type.String(), Type.Null()]),
      public_key: Type.Object({ x: Type.String() }, { additionalProperties: true }),
    });
    const list = () =>
      make(Type.Object({ data: Type.Array(Key) }), `code-key list --organiser ${organiser}`);
    const [first] = (await list()).data;
    const kid = first?.kid ?? '';
    await fails(1, 'rotate first', `code-key remove ${kid} --organiser ${organiser}`);
    const rotated = await make(Key, `code-key rotate --organiser ${organiser}`);
    expect(rotated.retired_at).toBeNull();
    expect((await list()).data).toMatchObject([{ kid: rotated.kid }, { kid }]);
    expect((await list()).data[1]?.retired_at).not.toBeNull();
    const removed = await make(Key, `code-key remove ${kid} --organiser ${organiser}`);
    expect(removed.kid).toBe(kid);
    expect((await list()).data).toHaveLength(1);
    await fails(1, 'There is no organiser', 'code-key rotate --organiser org_x');
    expect((await run(`code-key list --organiser ${organiser}`)).out).toContain(rotated.kid);
    await make(TicketWithEvent, `ticket cancel ${ticket}`);
    await fails(1, 'is cancelled', `ticket reissue ${ticket}`);
  });

  it('resells a ticket for the price of its type or another, and shows the new one', async () => {
    const { event } = await addEvent();
    const type = await addTicketType(event, '--total 1');
    const { tickets, reference } = await order(
      event,
      `--ticket-type ${type.reference} --email a@example.org --seat-labels C14`,
    );
    const ticket = tickets[0]?.reference ?? '';
    const buyer = '--email b@example.org --first-name Bo --last-name Berg';
    const issued = await make(TicketWithEvent, `ticket resell ${ticket} ${buyer}`);
    expect(issued).toMatchObject({
      order: reference,
      seat_label: 'C14',
      status: 'valid',
      contact: { email: 'b@example.org', first_name: 'Bo', last_name: 'Berg' },
    });
    const resell = `ticket resell ${issued.reference}`;
    await fails(1, 'somebody other than its present holder', `${resell} --email B@example.org`);
    await fails(1, 'Expected price', `${resell} --email c@example.org --price -1`);
    const { code, out } = await run(`${resell} --email c@example.org --price 900`);
    expect(code).toBe(0);
    expect(out).toMatch(/^reference +tkt_[0-9a-z]{26}$/m);
    await fails(1, 'can no longer be resold', `${resell} --email d@example.org`);
    await using database = await openDatabase({ dataDir: data });
    const resales = await database.read((tx) =>
      tx.db.selectFrom('ticket_resales').select(['price', 'currency']).orderBy('id').execute(),
    );
    expect(resales).toEqual([
      { price: 4500, currency: 'NOK' },
      { price: 900, currency: 'NOK' },
    ]);
  });

  it('offers freed places to the waiting list', async () => {
    const { event } = await addEvent();
    const type = await addTicketType(event, '--total 1');
    const full = await order(event, `--ticket-type ${type.reference}`);
    const Entry = Type.Object({
      reference: Type.String(),
      status: Type.String(),
      order: nullable(Type.String()),
    });
    const join = `waitlist join --event ${event} --sellable ${type.reference} --email w@example.org`;
    const entry = await make(Entry, join);
    expect(entry).toMatchObject({ status: 'waiting', order: null });
    await fails(1, 'has 0 free', `waitlist offer ${entry.reference}`);
    await make(Placed, `order cancel ${full.reference}`);
    await fails(1, 'is offered, not waiting', `waitlist offer ${entry.reference}`);
    const converted = await make(Entry, `waitlist convert ${entry.reference}`);
    expect(converted.status).toBe('converted');
    expect(converted.order).toMatch(/^ord_/);
  });

  it('hands out add-ons, takes them back, and recognises a retry', async () => {
    const { event } = await addEvent();
    const parking = await make(Made, `add-on create --event ${event} --name Parking --price 300`);
    const { lines } = await order(event, `--add-on ${parking.reference}:2`);
    const redeem = `add-on redeem ${lines[0]?.reference ?? ''}`;
    const Redeemed = Type.Object({ ...Line.properties, replayed: Type.Boolean() });
    const first = await make(Redeemed, `${redeem} --client-reference r1`);
    expect(first).toMatchObject({ redeemed: 1, remaining: 1, replayed: false });
    const again = await make(Redeemed, `${redeem} --client-reference r1`);
    expect(again).toEqual({ ...first, replayed: true });
    await fails(1, 'Only 1 of 2 are left', `${redeem} --quantity 2`);
    expect(await make(Redeemed, `${redeem} --quantity -1`)).toMatchObject({ remaining: 2 });
    await fails(1, 'Only 0 were redeemed', `${redeem} --quantity -1`);
  });

  it('removes a webhook subscription, whoever made it, with its secret and what is still to be sent', async () => {
    const { organiser } = await addEvent();
    const url = 'http://127.0.0.1:9/hooks';
    const events = ['charge.disputed'];
    const create = `webhook create --organiser ${organiser} --url ${url} --events ${events[0]}`;
    const own = await make(Made, `${create} --webhook-allow 127.0.0.0/8`);
    const machine = `client create --organiser ${organiser} --name CRM --scopes webhooks:write`;
    const { reference: clientId } = await make(Made, machine);
    await using database = await openDatabase({ dataDir: data });
    const theirs = await database.write(async (tx) => {
      const client = requireFound(await findClient(tx, clientId), 'client', clientId);
      const { organiser_id: organiserId, id: clientRowId } = client;
      const scope = { organiserId, clientRowId, allEvents: true };
      return createSubscription(tx, scope, { endpoint: { url }, events, event: null });
    });
    await make(Made, `dispute create --organiser ${organiser}`);
    const Log = Type.Object({ data: Type.Array(Made) });
    for (const { reference } of [own, theirs]) {
      const log = await make(Log, `webhook deliveries ${reference}`);
      expect(log.data).toMatchObject([{ status: 'pending' }]);
      for (const [name, count] of [
        ['charge.disputed', 1],
        ['order.created', 0],
      ] as const) {
        const named = await make(Log, `webhook deliveries ${reference} --event-name ${name}`);
        expect(named.data).toHaveLength(count);
      }
      const removed = await make(Made, `webhook remove ${reference}`);
      expect(removed).toMatchObject({ reference, url });
      expect(removed).not.toHaveProperty('secret');
      const gone = `There is no webhook subscription ${reference}.`;
      await fails(1, gone, `webhook deliveries ${reference}`);
      await fails(1, gone, `webhook remove ${reference}`);
    }
    expect((await run(`webhook list --organiser ${organiser}`)).out).toBe(
      'No webhook subscriptions.',
    );
    const rows = await database.read((tx) =>
      tx.db.selectFrom('webhook_subscriptions').select(['secret', 'next_due_at']).execute(),
    );
    const empty = { secret: '', next_due_at: null };
    expect(rows).toEqual([empty, empty]);
  });

  it('records disputes of the processor', async () => {
    const { organiser } = await addEvent();
    const Dispute = Type.Object({
      reference: Type.String({ pattern: '^dp_' }),
      dispute: Type.String(),
      charge: nullable(Type.String()),
      amount: nullable(Type.Integer()),
    });
    const create = `dispute create --organiser ${organiser}`;
    const dispute = await make(Dispute, `${create} --charge ch_1 --amount 900`);
    expect(dispute).toEqual(expect.objectContaining({ charge: 'ch_1', amount: 900 }));
    expect(dispute.dispute).toBe(dispute.reference);
    expect((await make(Dispute, create)).reference).not.toBe(dispute.reference);
    expect(await make(Dispute, `${create} --dispute dp_7`)).toMatchObject({ reference: 'dp_7' });
    await fails(1, 'begins with ch_', `${create} --charge 1`);
    await fails(1, 'begins with dp_', `${create} --dispute 1`);
  });
});
