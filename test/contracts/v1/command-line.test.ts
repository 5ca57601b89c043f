import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { addClient, connect, walk } from '../../support/v1/api-client.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import { runCommand, startTestServer } from '../../support/test-server.ts';
import {
  runCommand as runProcess,
  spawnGatehouse,
  wordsOf,
  type Gatehouse,
} from '../../support/v1/gatehouse.ts';
import { organiserOf } from '../../support/v1/programme.ts';
import {
  Event,
  EventDetails,
  exact,
  List,
  Made,
  NewSubscription,
  nullable,
  Placed,
  Subscription,
  Ticket,
  TicketType,
  time,
  Wrapped,
} from '../../support/v1/shapes.ts';

// The `gatehouse` command as its users and their scripts see it. It runs in this process, beside a server, except where processes matter.
let gatehouse: Gatehouse;
let organiser: string;
let event: string;
let empty: string;

const runIn = (data: string, line: string) =>
  runCommand({ ...process.env, GATEHOUSE_DATA: data }, wordsOf(line, []));

beforeAll(async () => {
  empty = mkdtempSync(join(tmpdir(), 'gatehouse-empty-'));
  gatehouse = await startTestServer({ webhookAllow: ['127.0.0.0/8'] });
  const { addOrganiser, addEvent } = organiserOf(gatehouse);
  organiser = await addOrganiser();
  event = await addEvent(organiser, 'gala');
});
afterAll(async () => {
  await gatehouse[Symbol.asyncDispose]();
  rmSync(empty, { recursive: true, force: true });
});

const groups = {
  organiser: ['create', 'update', 'list', 'plan'],
  client: ['create', 'revoke', 'scopes', 'events'],
  event: ['create', 'update', 'archive', 'list'],
  'ticket-type': ['create', 'update'],
  'add-on': ['create', 'redeem'],
  session: ['create', 'cancel', 'update'],
  location: ['create', 'list'],
  question: ['create'],
  order: ['create', 'confirm', 'cancel', 'refund'],
  ticket: ['update', 'reassign', 'transfer', 'resell', 'cancel'],
  answer: ['set'],
  contact: ['erase'],
  waitlist: ['join', 'offer', 'convert'],
  dispute: ['create'],
  export: ['tickets', 'orders', 'contacts', 'attendance', 'scans'],
  webhook: ['list', 'create', 'enable', 'remove', 'deliveries', 'redeliver'],
} as const;

describe('--help', () => {
  it('of the program lists every command', async () => {
    const { code, out, err } = await gatehouse.run('--help');
    expect([code, err]).toEqual([0, '']);
    for (const group of ['serve', 'backup', 'import', 'journal', ...Object.keys(groups)]) {
      expect(out).toMatch(new RegExp(`^  ${group}\\b`, 'm'));
    }
  });

  it.each(Object.entries(groups))('of %s lists its options', async (group, parts) => {
    const { code, out, err } = await gatehouse.run(`${group} --help`);
    expect([code, err]).toEqual([0, '']);
    for (const part of parts) expect(out).toMatch(new RegExp(`^  ${part}\\b`, 'm'));
  });

  it.each([
    ['serve', ['--data', '--host', '--port', '--public-url', '--demo', '--rate-limit']],
    ['serve', ['--webhook-allow', '--webhook-schedule', '--token-ttl', '--json']],
    ['order create', ['--event', '--ticket-type', '--quantity', '--session', '--email']],
    ['order create', ['--add-on', '--answers', '--seat-labels', '--status', '--json', '--data']],
    ['ticket resell', ['--email', '--first-name', '--last-name', '--price', '--json']],
    ['waitlist join', ['--event', '--sellable', '--email', '--quantity']],
  ])('of %s names the flags %j', async (command, flags) => {
    const { code, out } = await gatehouse.run(`${command} --help`);
    expect(code).toBe(0);
    for (const flag of flags) expect(out).toContain(flag);
  });
});

describe('journal', () => {
  it('has a separate help that names its parts', async () => {
    const { code, out, err } = await runProcess(empty, 'journal --help');
    expect([code, err]).toEqual([0, '']);
    for (const part of ['verify', 'export', 'import']) expect(out).toContain(part);
    const verify = await runProcess(empty, 'journal verify --help');
    expect(verify).toMatchObject({ code: 0, err: '' });
    expect(verify.out).toContain('--data');
  });

  it('exits with 1 on a directory without one, with 2 on wrong usage, and creates nothing', async () => {
    const { code, out, err } = await runProcess(empty, `journal verify --station ${empty} --json`);
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(`There is no journal in ${empty}.\n`);
    expect((await runProcess(empty, 'journal verify')).code).toBe(2);
    expect(existsSync(join(empty, 'journal.db'))).toBe(false);
  });
});

