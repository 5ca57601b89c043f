import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase } from '../../src-server/database/copy-database.ts';
import type { Database } from '../../src-server/database/database.ts';
import { seedDemo } from '../../src-server/demo/seed-demo.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import { look } from '../../src-server/operations/definition/perform.ts';
import { orderList } from '../../src-server/operations/order.ts';
import { contactList } from '../../src-server/operations/contact.ts';
import { scanList } from '../../src-server/operations/scan.ts';
import { ticketList } from '../../src-server/operations/ticket.ts';
import { startPostgres } from '../support/postgres.ts';
import {
  rowOf,
  type BenchOptions,
  type BenchPart,
  type BenchRow,
  type Sample,
} from './bench-part.ts';
import { countCpu } from './measured.ts';
import { meanOf } from './statistics.ts';

const TICKETS = 1_000_000;
const QUICK_TICKETS = 10_000;
/** In a repetition, of each. */
const PAGES = 3;

interface Asked {
  readonly what: string;
  readonly pages: readonly ((database: Database, organiser: string) => Promise<unknown>)[];
}

const asked: readonly Asked[] = [
  {
    what: 'first page',
    pages: [
      (database, organiser) => look(database, orderList, { organiser }),
      (database, organiser) => look(database, ticketList, { organiser }),
      (database, organiser) => look(database, contactList, { organiser }),
      (database, organiser) => look(database, scanList, { organiser }),
    ],
  },
  {
    what: 'search for a word, two words, a letter, a reference',
    pages: ['anna', 'anna m', 'an be', 'a', 'tkt_01k0000'].flatMap((search) => [
      (database: Database, organiser: string) => look(database, orderList, { organiser, search }),
      (database: Database, organiser: string) => look(database, ticketList, { organiser, search }),
      (database: Database, organiser: string) => look(database, contactList, { organiser, search }),
      (database: Database, organiser: string) => look(database, scanList, { organiser, search }),
    ]),
  },
  {
    what: 'filter',
    pages: [
      (database, organiser) => look(database, orderList, { organiser, status: 'refunded' }),
      (database, organiser) => look(database, ticketList, { organiser, status: 'refunded' }),
      (database, organiser) => look(database, ticketList, { organiser, checked_in: true }),
      (database, organiser) => look(database, scanList, { organiser, result: 'denied' }),
    ],
  },
  {
    what: 'sort',
    pages: [
      (database, organiser) => look(database, orderList, { organiser, sort: '-amount' }),
      (database, organiser) => look(database, ticketList, { organiser, sort: 'holder' }),
      (database, organiser) => look(database, ticketList, { organiser, sort: 'seat' }),
      (database, organiser) => look(database, contactList, { organiser, sort: 'name' }),
    ],
  },
];

/** Pages of the console's lists, on both engines. */
export const listsPart: BenchPart = {
  name: 'lists',
  summary:
    "the console's lists with 1M tickets: first page, search, filter and sort, on SQLite and PostgreSQL",
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    try {
      return await measure(folder, options);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(folder: string, options: BenchOptions): Promise<readonly BenchRow[]> {
  const tickets = options.size ?? (options.quick ? QUICK_TICKETS : TICKETS);
  await using sqlite = await openDatabase({ dataDir: folder });
  const demo = await seedDemo(sqlite, { dataDir: folder, tickets });
  if (demo === null) throw new Error('expected an empty database');
  const { organiser } = demo;
  const rows = await measureOn(
    `SQLite, ${tickets.toLocaleString('en')} tickets`,
    { database: sqlite, organiser },
    options,
  );
  await using server = await startPostgres();
  await using postgres = await openDatabase({
    dataDir: folder,
    databaseUrl: await server.createDatabase(),
  });
  await copyDatabase(sqlite, postgres);
  const others = await measureOn(
    `PostgreSQL, ${tickets.toLocaleString('en')} tickets`,
    { database: postgres, organiser },
    options,
  );
  return [...rows, ...others];
}

async function measureOn(
  where: string,
  { database, organiser }: { readonly database: Database; readonly organiser: string },
  { repetitions }: BenchOptions,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { what, pages } of asked) {
    const subject: Sample[] = [];
    const baseline: Sample[] = [];
    for (let repetition = 0; repetition <= repetitions; repetition += 1) {
      const floor = await slowest([() => readFifty(database)]);
      const taken = await slowest(pages.map((page) => () => page(database, organiser)));
      // The first is to fill the caches.
      if (repetition === 0) continue;
      baseline.push(floor);
      subject.push(taken);
    }
    rows.push(
      rowOf({
        what: `console lists, ${where}: ${what}, the slowest of ${pages.length} pages`,
        unit: 'page',
        measure: 'ms',
        subject: { name: 'Gatehouse', samples: subject },
        baseline: { name: 'fifty tickets by their keys', samples: baseline },
        goals: [{ of: 'wall', most: 200 }],
      }),
    );
  }
  return rows;
}

/** The slowest of some pages, each by its mean. */
async function slowest(pages: readonly (() => Promise<unknown>)[]): Promise<Sample> {
  let most: Sample = { wall: 0, cpuMicros: 0 };
  for (const page of pages) {
    const cpuMicros = countCpu();
    const times: number[] = [];
    for (let count = 0; count < PAGES; count += 1) {
      const begun = performance.now();
      await page();
      times.push(performance.now() - begun);
    }
    const wall = meanOf(times);
    if (wall > most.wall) most = { wall, cpuMicros: cpuMicros() / PAGES };
  }
  return most;
}

function readFifty(database: Database): Promise<unknown> {
  const ids = Array.from({ length: 50 }, (_, index) => index * 97 + 1);
  return database.read((tx) =>
    tx.db.selectFrom('tickets').selectAll().where('id', 'in', ids).execute(),
  );
}
