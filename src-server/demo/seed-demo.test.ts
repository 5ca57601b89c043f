import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_DAY, type Instant } from '../../shared/instant.ts';
import { fixtureNow } from '../../test/support/organiser-fixture.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../open-database.ts';
import { createOrganiser } from '../domain/access/organisers.ts';
import { checkInTicket } from '../domain/scans/check-in.ts';
import { readDemoDoor } from './demo-door.ts';
import { seedDemo } from './seed-demo.ts';

let dataDir: string;
let database: Database;
let now: Instant;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'));
  now = fixtureNow;
  database = await openDatabase({ dataDir, clock: () => now });
});
afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function seed(tickets = 400) {
  const credentials = await seedDemo(database, { dataDir, tickets });
  if (credentials === null) throw new Error('expected demo credentials');
  return credentials;
}

function count(select: string): Promise<number> {
  return database.read(async (tx) => {
    const { rows } = await sql.raw<{ n: number }>(select).execute(tx.db);
    return rows[0]?.n ?? 0;
  });
}

function namesOf(source: Database) {
  return source.read((tx) =>
    tx.db
      .selectFrom('contacts')
      .select(['email', 'first_name', 'last_name', 'mobile'])
      .orderBy('id')
      .execute(),
  );
}

async function scanOneOf(event: string) {
  return database.write(async (tx) => {
    const ticket = await tx.db
      .selectFrom('tickets')
      .innerJoin('events', 'events.id', 'tickets.event_id')
      .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
      .select(['tickets.reference', 'events.organiser_id'])
      .where('events.reference', '=', event)
      .where('tickets.status', '=', 'valid')
      .where('ticket_types.valid_from', 'is', null)
      .where('tickets.id', 'not in', (eb) => eb.selectFrom('entry_scans').select('ticket_id'))
      .limit(1)
      .executeTakeFirst();
    const client = await tx.db.selectFrom('clients').select('id').executeTakeFirstOrThrow();
    return checkInTicket(
      tx,
      { organiserId: ticket?.organiser_id ?? 0, clientRowId: client.id, allEvents: true },
      { ticket: ticket?.reference ?? '', scanner_location: null, session: null, locale: 'en' },
    );
  });
}

/** The prefix of its reference, and a ULID's time. */
const timeOf = (order: string) => `substr(${order}reference, 1, 14)`;

