import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { request } from 'undici';
import type { DatabaseLocation } from '../../src-server/open-database.ts';
import { ADMISSIBLE_TICKETS, type AdmissibleTicket, type BenchApi } from './bench-api.ts';
import type { Sample } from './bench-part.ts';
import { quantile } from './statistics.ts';

const CHECK_INS_AT_REST = 300;
const PAUSE_MS = 20;

/** p99 of check-ins, in milliseconds. */
export interface Doors {
  readonly doors: Sample;
  readonly rest: Sample;
}

/** A check-in at a time with a pause, at rest and then until the work has ended. */
export async function measureDoors(
  api: BenchApi,
  tickets: readonly AdmissibleTicket[],
  work: () => Promise<unknown>,
): Promise<Doors> {
  const requests = api.checkIns(tickets).values();
  const checkIn = async () => {
    await delay(PAUSE_MS);
    const { value } = requests.next();
    if (value === undefined) return null;
    const begun = performance.now();
    const { headers, body, path, method } = value;
    const response = await request(`${api.origin}${path}`, { method, headers, body });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`a check-in got ${response.statusCode}`);
    return performance.now() - begun;
  };
  const rest: number[] = [];
  while (rest.length < CHECK_INS_AT_REST) rest.push((await checkIn()) ?? Number.NaN);
  let hasEnded = false;
  const working = work().finally(() => (hasEnded = true));
  const doors: number[] = [];
  for (;;) {
    const took = hasEnded ? null : await checkIn();
    if (took === null) break;
    doors.push(took);
  }
  await working;
  return {
    doors: { wall: quantile(doors, 0.99), cpuMicros: null },
    rest: { wall: quantile(rest, 0.99), cpuMicros: null },
  };
}

/** Those of the event that would be admitted now. */
export async function admissibleTickets(
  { dataDir, databaseUrl = null }: DatabaseLocation,
  event: string,
): Promise<readonly AdmissibleTicket[]> {
  if (databaseUrl === null) {
    const database = new BetterSqlite(join(dataDir, 'server.db'), { readonly: true });
    try {
      return database.prepare<[string], AdmissibleTicket>(ADMISSIBLE_TICKETS).all(event);
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<AdmissibleTicket>(ADMISSIBLE_TICKETS.replace('?', '$1'), [
      event,
    ]);
    return rows;
  } finally {
    await client.end();
  }
}
