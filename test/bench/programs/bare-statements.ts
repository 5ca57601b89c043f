// The statements of a check-in or of a page of tickets, as the server sends them, and nothing else.
// Usage: node bare-statements.ts DATABASE_URL check-ins|pages FILE_OF_TICKETS CONNECTIONS; prints what it took.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { measureWork } from '../measured.ts';

const NOW = '(extract(epoch from clock_timestamp()) * 1000000)::bigint as now';
const VERSIONS = `select ${NOW}, access, deliveries, setup from change_versions`;
const PAGE = `select t.id, t.reference, t.order_id, t.status, t.seat_label, t.code, t.code_issue, t.valid_from, t.valid_until,
    t.entry_points, t.created_at, t.updated_at, t.deleted_at, e.reference as event_reference, o.reference as order_reference,
    y.reference as type_reference, y.name as type_name, y.valid_from as type_valid_from, y.valid_until as type_valid_until,
    y.entry_points as type_entry_points, c.reference as contact_reference, c.email as contact_email,
    c.first_name as contact_first_name, c.last_name as contact_last_name, s.reference as session_reference,
    s.name as session_name, s.starts_at as session_starts_at
  from tickets as t inner join events as e on e.id = t.event_id inner join ticket_types as y on y.id = t.ticket_type_id
    left join orders as o on o.id = t.order_id left join contacts as c on c.id = t.contact_id
    left join sessions as s on s.id = t.session_id
  where t.id in (select k.id from tickets as k where k.event_id = $1 and k.deleted_at is null
    order by k.created_at desc, k.reference desc limit $2 offset $3)`;
const BOUND = `with clock as materialized (select clock_timestamp() as now),
    oldest as materialized (select min(xact_start) as started from pg_stat_activity
      where datname = current_database() and backend_xid is not null and (select now from clock) is not null)
  select (extract(epoch from least((select now from clock), (select started from oldest))) * 1000000)::bigint - 1 as bound`;

const Sample = Type.Object({
  id: Type.String(),
  event_id: Type.String(),
  reference: Type.String(),
});
/** The body of a stored answer is about so long. */
const BODY = 'x'.repeat(350);

const [url = '', kind = '', file = '', connections = '1'] = process.argv.slice(2);
const tickets = Value.Parse(Type.Array(Type.String()), JSON.parse(readFileSync(file, 'utf8')));
const queue = tickets.values();

async function prepared(client: pg.Client, name: string, text: string, values: unknown[]) {
  const { rows } = await client.query<Record<string, unknown>>({ name, text, values });
  return rows;
}

async function checkIn(client: pg.Client, reference: string): Promise<void> {
  const key = randomUUID();
  await client.query(VERSIONS);
  await client.query(`begin isolation level read committed; select pg_current_xact_id();
    select pg_try_advisory_xact_lock(${randomBytes(8).readBigInt64BE()}) as is_alone, ${NOW}, access, deliveries, setup from change_versions`);
  await prepared(
    client,
    'key',
    'select id, fingerprint, status, body, expires_at from idempotency_keys where client_id = $1 and key = $2',
    [1, key],
  );
  const [found] = await prepared(
    client,
    'ticket',
    'select * from tickets where reference = $1 for update',
    [reference],
  );
  const ticket = Value.Parse(Sample, Value.Clean(Sample, found));
  await prepared(
    client,
    'scans',
    `select id, reference, result, reason, scanned_at, source, location_id, code_issue, admission_source
     from entry_scans where ticket_id = $1 order by id`,
    [ticket.id],
  );
  const now = Date.now() * 1_000;
  const scan = `scn_${randomBytes(13).toString('hex')}`;
  const place = [scan, ticket.event_id, ticket.id, null, null, 1];
  const outcome = ['allowed', 'scanning.allowed', now, 'online'];
  const verdict = [...outcome, null, null, null, null, 0, null, null];
  await prepared(
    client,
    'scan',
    `insert into entry_scans (reference, event_id, ticket_id, session_id, location_id, client_id, result, reason, scanned_at, source,
       clock_offset_ms, sequence, snapshot_watermark, content_hash, clock_suspect, code_issue, admission_source, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) returning id`,
    [...place, ...verdict, now, now],
  );
  await prepared(
    client,
    'answer',
    `insert into idempotency_keys (client_id, key, fingerprint, status, body, contact_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [1, key, randomBytes(32), 200, BODY, null, now, now + 1],
  );
  await client.query('commit');
}

async function readPage(client: pg.Client, reference: string): Promise<void> {
  await client.query(VERSIONS);
  await client.query(BOUND);
  await client.query(`begin isolation level repeatable read read only; select ${NOW}`);
  const [event] = await prepared(
    client,
    'event',
    'select e.*, t.id as ticket from events as e inner join tickets as t on t.event_id = e.id where t.reference = $1',
    [reference],
  );
  const { id } = Value.Parse(
    Type.Object({ id: Type.String() }),
    Value.Clean(Type.Object({ id: Type.String() }), event),
  );
  await prepared(
    client,
    'newest',
    'select max(updated_at) as newest from tickets where event_id = $1',
    [id],
  );
  await prepared(client, 'page', PAGE, [id, 100, 0]);
  await client.query('rollback');
}

const clients = Array.from({ length: Number(connections) }, () => new pg.Client(url));
await Promise.all(clients.map((client) => client.connect()));
const once = kind === 'pages' ? readPage : checkIn;
const measured = await measureWork(async () => {
  await Promise.all(
    clients.map(async (client) => {
      for (const reference of queue) await once(client, reference);
    }),
  );
  return tickets.length;
});
await Promise.all(clients.map((client) => client.end()));
process.stdout.write(`${JSON.stringify(measured)}\n`);