describe('wrong usage', () => {
  it.each([
    ['nonsense', /nonsense/],
    ['order nonsense', /nonsense/],
    ['organiser create', /--name/],
    ['organiser create --name', /--name/],
    ['organiser create --name A --plan gold', /gold/],
    ['organiser create --name A --colour red', /--colour/],
    ['organiser create A --name B', /argument/],
    ['order cancel', /ORD/],
    ['order refund ord_x --amount ten', /ten/],
    ['order refund ord_x --amount 1.5', /1\.5/],
    ['order create --event evt_x --ticket-type tt_x --quantity many', /many/],
    ['order create --event evt_x --ticket-type tt_x --answers {', /JSON/],
    ['ticket resell --email a@example.org', /TKT/],
    ['ticket resell tkt_x', /--email/],
    ['ticket resell tkt_x --email a@example.org --price 45.00', /45\.00/],
    ['session create --event evt_x --starts-at tomorrow --ends-at 2026-01-01', /tomorrow/],
    ['import --event evt_x', /FILE/],
    ['import x.csv', /--event/],
    ['import x.csv --event evt_x --map Mail=colour', /colour/],
    ['import x.csv --event evt_x --map A=email,B=email', /one column for email/],
    ['export scans', /--event/],
    ['export scans --event evt_x --format xml', /xml/],
    ['export scans --event evt_x --format csv --json', /--json/],
    ['serve --port 99999', /port/i],
    ['serve --rate-limit -1', /rate-limit/],
    ['serve --token-ttl 0', /token-ttl/],
    ['serve --webhook-schedule soon', /schedule/],
    ['serve --webhook-allow nonsense', /nonsense|CIDR|webhook-allow/],
    ['serve --trusted-proxy proxy', /proxy/],
    ['serve --smtp-url mail.example.org', /smtp:/],
    ['serve --demo=many', /many/],
    ['serve --public-url nonsense', /nonsense/],
  ])('of "%s" ends with 2 and one sentence', async (line, sentence) => {
    const { code, out, err } = await runIn(empty, line);
    expect({ line, code, out }).toEqual({ line, code: 2, out: '' });
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(/\bat .*\.ts:\d+/);
    expect(existsSync(join(empty, 'server.db'))).toBe(false);
  });
});

it.each([
  ['--version', { code: 0, out: `${manifest.version}\n`, err: '' }],
  ['contact erase con_x', { code: 1, out: '', err: expect.stringMatching(/^.+\n$/) }],
  ['nonsense', { code: 2, out: '', err: expect.stringMatching(/^.+\n$/) }],
])(
  'the process of "%s" ends with its exit code and writes to the right stream',
  async (line, ran) => {
    expect(await runProcess(empty, line)).toEqual(ran);
  },
);

