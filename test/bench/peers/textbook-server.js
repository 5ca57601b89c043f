// A companion server as a competent team would write it in a day: Express, Kysely and better-sqlite3, a transaction for each request, no
// caches, no batches. It serves check-ins and lists of tickets over a database of ours, so that tables, rows, indices, triggers and
// durability are the same, and so are the checks: token, scope, idempotency, the verdict's rules, an outbox row per subscription.
// Usage: node textbook-server.js DATABASE; prints its address when it takes requests.
// Express 5 catches what an async handler rejects with.
/* oxlint-disable oxc/no-async-endpoint-handlers */
import { createHash } from 'node:crypto';
import BetterSqlite from 'better-sqlite3';
import express from 'express';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { ulid } from 'ulid';
import { renderScanVerdict } from '../../../shared/resources/scan-verdict.ts';
import { formatInstant, parseInstant } from '../../../shared/instant.ts';
import { evaluate } from '../../../shared/verdict/evaluate.ts';
import { sessionWindow } from '../../../shared/verdict/session-window.ts';

const [path = ''] = process.argv.slice(2);
const REMEMBERED_MICROS = 35 * 86_400 * 1_000_000;

const sqlite = new BetterSqlite(path);
sqlite.pragma('journal_mode = wal');
sqlite.pragma('synchronous = full');
const db = new Kysely({ dialect: new SqliteDialect({ database: sqlite }) });

