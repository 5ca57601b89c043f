import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instantFromMillis } from '../../shared/instant.ts';
import type { Scope } from '../../shared/contract/scopes.ts';
import { scopes as allScopes } from '../../shared/contract/scopes.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import type { Clock } from '../../src-server/database/clock.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import type { Database } from '../../src-server/database/database.ts';
import type { Plan } from '../../src-server/database/schema.ts';
import { createServer, type GatehouseServer, type ServerConfig } from '../../src-server/server.ts';
import { createClient, type EventGrant } from '../../src-server/domain/access/clients.ts';
import { createEvent, eventDefaults } from '../../src-server/domain/events/events.ts';
import { createOrder } from '../../src-server/domain/sales/create-order.ts';
import { createOrganiser } from '../../src-server/domain/access/organisers.ts';
import {
  createTicketType,
  ticketTypeDefaults,
} from '../../src-server/domain/events/ticket-types.ts';
import { readBody, TokenBody } from './read-body.ts';
import { newTestDatabase, testConfig } from './test-config.ts';
import { makeWith, wordsOf, type Gatehouse, type Ran } from './v1/gatehouse.ts';

/**
 * A real server in this process on a free port, with its own database. The command line and the tests use separate connections to that database, as
 * beside a running server.
 */
export interface TestServer extends Gatehouse {
  readonly server: GatehouseServer;
  readonly database: Database;
  readonly log: readonly string[];
  readonly clock: MovableClock;
  /** Environment that points the command line to its data. */
  readonly environment: NodeJS.ProcessEnv;
  /** Null for the file in `data`. */
  readonly databaseUrl: string | null;
}

export async function startTestServer(
  config: Partial<Omit<ServerConfig, 'data' | 'clock'>> = {},
): Promise<TestServer> {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-server-'));
  const log: string[] = [];
  const clock = createMovableClock();
  const logger = { level: 'info', write: (line: string) => void log.push(line) } as const;
  const databaseUrl = config.databaseUrl ?? (await newTestDatabase());
  const server = await createServer(testConfig(data, { logger, clock, ...config, databaseUrl }));
  const database = await openDatabase({
    dataDir: data,
    databaseUrl,
    clock: clock.now,
  });
  const environment = {
    ...process.env,
    GATEHOUSE_DATA: data,
    ...(databaseUrl !== null && { GATEHOUSE_DATABASE: databaseUrl }),
  };
  const run = (line: string, ...more: string[]) => runCommand(environment, wordsOf(line, more));
  const close = async () => {
    await server.close();
    await database.close();
    rmSync(data, { recursive: true, force: true });
  };
  const { baseUrl, authUrl, demo } = server;
  return {
    server,
    database,
    data,
    log,
    clock,
    environment,
    databaseUrl,
    baseUrl,
    authUrl,
    demo,
    run,
    make: makeWith(run),
    [Symbol.asyncDispose]: close,
  };
}

/** The system's clock, which a test can advance. */
export interface MovableClock extends Clock {
  readonly advance: (ms: number) => void;
}

export function createMovableClock(): MovableClock {
  let aheadMs = 0;
  return {
    now: () => instantFromMillis(Date.now() + aheadMs),
    monotonicMs: () => performance.now() + aheadMs,
    advance: (ms) => void (aheadMs += ms),
  };
}

/** Runs a command in this process. `serve` is asked to stop as soon as it serves. */
export async function runCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
): Promise<Ran> {
  let out = '';
  let err = '';
  const code = await runCommandLine(words, {
    out: (line) => (out += `${line}\n`),
    err: (line) => (err += `${line}\n`),
    flushed: () => Promise.resolve(),
    environment,
    stopRequested: () => Promise.resolve(),
  });
  return { code, out, err };
}

export interface TestClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
  /** Calls `path` below `{base_url}`, or an absolute URL. */
  readonly call: (path: string, init?: RequestInit) => Promise<Response>;
  readonly get: (path: string) => Promise<Response>;
  readonly post: (
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
}

