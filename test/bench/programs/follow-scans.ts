// Some stations in one process. Prints `{"ready": true}` when each has the event. Then a line `scan CODE` has the first of them scan, and is
// answered with when the verdict was shown; `await TICKET …` is answered with when each of them knew of each ticket's admission, station by station.
// Times are the milliseconds of the machine's clock that never goes back, the same in every process.
// Usage: node follow-scans.ts URL FOLDER, with the clients as JSON in BENCH_CLIENTS.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { composeStation } from '../../../src-main/composition/compose.ts';
import type { Station } from '../../../src-main/station/station.ts';
import { nowMs } from '../webhook-receivers.ts';

const Clients = Type.Array(Type.Object({ id: Type.String(), secret: Type.String() }));
const WATCHED_EVERY_MS = 2;

const [serverUrl = '', folder = ''] = process.argv.slice(2);
const clients = Value.Parse(Clients, JSON.parse(process.env['BENCH_CLIENTS'] ?? '[]'));
const hold = setInterval(() => undefined, 60_000);

const stations: Station[] = [];
const watches: Database.Statement<[string]>[] = [];
for (const [index, { id: clientId, secret: clientSecret }] of clients.entries()) {
  const dataDir = join(folder, `station-${index}`);
  const enrolment = { server_url: serverUrl, client_id: clientId, client_secret: clientSecret };
  const station = await composeStation({ dataDir, enrolment });
  stations.push(station);
  await live(station);
  const replica = new Database(join(dataDir, 'station', 'replica.db'), { readonly: true });
  watches.push(replica.prepare("SELECT 1 FROM scans WHERE ticket = ? AND result = 'allowed'"));
}
say({ ready: true });

let requests = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [what, ...tickets] = line.split(' ');
  if (what === 'scan') say({ atMs: await scan(tickets[0] ?? '') });
  else say({ atMs: await known(tickets) });
}
for (const station of stations) await station[Symbol.asyncDispose]();
clearInterval(hold);

/** Until the first import is whole, and then the stream is open. */
async function live(station: Station): Promise<void> {
  for (;;) {
    const welcome = station.welcome();
    const state = welcome.kind === 'welcome' ? welcome.state : null;
    if (state?.phase.kind === 'ready' && state.sync.connection.kind === 'live') return;
    await sleep(20);
  }
}

async function scan(code: string): Promise<number> {
  const [station] = stations;
  requests += 1;
  const command = { kind: 'scan', code, symbology: null, source: 'keyboard' } as const;
  await station?.handle({ id: `bench-${process.pid}-${requests}`, command });
  return nowMs();
}

/** They become known in the order in which they were scanned. */
async function known(tickets: readonly string[]): Promise<readonly number[]> {
  const times = watches.map((): number[] => []);
  while (times.some((of) => of.length < tickets.length)) {
    for (const [index, watch] of watches.entries()) {
      const of = times[index] ?? [];
      while (watch.get(tickets[of.length] ?? '') !== undefined) of.push(nowMs());
    }
    await sleep(WATCHED_EVERY_MS);
  }
  return times.flat();
}

function say(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