describe('the demo', () => {
  it('has exactly as many tickets as requested, with some of every status', async () => {
    await seed(2000);
    expect(await count('select count(*) n from tickets')).toBe(2000);
    for (const status of ['valid', 'cancelled', 'refunded']) {
      expect(
        await count(`select count(*) n from tickets where status = '${status}'`),
      ).toBeGreaterThan(0);
    }
    expect(
      await count('select count(*) n from tickets where superseded_by is not null'),
    ).toBeGreaterThan(0);
    expect(
      await count("select count(*) n from entry_scans where result = 'allowed'"),
    ).toBeGreaterThan(100);
    expect(
      await count("select count(*) n from entry_scans where result = 'denied'"),
    ).toBeGreaterThan(0);
    expect(await count('select count(*) n from sessions where cancelled_at is not null')).toBe(1);
    expect(await count('select count(*) n from events where deleted_at is not null')).toBe(1);
    expect(await count("select count(*) n from events where status = 'draft'")).toBe(1);
  });

  it('counts as sold exactly the tickets that take a place', async () => {
    await seed();
    const wrong = await count(
      `select count(*) n from ticket_types tt where sold <> (select count(*) from tickets t
        where t.ticket_type_id = tt.id and t.voided_at is null and t.deleted_at is null)`,
    );
    expect(wrong).toBe(0);
  });

  it('has a history in which everything follows what it came from', async () => {
    await seed(2000);
    expect(await count('select count(*) n from orders where created_at > confirmed_at')).toBe(0);
    expect(
      await count(`select count(*) n from tickets t join orders o on o.id = t.order_id
        where t.created_at < o.confirmed_at`),
    ).toBe(0);
    expect(
      await count(`select count(*) n from entry_scans s join tickets t on t.id = s.ticket_id
        where s.scanned_at < t.created_at`),
    ).toBe(0);
  });

  it('sells over weeks, in the order of its rows and of its references', async () => {
    await seed();
    const next = 'from orders a join orders b on b.event_id = a.event_id and b.id = a.id + 1';
    expect(await count(`select count(*) n ${next} where b.created_at < a.created_at`)).toBe(0);
    expect(await count(`select count(*) n ${next} where ${timeOf('b.')} < ${timeOf('a.')}`)).toBe(
      0,
    );
    expect(await count(`select count(distinct ${timeOf('')}) n from orders`)).toBeGreaterThan(10);
  });

  it('admits nobody twice, and nobody at an entry point of another event', async () => {
    await seed();
    expect(
      await count(`select count(*) n from (select 1 from entry_scans where result = 'allowed'
        group by ticket_id having count(*) > 1)`),
    ).toBe(0);
    expect(
      await count(`select count(*) n from entry_scans s join locations l on l.id = s.location_id
        where l.event_id <> s.event_id`),
    ).toBe(0);
    expect(await count(`select count(*) n from entry_scans where scanned_at > ${now}`)).toBe(0);
  });

  it('can be scanned at once, and again days later after a restart', async () => {
    const credentials = await seed();
    const gala = credentials.events[0];
    expect(gala?.slug).toBe('winter-gala');
    expect((await scanOneOf(gala?.reference ?? '')).verdict.allowed).toBe(true);
    now = addMicros(now, 9 * MICROS_PER_DAY);
    expect(await seed()).toEqual(credentials);
    const event = await database.read((tx) =>
      tx.db
        .selectFrom('events')
        .selectAll()
        .where('slug', '=', 'winter-gala')
        .executeTakeFirstOrThrow(),
    );
    expect(event.starts_at).toBeLessThan(now);
    expect(event.ends_at).toBeGreaterThan(now);
    const today = await count(
      `select count(*) n from sessions where starts_at < ${now} and ends_at > ${now}`,
    );
    expect(today).toBe(1);
    expect((await scanOneOf(gala?.reference ?? '')).verdict.allowed).toBe(true);
  });

  it('is the same every time except for references, credentials and times', async () => {
    await seed();
    const elsewhere = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'));
    const other = await openDatabase({ dataDir: elsewhere });
    await seedDemo(other, { dataDir: elsewhere, tickets: 400 });
    expect(await namesOf(other)).toEqual(await namesOf(database));
    await other.close();
    rmSync(elsewhere, { recursive: true });
  });

  it('keeps its credentials where only their owner reads them', async () => {
    const credentials = await seed(10);
    const file = join(dataDir, 'demo.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(credentials);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is filled again when only its file was left behind', async () => {
    const first = await seed(10);
    await database.close();
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(dataDir, `server.db${suffix}`), { force: true });
    database = await openDatabase({ dataDir, clock: () => now });
    const second = await seed(10);
    expect(second.organiser).not.toBe(first.organiser);
    expect(await count('select count(*) n from tickets')).toBe(10);
  });

  it("leaves somebody else's database as it is", async () => {
    await database.write((tx) => createOrganiser(tx, { name: 'Real', plan: 'pro', email: null }));
    expect(await seedDemo(database, { dataDir, tickets: 10 })).toBeNull();
    expect(await count('select count(*) n from tickets')).toBe(0);
    expect(await count('select count(*) n from accounts')).toBe(0);
  });
});

it('offers a code for each thing that a door says, and the door says it', async () => {
  const credentials = await seed();
  const door = await database.write((tx) => readDemoDoor(tx, credentials));
  if (door === null) throw new Error('expected an event that is on');
  expect(door.entry_point.name).toBe('North Gate');
  expect(door.codes.map(({ reason }) => reason)).toEqual([
    'scanning.allowed',
    'scanning.already_scanned',
    'scanning.wrong_entry_point',
    expect.stringMatching(/^scanning\.ticket_(cancelled|refunded)$/),
    'unknown_ticket',
  ]);
  for (const { code, reason, says } of door.codes) {
    const scanned = checkInAt(door.entry_point.reference, code);
    if (reason === 'unknown_ticket') await expect(scanned).rejects.toThrow(`no ticket ${code}`);
    else expect(await scanned).toMatchObject({ reason, message: says });
  }
  const after = await database.write((tx) => readDemoDoor(tx, credentials));
  expect(after?.codes[0]?.code).not.toBe(door.codes[0]?.code);
});

function checkInAt(scanner_location: string, ticket: string) {
  return database.write(async (tx) => {
    const { organiser_id, id } = await tx.db
      .selectFrom('clients')
      .select(['organiser_id', 'id'])
      .limit(1)
      .executeTakeFirstOrThrow();
    const client = { organiserId: organiser_id, clientRowId: id, allEvents: true };
    const input = { ticket, scanner_location, session: null, locale: 'en' } as const;
    return (await checkInTicket(tx, client, input)).verdict;
  });
}