export async function makeOrganiser(
  { database }: TestServer,
  plan: Plan = 'pro',
  name = 'Kulturhaus',
): Promise<string> {
  const organiser = await database.write((tx) => createOrganiser(tx, { name, plan, email: null }));
  return organiser.reference;
}

export async function makeClient(
  host: TestServer,
  organiser: string,
  options: { readonly scopes?: readonly Scope[]; readonly events?: EventGrant } = {},
): Promise<TestClient> {
  const created = await host.database.write((tx) =>
    createClient(tx, {
      organiser,
      name: 'Integration',
      scopes: options.scopes ?? allScopes,
      events: options.events ?? 'all',
    }),
  );
  const credentials = { id: created.client.client_id, secret: created.client_secret };
  const response = await requestToken(host.server, credentials);
  const { access_token: token } = await readBody(response, TokenBody);
  return clientWith(host.server, { ...credentials, token });
}

export function requestToken(
  server: GatehouseServer,
  { id, secret, scope }: { readonly id: string; readonly secret: string; readonly scope?: string },
): Promise<Response> {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  return fetch(`${server.authUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(scope === undefined ? form : { ...form, scope }),
  });
}

export function clientWith(
  server: GatehouseServer,
  { id, secret, token }: { readonly id: string; readonly secret: string; readonly token: string },
): TestClient {
  const call = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(path.startsWith('http') ? path : server.baseUrl + path, { ...init, headers });
  };
  return {
    clientId: id,
    clientSecret: secret,
    token,
    call,
    get: (path) => call(path),
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  };
}

export async function makeEvent(
  { database }: TestServer,
  organiser: string,
  slug: string,
): Promise<string> {
  const event = await database.write((tx) =>
    createEvent(tx, organiser, {
      ...eventDefaults,
      name: `Event ${slug}`,
      slug,
      timezone: 'Europe/Berlin',
      currency: 'EUR',
    }),
  );
  return event.reference;
}

export async function makeTicketType({ database }: TestServer, event: string): Promise<string> {
  const type = await database.write((tx) =>
    createTicketType(tx, event, { ...ticketTypeDefaults, name: 'Standard', price: 4500 }),
  );
  return type.reference;
}

/** A confirmed order of `quantity` tickets. */
export async function makeOrder(
  { database }: TestServer,
  {
    event,
    ticketType,
    quantity = 1,
    email = null,
  }: {
    readonly event: string;
    readonly ticketType: string;
    readonly quantity?: number;
    readonly email?: string | null;
  },
): Promise<string> {
  const order = await database.write((tx) =>
    createOrder(tx, {
      event,
      lines: [{ sellable: ticketType, quantity }],
      contact: email === null ? null : { email, first_name: 'Ada', last_name: 'Lovelace' },
      answers: {},
      status: 'confirmed',
    }),
  );
  return order.reference;
}

/** An organiser with one event, a ticket type, an order of `tickets` tickets, and a client with all scopes. */
export async function makeDoor(host: TestServer, tickets = 1) {
  const organiser = await makeOrganiser(host);
  const event = await makeEvent(host, organiser, 'gala');
  const ticketType = await makeTicketType(host, event);
  const order = await makeOrder(host, {
    event,
    ticketType,
    quantity: tickets,
    email: 'ada@example.org',
  });
  const client = await makeClient(host, organiser);
  return { organiser, event, ticketType, order, client };
}

/** References of an event's tickets. */
export async function ticketsOf({ database }: TestServer, event: string): Promise<string[]> {
  const rows = await database.read((tx) =>
    tx.db
      .selectFrom('tickets')
      .innerJoin('events', 'events.id', 'tickets.event_id')
      .select('tickets.reference')
      .where('events.reference', '=', event)
      .execute(),
  );
  return rows.map((row) => row.reference);
}
