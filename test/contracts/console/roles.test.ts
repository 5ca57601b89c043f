import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCalls } from '../../../shared/console/session-calls.ts';
import type { RolesOfOperation } from '../../../shared/console/session-results.ts';
import { roles, type Role } from '../../../src-server/database/schema.ts';
import { wordsOf, type InputWords } from '../../../src-server/operations/definition/inputs.ts';
import type { Operation, View } from '../../../src-server/operations/definition/operation.ts';
import { operationTable } from '../../../src-server/operations/operation-table.ts';
import type { ConsolePage } from '../../support/console-page.ts';
import { rowsIn, validInput } from '../../support/operation-inputs.ts';
import { furnishOrganiser } from '../../support/furnish-organiser.ts';
import { memberPage } from '../../support/member-page.ts';
import { readOperations } from '../../support/operations.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const entries = [...operationTable.values()];
const forMembers = entries.filter(({ role }) => role !== 'operator');

it('the table has every operation and view of the folder', async () => {
  const names = (await readOperations()).map(({ name }) => name);
  expect([...operationTable.keys()].toSorted()).toEqual(names.toSorted());
  expect(names.filter((name) => Object.hasOwn(sessionCalls, name))).toEqual([]);
});

describe('an operation at the console', () => {
  let server: TestServer;
  let own: Record<string, string>;
  let foreign: Record<string, string>;
  const pages = new Map<string, ConsolePage>();

  beforeAll(async () => {
    // Each page is elsewhere: more is asked than one address may ask in a minute.
    server = await startTestServer({
      trustedProxies: ['127.0.0.1'],
      smtpUrl: 'smtp://127.0.0.1:9',
    });
    own = await furnishOrganiser(server.database, 'Own');
    foreign = await furnishOrganiser(server.database, 'Foreign');
    for (const role of roles) {
      pages.set(role, await memberPage(server, { organiser: own['organiser'] ?? '', role }));
    }
    const stale = await memberPage(server, {
      organiser: own['organiser'] ?? '',
      role: 'owner',
      factor: 'stale',
    });
    pages.set('stale', stale);
    for (const [index, page] of [...pages.values()].entries()) page.address = `192.0.2.${index}`;
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const page = (name: string) => {
    const found = pages.get(name);
    if (found === undefined) throw new Error(`expected a page of ${name}`);
    return found;
  };

  it.each(roles)('is refused to a %s whose role is less, and to nobody else', async (role) => {
    const wrong: string[] = [];
    for (const entry of entries) {
      const { code } = await page(role).call(entry.name, {});
      if ((code === 'role.insufficient') === mayDo(role, entry))
        wrong.push(`${entry.name} ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is in the table of roles that every member sees, as it is decided', async () => {
    const table = await page('viewer').do<readonly RolesOfOperation[]>('account.roles', {});
    expect(table).toEqual(
      forMembers.map((entry) => ({
        name: entry.name,
        roles: roles.filter((role) => mayDo(role, entry)),
        fresh: entry.kind === 'operation' && entry.fresh === true,
      })),
    );
  });

  it('asks for the second factor again where it is marked so, once ten minutes have passed', async () => {
    const wrong: string[] = [];
    for (const entry of forMembers) {
      const { code } = await page('stale').call(entry.name, {});
      const isFresh = entry.kind === 'operation' && entry.fresh === true;
      if ((code === 'session.second_factor_stale') !== isFresh) wrong.push(`${entry.name} ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is known by the test of other organisers with every row that an input can name', () => {
    const unknown = forMembers.flatMap(({ name: of, input }) =>
      Object.entries(input.properties)
        .filter(([name, schema]) => namesRow(wordsOf(schema)) && foreign[name] === undefined)
        .map(([name]) => `${of} ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('finds nothing of another organiser, whichever reference names it, and writes nothing', async () => {
    const before = await countAudit(server);
    const wrong: string[] = [];
    for (const entry of forMembers) {
      for (const input of inputsNaming(entry, own, foreign)) {
        const { status, code } = await page('owner').call(entry.name, input);
        if (status !== 404) wrong.push(`${entry.name} ${JSON.stringify(input)}: ${status} ${code}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await countAudit(server)).toBe(before);
  });

  it.each(['viewer', 'box_office'] as const)(
    'shows a %s no address of a webhook, which may hold a secret',
    async (role) => {
      const { webhook } = own;
      const { url } = await page('owner').do<{ url: string }>('webhook.show', { webhook });
      const shown: string[] = [];
      for (const entry of forMembers.filter(({ kind }) => kind === 'view')) {
        const { data } = await page(role).call(entry.name, validInput(entry, own));
        if (JSON.stringify(data).includes(url)) shown.push(entry.name);
      }
      expect(shown).toEqual([]);
    },
  );

  it('leaves to an owner what an integration is called and when it ends', async () => {
    const { client_id: station } = await page('owner').do<{ client_id: string }>('client.create', {
      name: 'CRM',
      scopes: ['orders:read'],
    });
    for (const [name, more] of [
      ['station.update', { name: 'Gate' }],
      ['station.revoke', {}],
      ['station.show', {}],
    ] as const)
      expect((await page('manager').call(name, { station, ...more })).status, name).toBe(404);
    const shown = await page('owner').do('client.show', { client: station });
    expect(shown).toMatchObject({ name: 'CRM', revoked_at: null });
  });

  it('makes no client, station or webhook once the plan has lapsed, and shows and does everything else', async () => {
    await server.run(`organiser update ${own['organiser']} --plan free`);
    const wrong: string[] = [];
    const refused: string[] = [];
    for (const entry of forMembers) {
      const { code } = await page('owner').call(entry.name, {});
      if (code === 'plan.required') refused.push(entry.name);
      const needsPlan = entry.kind === 'operation' && entry.needsPlan === true;
      if ((code === 'plan.required') !== needsPlan) wrong.push(`${entry.name} ${code}`);
    }
    await server.run(`organiser update ${own['organiser']} --plan pro`);
    expect(wrong).toEqual([]);
    expect(refused).toEqual(expect.arrayContaining(['client.create', 'webhook.create']));
  });

  it('leaves to whoever runs the server what a plan is', async () => {
    const owner = page('owner');
    const organiser = own['organiser'];
    expect((await owner.call('organiser.update', { plan: 'enterprise' })).code).toBe(
      'validation.failed',
    );
    expect((await owner.call('organiser.update', { organiser, name: 'Renamed' })).status).toBe(200);
  });
});

/** Prefixes of references are as short as these, which name no row. */
const NO_ROWS = new Set(['CH', 'KEY', 'TZ', 'URL']);

function namesRow({ placeholder, kind }: InputWords): boolean {
  if (kind === 'text') return /^[A-Z]{2,3}$/.test(placeholder) && !NO_ROWS.has(placeholder);
  return kind === 'event' || kind === 'events' || placeholder === 'LOCS';
}

function mayDo(role: Role, entry: Operation | View): boolean {
  return entry.role !== 'operator' && roles.indexOf(role) <= roles.indexOf(entry.role);
}

async function countAudit({ database }: TestServer): Promise<number> {
  const rows = await database.read((tx) => tx.db.selectFrom('audit_log').select('id').execute());
  return rows.length;
}

/** For each input that can name a row: everything valid, and that one another organiser's. */
function inputsNaming(
  { name: entry, input }: Operation | View,
  own: Readonly<Record<string, string>>,
  foreign: Readonly<Record<string, string>>,
): readonly object[] {
  const valid = validInput({ input }, own);
  return Object.entries(input.properties).flatMap(([name, schema]) => {
    // What the processor calls a dispute is recorded, whoever else recorded one of that name.
    const isOwn = entry === 'dispute.create' && name === 'dispute';
    const rows = isOwn ? undefined : rowsIn(name, schema, foreign);
    return rows === undefined ? [] : [{ ...valid, [name]: rows }];
  });
}
