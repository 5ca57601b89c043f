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
  type Sample,
} from './bench-part.ts';
import { openBareInsert } from './bare-insert.ts';
import { openBenchDoor } from './bench-door.ts';
import { evictFile } from './evict-file.ts';
import { countCpu } from './measured.ts';
import { quantile } from './statistics.ts';

const DEFAULT_TICKETS = 1_000_000;
const SCANS = 1_000;
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
  { repetitions, size }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  // Every scan is of another ticket.
  const tickets = Math.max(size, (repetitions + 1) * (SCANS + COLD_SCANS));
  const door = await openBenchDoor(directory, tickets);
  const replica = join(directory, 'replica.db');
  door.scan(door.nextCode());
  const floor = openFloor(directory, lastRowBytes(join(directory, 'journal.db')));
  const alternate = (scans: number): Repetition => {
    const run: Repetition = { scan: [], floor: [] };
    for (let scan = 0; scan < scans; scan += 1) {
      const code = door.nextCode();
      run.scan.push(taken(() => door.scan(code)));
      // Another ticket, so that neither finds pages that the other has read.
      const ticket = door.anyTicket();
      run.floor.push(taken(() => floor.readAndInsert(ticket)));
    }
    return run;
  };
  try {
    alternate(SCANS);
    const warm = Array.from({ length: repetitions }, () => alternate(SCANS));
    const cold = warm.map(() => {
      evictFile(replica);
      return alternate(COLD_SCANS);
    });
    const what = `scan, replica of ${tickets.toLocaleString('en')} tickets, any ticket`;
    const beyond = { of: 'more cpu', most: MOST_MORE_MICROS } as const;
    return [
      row(`${what}, p50`, warm, 0.5, [{ of: 'ratio', most: 1.3 }, beyond]),
      row(`${what}, p99`, warm, 0.99, [{ of: 'ratio', most: 1.5 }]),
      row(`the same, ${COLD_SCANS} after the replica has left the memory, p50`, cold, 0.5, []),
    ];
  } finally {
    floor.close();
    await door.close();
  }
}

interface Taken {
  readonly ms: number;
  readonly cpuMicros: number;
}

interface Repetition {
  readonly scan: Taken[];
  readonly floor: Taken[];
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

function row(
  what: string,
  runs: readonly Repetition[],
  q: number,
  goals: readonly Goal[],
): BenchRow {
  const sampled = (of: keyof Repetition) => runs.map((run) => sampleOf(run[of], q));
  return rowOf({
    what,
    unit: 'scan',
    measure: 'ms',
    subject: { name: 'scan', samples: sampled('scan') },
    baseline: { name: 'row by key + durable insert (WAL, FULL)', samples: sampled('floor') },
    goals,
  });
}

/** The quantile of the times, and the mean of the processor times. */
function sampleOf(all: readonly Taken[], q: number): Sample {
  const cpuMicros = all.reduce((sum, each) => sum + each.cpuMicros, 0) / all.length;
  const wall = quantile(
    all.map(({ ms }) => ms),
    q,
  );
  return { wall, cpuMicros };
}

function taken(work: () => void): Taken {
  const cpuMicros = countCpu();
  const begun = performance.now();
  work();
  return { ms: performance.now() - begun, cpuMicros: cpuMicros() };
}
