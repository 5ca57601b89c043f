import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  rowOf,
  type BenchOptions,
  type BenchPart,
  type BenchRow,
  type Goal,
} from './bench-part.ts';
import { openBareInsert } from './bare-insert.ts';
import { openBenchDoor, type BenchDoor } from './bench-door.ts';
import { evictFile } from './evict-file.ts';
import { soldCodeAt } from './bench-replica.ts';
import { guestAt } from './search.ts';
import { quantile } from './statistics.ts';
import { sampleOf, timeWork, type Timed } from './timed.ts';

const DEFAULT_TICKETS = 1_000_000;
const SCANS = 1_000;
const QUICK_SCANS = 250;
/** Soon the pages above the rows are in memory again. */
const COLD_SCANS = 20;
const MOST_MORE_MICROS = 60;

/** A scan: code → facts → verdict → durable journal row, beside reading the ticket's row by its key and inserting a row durably. */
export const scanPart: BenchPart = {
  name: 'scan',
  summary: 'a scan, from the code to the durable verdict, beside one row read and one inserted',
  run: async (options) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    try {
      return await measure(directory, { ...options, size: options.size ?? DEFAULT_TICKETS });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

async function measure(
  directory: string,
  { repetitions, size, quick }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  const scans = quick ? QUICK_SCANS : SCANS;
  // Every scan is of another ticket.
  const tickets = Math.max(size, 2 * (repetitions + 1) * (scans + COLD_SCANS));
  const door = await openBenchDoor(directory, tickets, (index) => ({
    ...guestAt(index),
    sold_code: soldCodeAt(index),
  }));
  const replica = join(directory, 'replica.db');
  door.scan(door.nextCode());
  const floor = openFloor(directory, lastRowBytes(join(directory, 'journal.db')));
  const alternate = (count: number): Repetition => {
    const run: Repetition = { scan: [], sold: [], floor: [] };
    for (let scan = 0; scan < count; scan += 1) {
      run.scan.push(timeScan(door));
      const soldCode = door.nextSoldCode();
      run.sold.push(timeWork(() => door.scan(soldCode)));
      // Another ticket, so that neither finds pages that the other has read.
      const ticket = door.anyTicket();
      run.floor.push(timeWork(() => floor.readAndInsert(ticket)));
    }
    return run;
  };
  try {
    alternate(scans);
    const warm = Array.from({ length: repetitions }, () => alternate(scans));
    const cold = warm.map(() => {
      evictFile(replica);
      return alternate(COLD_SCANS);
    });
    const what = `scan, replica of ${tickets.toLocaleString('en')} tickets, any ticket`;
    const sold = `${what}, by its code as sold elsewhere`;
    const beyond = { of: 'more cpu', most: MOST_MORE_MICROS } as const;
    return [
      row(`${what}, p50`, warm, 0.5, [{ of: 'ratio', most: 1.3 }, beyond]),
      row(`${what}, p99`, warm, 0.99, [{ of: 'ratio', most: 1.5 }]),
      row(`${sold}, p50`, warm, 0.5, [{ of: 'ratio', most: 1.1 }], 'sold'),
      row(`${sold}, p99`, warm, 0.99, [], 'sold'),
      row(`the same, ${COLD_SCANS} after the replica has left the memory, p50`, cold, 0.5, []),
    ];
  } finally {
    floor.close();
    await door.close();
  }
}

/** The scan of a ticket that was not scanned before. */
export function timeScan(door: BenchDoor): Timed {
  const code = door.nextCode();
  return timeWork(() => door.scan(code));
}

interface Repetition {
  readonly scan: Timed[];
  /** By the code as sold elsewhere. */
  readonly sold: Timed[];
  readonly floor: Timed[];
}

function openFloor(directory: string, rowBytes: number) {
  const replica = new Database(join(directory, 'replica.db'), { readonly: true });
  const find = replica.prepare<[string]>('SELECT * FROM tickets WHERE reference = ?');
  const bare = openBareInsert(join(directory, 'bare.db'), rowBytes);
  return {
    readAndInsert: (ticket: string) => {
      if (find.get(ticket) === undefined) throw new Error(`expected a ticket ${ticket}`);
      bare.insert();
    },
    close: () => {
      replica.close();
      bare.close();
    },
  };
}

/** What the values of the journal's last row take, without SQLite's own. */
function lastRowBytes(path: string): number {
  const journal = new Database(path, { readonly: true });
  try {
    const values = journal
      .prepare<[], unknown[]>('SELECT * FROM entries ORDER BY sequence DESC LIMIT 1')
      .raw()
      .get();
    return (values ?? []).reduce<number>((sum, value) => sum + bytes(value), 0);
  } finally {
    journal.close();
  }
}

function bytes(value: unknown): number {
  return typeof value === 'string' ? Buffer.byteLength(value) : 8;
}

const floorOf = {
  scan: ['floor', 'row by key + durable insert (WAL, FULL)'],
  sold: ['scan', 'the same by its reference'],
} as const;

function row(
  what: string,
  runs: readonly Repetition[],
  q: number,
  goals: readonly Goal[],
  of: keyof typeof floorOf = 'scan',
): BenchRow {
  const [floor, name] = floorOf[of];
  return rowOf({
    what,
    unit: 'scan',
    measure: 'ms',
    subject: { name: 'scan', samples: samplesOf(runs, of, q) },
    baseline: { name, samples: samplesOf(runs, floor, q) },
    goals,
    headline: of === 'scan' && q === 0.5 && goals.length > 0,
  });
}

function samplesOf(runs: readonly Repetition[], of: keyof Repetition, q: number) {
  return runs.map((run) => sampleOf(run[of], (times) => quantile(times, q)));
}
