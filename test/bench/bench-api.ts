import { randomUUID } from 'node:crypto';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { request } from 'undici';
import { formatInstant, instantFromMicros } from '../../shared/instant.ts';
import type { OfferedRequest } from './offer-load.ts';
import { startGatehouse, type StartedProcess } from './start-process.ts';

const Client = Type.Object({ client_id: Type.String(), client_secret: Type.String() });
const Ready = Type.Object({
  base_url: Type.String(),
  demo: Type.Object({
    organiser: Type.String(),
    integrator: Client,
    station: Client,
    events: Type.Array(Type.Object({ reference: Type.String() })),
  }),
});
const Token = Type.Object({ access_token: Type.String() });
const FirstPage = Type.Object({ data: Type.Object({ last_page: Type.Integer() }) });

/** One that would be admitted now. */
export interface AdmissibleTicket {
  readonly reference: string;
  /** Microseconds. */
  readonly updated_at: number;
}

/** Those of an event (`?`), the same in both databases. */
export const ADMISSIBLE_TICKETS = `
  select t.id, t.reference, t.updated_at from tickets as t
    inner join events as e on e.id = t.event_id inner join ticket_types as y on y.id = t.ticket_type_id
  where e.reference = ? and t.status = 'valid' and t.deleted_at is null and t.valid_from is null and y.valid_from is null
    and t.id not in (select s.ticket_id from entry_scans as s where s.ticket_id is not null)
  order by t.id`;

/** The companion server as it is served, in a process of its own, over a database with tickets, and a client with a token. */
export interface BenchApi {
  readonly origin: string;
  readonly process: StartedProcess;
  readonly organiser: string;
  readonly event: string;
  readonly lastPage: number;
  readonly ticketsPage: (page: number) => OfferedRequest;
  /** What changed since the ticket did: so many pages of an incremental walk that begins there. */
  readonly walk: (ticket: AdmissibleTicket, pages: number) => OfferedRequest;
  /** One check-in of each ticket, with a key of its own. */
  readonly checkIns: (
    tickets: readonly Pick<AdmissibleTicket, 'reference'>[],
  ) => readonly OfferedRequest[];
  readonly read: (page: OfferedRequest) => Promise<Buffer>;
  /** Takes the event's snapshot as a station does, and drops it; gives its bytes on the way. */
  readonly readSnapshot: () => Promise<number>;
}

/** Of the demo's tickets, as many are the first event's. */
const FIRST_EVENT_SHARE = 0.8;

export interface ServerOptions {
  /** Of PostgreSQL; SQLite without it. */
  readonly databaseUrl?: string;
  /** Where the server is installed; without it, this project's sources run. */
  readonly product?: string;
}

/** `tickets`: of the first event. */
export function startServer(
  data: string,
  tickets: number,
  { databaseUrl, product }: ServerOptions = {},
): Promise<StartedProcess> {
  const args = ['serve', '--port', '0', '--rate-limit', '0', '--json'];
  const database = databaseUrl === undefined ? [] : ['--database', databaseUrl];
  const demo = ['--data', data, '--demo', String(Math.round(tickets / FIRST_EVENT_SHARE))];
  return startGatehouse([...args, ...database, ...demo], product);
}

export async function openBenchApi(
  data: string,
  size: number,
  options: ServerOptions = {},
): Promise<BenchApi> {
  const process = await startServer(data, size, options);
  const { base_url: baseUrl, demo } = Value.Parse(Ready, process.ready);
  const { origin } = new URL(baseUrl);
  const event = demo.events[0]?.reference ?? '';
  const headers = { authorization: `Bearer ${await issueToken(origin, demo.integrator)}` };
  const listed = (query: string): OfferedRequest => ({
    method: 'GET',
    path: `/v1/integration/events/${event}/tickets?per_page=100&${query}`,
    headers,
    body: null,
  });
  const ticketsPage = (page: number) => listed(`page=${page}`);
  const read = async ({ path }: OfferedRequest) => {
    const response = await request(`${origin}${path}`, { headers });
    return Buffer.from(await response.body.arrayBuffer());
  };
  const readSnapshot = async () => {
    const token = await issueToken(origin, demo.station);
    const response = await request(`${origin}/v1/scanner/events/${event}/snapshot`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'zstd, gzip' },
    });
    if (response.statusCode !== 200) throw new Error(`the snapshot got ${response.statusCode}`);
    let bytes = 0;
    for await (const chunk of response.body) bytes += Buffer.byteLength(chunk);
    return bytes;
  };
  const first = parse(FirstPage, await read(ticketsPage(1)));
  return {
    origin,
    process,
    organiser: demo.organiser,
    event,
    lastPage: first.data.last_page,
    ticketsPage,
    walk: ({ updated_at }, pages) => ({
      ...listed(`updated_since=${formatInstant(instantFromMicros(updated_at))}`),
      morePages: pages - 1,
    }),
    read,
    readSnapshot,
    checkIns: (tickets) => tickets.map(({ reference }) => checkIn(reference, headers)),
  };
}

function checkIn(ticket: string, headers: Readonly<Record<string, string>>): OfferedRequest {
  return {
    method: 'POST',
    path: '/v1/integration/scans',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ticket }),
  };
}

async function issueToken(
  origin: string,
  client: { readonly client_id: string; readonly client_secret: string },
): Promise<string> {
  const response = await request(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', ...client }),
  });
  const body = parse(Token, Buffer.from(await response.body.arrayBuffer()));
  return body.access_token;
}

function parse<Schema extends TSchema>(schema: Schema, bytes: Buffer): Static<Schema> {
  const json: unknown = JSON.parse(bytes.toString());
  return Value.Parse(schema, json);
}