class HttpError extends Error {
  constructor(status, code) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const nowMicros = () => Date.now() * 1000;

async function authenticate(request, _response, next) {
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  const caller = await db
    .selectFrom('access_tokens as t')
    .innerJoin('clients as c', 'c.id', 't.client_id')
    .innerJoin('organisers as o', 'o.id', 'c.organiser_id')
    .select(['c.id', 'c.organiser_id', 'c.all_events', 't.scopes', 't.expires_at', 'o.plan'])
    .where('t.token_hash', '=', createHash('sha256').update(token).digest())
    .where('c.revoked_at', 'is', null)
    .executeTakeFirst();
  if (caller === undefined || caller.expires_at <= nowMicros()) {
    throw new HttpError(401, 'auth.token_invalid');
  }
  if (caller.plan === 'free') throw new HttpError(403, 'plan.required');
  request.caller = caller;
  next();
}

const requireScope = (scope) => (request, _response, next) => {
  if (!request.caller.scopes.split(' ').includes(scope)) throw new HttpError(403, 'scope.missing');
  next();
};

async function mayNotSee(trx, caller, event) {
  if (event.organiser_id !== caller.organiser_id) return true;
  if (caller.all_events === 1) return false;
  const grant = await trx
    .selectFrom('client_events')
    .select('event_id')
    .where('client_id', '=', caller.id)
    .where('event_id', '=', event.id)
    .executeTakeFirst();
  return grant === undefined;
}

const app = express();
app.disable('x-powered-by');
app.use('/v1', authenticate);

app.post(
  '/v1/integration/scans',
  requireScope('scans:write'),
  express.json(),
  async (request, response) => {
    const key = request.headers['idempotency-key'];
    const { ticket: reference } = request.body ?? {};
    if (typeof key !== 'string' || key === '') throw new HttpError(400, 'idempotency.key_missing');
    if (typeof reference !== 'string') throw new HttpError(422, 'validation.failed');
    const fingerprint = createHash('sha256').update(JSON.stringify(request.body)).digest();
    const { caller } = request;
    const answer = await db.transaction().execute(async (trx) => {
      const stored = await trx
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('client_id', '=', caller.id)
        .where('key', '=', key)
        .executeTakeFirst();
      if (stored !== undefined) {
        if (!stored.fingerprint.equals(fingerprint))
          throw new HttpError(409, 'idempotency.key_reused');
        return { status: stored.status, text: stored.body, replayed: true };
      }
      const { status, body } = await checkIn(trx, caller, reference);
      const text = JSON.stringify(body);
      const now = nowMicros();
      await trx
        .insertInto('idempotency_keys')
        .values({
          client_id: caller.id,
          key,
          fingerprint,
          status,
          body: text,
          contact_id: null,
          created_at: now,
          expires_at: now + REMEMBERED_MICROS,
        })
        .execute();
      return { status, text, replayed: false };
    });
    if (answer.replayed) response.set('idempotent-replayed', 'true');
    response.status(answer.status).type('application/json').send(answer.text);
  },
);

async function checkIn(trx, caller, reference) {
  const ticket = await trx
    .selectFrom('tickets as t')
    .innerJoin('ticket_types as y', 'y.id', 't.ticket_type_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .leftJoin('sessions as s', 's.id', 't.session_id')
    .selectAll('t')
    .select([
      'y.valid_from as type_valid_from',
      'y.valid_until as type_valid_until',
      'y.entry_points as type_entry_points',
      'e.organiser_id',
      'e.reference as event_reference',
      'e.timezone',
      'e.opens_before_minutes',
      's.reference as session_reference',
      's.name as session_name',
      's.starts_at',
      's.ends_at',
      's.cancelled_at',
    ])
    .where('t.reference', '=', reference)
    .executeTakeFirst();
  const event = ticket && { id: ticket.event_id, organiser_id: ticket.organiser_id };
  if (event === undefined || (await mayNotSee(trx, caller, event)))
    throw new HttpError(404, 'resource.not_found');
  const first = await trx
    .selectFrom('entry_scans as s')
    .leftJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.scanned_at', 'l.reference', 'l.name'])
    .where('s.ticket_id', '=', ticket.id)
    .where('s.result', '=', 'allowed')
    .orderBy('s.scanned_at')
    .orderBy('s.reference')
    .limit(1)
    .executeTakeFirst();
  const points = ticket.entry_points ?? ticket.type_entry_points;
  const places =
    points === null
      ? null
      : await trx
          .selectFrom('locations')
          .select(['reference', 'name'])
          .where('reference', 'in', JSON.parse(points))
          .execute();
  const now = nowMicros();
  const verdict = evaluate(
    {
      ticket: {
        reference,
        status: ticket.status,
        deleted_at: ticket.deleted_at,
        valid_from: ticket.valid_from ?? ticket.type_valid_from,
        valid_until: ticket.valid_until ?? ticket.type_valid_until,
        entry_points: places,
        seat_label: ticket.seat_label,
        code_issue: ticket.code_issue,
      },
      session:
        ticket.session_reference === null
          ? null
          : {
              reference: ticket.session_reference,
              name: ticket.session_name,
              starts_at: ticket.starts_at,
              cancelled_at: ticket.cancelled_at,
              ...sessionWindow(ticket, ticket),
            },
      admission:
        first === undefined
          ? null
          : {
              scanned_at: first.scanned_at,
              location: first.reference && { reference: first.reference, name: first.name },
            },
      location: null,
      code_issue: null,
      timezone: ticket.timezone,
      locale: 'en',
    },
    now,
  );
  const scan = {
    reference: `scn_${ulid()}`,
    event_id: ticket.event_id,
    ticket_id: ticket.id,
    session_id: ticket.session_id,
    location_id: null,
    client_id: caller.id,
    result: verdict.allowed ? 'allowed' : 'denied',
    reason: verdict.reason,
    scanned_at: now,
    source: 'online',
    clock_suspect: 0,
    created_at: now,
    updated_at: now,
  };
  await trx.insertInto('entry_scans').values(scan).execute();
  await writeOutbox(trx, ticket, scan);
  return { status: verdict.allowed ? 200 : 422, body: renderScanVerdict(verdict, scan) };
}

async function writeOutbox(trx, ticket, scan) {
  const subscriptions = await trx
    .selectFrom('webhook_subscriptions')
    .select(['id', 'epoch', 'events', 'event_id'])
    .where('organiser_id', '=', ticket.organiser_id)
    .where('is_active', '=', 1)
    .execute();
  const wanting = subscriptions.filter(
    ({ events, event_id: pinned }) =>
      JSON.parse(events).includes('ticket.scanned') &&
      (pinned === null || pinned === ticket.event_id),
  );
  if (wanting.length === 0) return;
  const data = {
    ticket: ticket.reference,
    event: ticket.event_reference,
    result: scan.result,
    reason: scan.reason,
    scanner_location: null,
    scanned_at: formatInstant(scan.scanned_at),
  };
  const message = await trx
    .insertInto('webhook_messages')
    .values({
      organiser_id: ticket.organiser_id,
      event_id: ticket.event_id,
      name: 'ticket.scanned',
      body: JSON.stringify({
        event: 'ticket.scanned',
        created_at: formatInstant(scan.created_at),
        data,
      }),
      email_key: null,
      created_at: scan.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { id, epoch } of wanting) {
    await trx
      .insertInto('webhook_deliveries')
      .values({
        reference: `whd_${ulid()}`,
        subscription_id: id,
        message_id: message.id,
        status: 'pending',
        epoch,
        attempts: 0,
        scheduled_attempts: 0,
        due_at: scan.created_at,
        claim: null,
        created_at: scan.created_at,
      })
      .execute();
  }
}

app.get(
  '/v1/integration/events/:event/tickets',
  requireScope('tickets:read'),
  async (request, response) => {
    const event = await db
      .selectFrom('events')
      .selectAll()
      .where((eb) =>
        eb.or([eb('reference', '=', request.params.event), eb('slug', '=', request.params.event)]),
      )
      .where('organiser_id', '=', request.caller.organiser_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (event === undefined || (await mayNotSee(db, request.caller, event)))
      throw new HttpError(404, 'resource.not_found');
    const perPage = Number(request.query.per_page ?? 25);
    const url = `${request.protocol}://${request.get('host')}${request.path}`;
    if (request.query.updated_since === undefined) {
      response.json(await numberedPage(event, Number(request.query.page ?? 1), perPage, url));
    } else {
      response.json(await changedPage(event, request.query, perPage, url));
    }
  },
);

const ticketsOf = (event) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('ticket_types as y', 'y.id', 't.ticket_type_id')
    .leftJoin('orders as o', 'o.id', 't.order_id')
    .leftJoin('contacts as c', 'c.id', 't.contact_id')
    .leftJoin('sessions as s', 's.id', 't.session_id')
    .selectAll('t')
    .select([
      'o.reference as order_reference',
      'y.reference as type_reference',
      'y.name as type_name',
      'y.valid_from as type_valid_from',
      'y.valid_until as type_valid_until',
      'y.entry_points as type_entry_points',
      'c.reference as contact_reference',
      'c.email as contact_email',
      'c.first_name',
      'c.last_name',
      's.reference as session_reference',
      's.name as session_name',
      's.starts_at as session_starts_at',
    ])
    .where('t.event_id', '=', event.id);

async function numberedPage(event, page, perPage, url) {
  const { total } = await db
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('event_id', '=', event.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const rows = await ticketsOf(event)
    .where('t.deleted_at', 'is', null)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.reference', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const last = Math.max(1, Math.ceil(total / perPage));
  const pageUrl = (number) => `${url}?per_page=${perPage}&page=${number}`;
  return {
    data: {
      data: rows.map(ticketJson),
      current_page: page,
      per_page: perPage,
      from: rows.length === 0 ? null : (page - 1) * perPage + 1,
      to: rows.length === 0 ? null : (page - 1) * perPage + rows.length,
      total,
      last_page: last,
      path: url,
      first_page_url: pageUrl(1),
      last_page_url: pageUrl(last),
      next_page_url: page < last ? pageUrl(page + 1) : null,
      prev_page_url: page > 1 ? pageUrl(page - 1) : null,
    },
  };
}

async function changedPage(event, query, perPage, url) {
  const since = parseInstant(query.updated_since);
  if (since === null) throw new HttpError(422, 'validation.failed');
  const from =
    query.cursor === undefined
      ? { at: since, reference: '' }
      : JSON.parse(Buffer.from(query.cursor, 'base64url'));
  const rows = await ticketsOf(event)
    .where(sql`(t.updated_at, t.reference) > (${from.at}, ${from.reference})`)
    .orderBy('t.updated_at')
    .orderBy('t.reference')
    .limit(perPage + 1)
    .execute();
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  const cursor =
    rows.length > perPage
      ? Buffer.from(JSON.stringify({ at: last.updated_at, reference: last.reference })).toString(
          'base64url',
        )
      : null;
  return {
    data: {
      data: page.map(ticketJson),
      path: url,
      per_page: perPage,
      next_cursor: cursor,
      next_page_url:
        cursor &&
        `${url}?per_page=${perPage}&updated_since=${query.updated_since}&cursor=${cursor}`,
    },
    watermark: formatInstant(nowMicros() - 2_000_000),
  };
}

const instant = (micros) => (micros === null ? null : formatInstant(micros));

function ticketJson(row) {
  const points = row.entry_points ?? row.type_entry_points;
  return {
    reference: row.reference,
    status: row.status,
    ticket_type: { reference: row.type_reference, name: row.type_name },
    contact: row.contact_reference && {
      reference: row.contact_reference,
      email: row.contact_email,
      first_name: row.first_name,
      last_name: row.last_name,
    },
    order: row.order_reference,
    session: row.session_reference && {
      reference: row.session_reference,
      name: row.session_name,
      starts_at: instant(row.session_starts_at),
    },
    seat_label: row.seat_label,
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
    deleted_at: instant(row.deleted_at),
    code: row.code ?? row.reference,
    valid_from: instant(row.valid_from ?? row.type_valid_from),
    valid_until: instant(row.valid_until ?? row.type_valid_until),
    entry_points: points === null ? null : JSON.parse(points),
  };
}

app.use((error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ error: { code: error.code ?? 'internal' } });
});

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  process.stdout.write(`${JSON.stringify({ base_url: `http://127.0.0.1:${port}` })}\n`);
});
server.keepAliveTimeout = 72_000;
process.once('SIGTERM', () => {
  server.close(() => sqlite.close());
  server.closeAllConnections();
});