describe('what cannot be done', () => {
  it.each([
    ['organiser create --name A --email nobody', /email/],
    ['event create --organiser org_x --name A --slug a --timezone UTC --currency EUR', /org_x/],
    ['event create --organiser ORG --name A --slug A_B --timezone UTC --currency EUR', /slug/],
    ['event create --organiser ORG --name A --slug gala --timezone UTC --currency EUR', /gala/],
    ['event create --organiser ORG --name A --slug a --timezone Mars --currency EUR', /time ?zone/],
    ['event create --organiser ORG --name A --slug a --timezone UTC --currency euro', /currency/],
    ['client create --organiser ORG --name A --scopes everything', /everything/],
    ['client create --organiser ORG --name A --scopes events:read --events evt_x', /evt_x/],
    ['client revoke gci_x', /gci_x/],
    ['ticket-type create --event EVT --name A --price -1', /price/],
    ['order create --event EVT --ticket-type tt_x', /tt_x/],
    ['question create --event EVT --key A --label B --type text', /key/],
    ['question create --event EVT --key a --label B --type select', /options/],
    ['ticket resell tkt_x --email a@example.org', /tkt_x/],
    ['contact erase con_x', /con_x/],
    ['waitlist offer wle_x', /wle_x/],
    ['export scans --event evt_x', /evt_x/],
    ['import /nowhere.csv --event EVT', /There is no file .*nowhere\.csv/],
    [
      'webhook create --organiser ORG --url http://10.0.0.1/ --events order.created',
      /public|10\.0/,
    ],
    ['webhook create --organiser ORG --url http://127.0.0.1:9/ --events order.*', /order\.\*/],
    ['webhook enable whk_x', /whk_x/],
    ['webhook remove whk_x', /whk_x/],
    ['organiser update ORG --email nobody', /email/],
    ['organiser update org_x --name A', /org_x/],
  ])('as "%s" ends with 1 and one sentence', async (line, sentence) => {
    const written = line.replace('ORG', organiser).replace('EVT', event);
    const { code, out, err } = await gatehouse.run(`${written} --json`);
    expect({ line, code, out }).toEqual({ line, code: 1, out: '' });
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('on a directory without a database makes none', async () => {
    const { code, err } = await runIn(empty, 'contact erase con_x');
    expect([code, existsSync(join(empty, 'server.db'))]).toEqual([1, false]);
    expect(err).toContain(empty);
  });

  it.each(['nowhere.invalid', '192.0.2.1'])('on the host %s says so', async (host) => {
    const { code, out, err } = await runIn(empty, `serve --port 0 --json --host ${host}`);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^This machine has no such address/);
  });

  it('reports a port that is in use', async () => {
    const { port } = new URL(gatehouse.baseUrl);
    const { code, err, out } = await runIn(empty, `serve --port ${port} --json`);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Port \d+ is in use/);
  });
});

describe('a command', () => {
  it("prints the API's shape where the API has one", async () => {
    const type = await gatehouse.make(
      Type.Object(TicketType.properties),
      `ticket-type create --event ${event} --name Stalls --price 4500 --total 9`,
    );
    expect(type).toMatchObject({ name: 'Stalls', price: 4500, currency: 'NOK', total: 9, sold: 0 });
    const changed = await gatehouse.make(
      Type.Object(EventDetails.properties),
      `event update ${event} --status draft`,
      '--name',
      'Grand "Gala" Ünïcode',
    );
    expect(changed).toMatchObject({ status: 'draft', name: 'Grand "Gala" Ünïcode', slug: 'gala' });
    await gatehouse.make(Placed, `order create --event ${event} --ticket-type ${type.reference}`);
    const hook = await gatehouse.make(
      NewSubscription,
      `webhook create --organiser ${organiser} --url http://127.0.0.1:9/ --events order.created`,
    );
    const { data } = await gatehouse.make(
      exact({ data: Type.Array(exact({ ...Subscription.properties, client: Type.Null() })) }),
      `webhook list --organiser ${organiser}`,
    );
    expect(data.map(({ reference }) => reference)).toEqual([hook.reference]);
  });

  it('that updates takes the flags of the one that creates, and changes nothing else', async () => {
    const { addEvent, addType, make } = organiserOf(gatehouse);
    const elsewhere = await addEvent(organiser, 'elsewhere');
    const type = await addType(event);
    const times = '--starts-at 2026-12-12T19:00:00Z --ends-at 2026-12-12T22:00:00Z';
    const session = await make(`session create --event ${event} ${times}`);
    const lines = [
      [
        `event update ${elsewhere} --slug elsewhere --timezone UTC --currency NOK ${times} --status draft --opens-before 60 --capacity none --undo-minutes 5 --overrule any --name N --organiser`,
        organiser,
        'org_x',
      ],
      [
        `ticket-type update ${type} --price 1 --total 2 --valid-from none --valid-until none --entry-points any --active no --name N --event`,
        event,
        elsewhere,
      ],
      [`session update ${session} ${times} --name N --event`, event, elsewhere],
    ] as const;
    for (const [line, owner, other] of lines) {
      const moved = await gatehouse.run(`${line.replace('--name N', '--name M')} ${other} --json`);
      expect(moved).toMatchObject({ code: 1, out: '' });
      expect(moved.err).toContain(owner);
      const updated = await gatehouse.make(Type.Object({ name: Type.String() }), line, owner);
      expect(updated.name).toBe('N');
    }
  });

  it('shows the secret of a client once', async () => {
    const created = await gatehouse.make(
      Type.Object({ client_id: Type.String(), client_secret: Type.String() }),
      `client create --organiser ${organiser} --name Books --scopes events:read`,
    );
    const ran = await gatehouse.run(`client events ${created.client_id} ${event} --json`);
    expect(ran.code).toBe(0);
    expect(ran.out).not.toContain(created.client_secret);
    expect(ran.out).toContain(created.client_id);
  });

  it('creates, lists and revokes stations', async () => {
    const Made = Type.Object({ client_id: Type.String(), scopes: Type.Array(Type.String()) });
    const line = `station create --organiser ${organiser} --name Gate-7 --events ${event}`;
    const { client_id, scopes } = await gatehouse.make(Made, line);
    expect(scopes).toEqual(['events:read', 'scanner:sync', 'scans:write']);
    const list = () => gatehouse.run(`station list --organiser ${organiser}`);
    expect((await list()).out).toMatch(new RegExp(`^Gate-7 +${client_id} +never`, 'm'));
    expect(await gatehouse.run(`station revoke ${client_id}`)).toMatchObject({ code: 0 });
    expect((await list()).out).not.toContain(client_id);
    const nobody = 'org_01kyvbnvq0g7m3x9r2c5t8w4ez';
    expect(await gatehouse.run(`station list --organiser ${nobody}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining(nobody),
    });
  });

  it('is readable without --json', async () => {
    const { code, out, err } = await gatehouse.run(`webhook list --organiser ${organiser}`);
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toMatch(/^\{/);
  });

  it('reads times with any offset and money in minor units', async () => {
    const Session = Type.Object({ starts_at: time, ends_at: nullable(time) });
    const line = `session create --event ${event} --name Late`;
    const times = '--starts-at 2026-12-31T23:30:00.5-03:30 --ends-at 2027-01-01T04:00:00Z';
    expect(await gatehouse.make(Session, `${line} ${times}`)).toMatchObject({
      starts_at: '2027-01-01T03:00:00.500000Z',
      ends_at: '2027-01-01T04:00:00.000000Z',
    });
  });

  it(
    'takes effect at once on a running server, from many processes at a time',
    { tags: ['long'] },
    async () => {
      await using gatehouse = await spawnGatehouse('--rate-limit', '0');
      const { addOrganiser, addEvent, addType } = organiserOf(gatehouse);
      const organiser = await addOrganiser();
      const event = await addEvent(organiser, 'gala');
      const type = await addType(event, '--price 100 --total 5');
      const client = await addClient(gatehouse, organiser);
      const line = `order create --event ${event} --ticket-type ${type} --json`;
      const ran = await Promise.all(Array.from({ length: 7 }, () => gatehouse.run(line)));
      expect(ran.filter(({ code }) => code === 0)).toHaveLength(5);
      for (const { code, err } of ran) if (code !== 0) expect(err).toMatch(/sold out|left|free/i);
      const rows = await walk(client, Ticket, `/integration/events/${event}/tickets?per_page=100`);
      expect(rows.filter((row) => row.ticket_type?.reference === type)).toHaveLength(5);
      const { data } = await client.read(Wrapped(EventDetails), `/integration/events/${event}`);
      expect(data.ticket_types.find(({ reference }) => reference === type)?.sold).toBe(5);
    },
  );

  it.skipIf(isOnPostgres)('finds its data in GATEHOUSE_DATA or in --data', async () => {
    const line = `organiser plan ${organiser} enterprise --data ${gatehouse.data} --json`;
    const { code, out } = await runIn(empty, line);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ reference: organiser, plan: 'enterprise' });
  });

  it('that creates the first organiser creates the database', async () => {
    const fresh = join(empty, 'fresh', 'deep');
    const { code, out } = await runIn(fresh, 'organiser create --name A --json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toHaveProperty('reference', expect.stringMatching(/^org_/));
  });
});

const missing = { client_id: '', client_secret: '' };

describe('gatehouse serve', () => {
  it(
    'finishes and exits with 0 when asked to stop; its data is there after a restart',
    { tags: ['long'] },
    async () => {
      await using server = await spawnGatehouse(
        '--demo=30',
        '--public-url',
        'https://x.example/v1',
      );
      expect(server.demo?.events.length).toBeGreaterThan(2);
      const { reference } = await server.make(Made, 'organiser create --name Later');
      const client = await connect(server, server.demo?.integrator ?? missing);
      const { data } = await client.read(List(Event), '/integration/events?per_page=1');
      expect(data.path).toBe('https://x.example/v1/integration/events');
      expect(data.next_page_url).toBe(`${data.path}?per_page=1&page=2`);
      expect(reference).toMatch(/^org_/);
      expect(await server.stop()).toBe(0);
      const ran = await server.run(`organiser plan ${reference} free --json`);
      expect(ran.code).toBe(0);
    },
  );
});
