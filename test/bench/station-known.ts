import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { WebSocketServer } from 'ws';
import { serve } from '../support/e2e/serve.ts';
import { lineReader } from '../support/line-reader.ts';
import { furnishEvent } from '../support/station/furnish-event.ts';
import { rowOf, type BenchOptions, type BenchRow, type Sample } from './bench-part.ts';
import { countCpu } from './measured.ts';
import { cpuMicrosOf } from './start-process.ts';
import { quantile } from './statistics.ts';
import { nowMs } from './webhook-receivers.ts';

const OTHERS = 20;
const QUICK_OTHERS = 5;
const STATIONS_PER_PROCESS = 10;
const SCANS = 10;
const QUICK_SCANS = 1;
/** Longer than a station gathers scans before it sends them. */
const BETWEEN_SCANS_MS = 1_500;
const KNOWN_WITHIN_MS = 250;

const Times = Type.Object({
  atMs: Type.Union([Type.Number(), Type.Array(Type.Number())]),
});

interface Repetition {
  readonly known: Sample;
  readonly message: Sample;
}

/** From the verdict at one station to the replicas of others, in processes of their own, beside one WebSocket message. */
export async function measureKnown(
  directory: string,
  { repetitions, quick }: BenchOptions,
): Promise<BenchRow> {
  const scans = quick ? QUICK_SCANS : SCANS;
  const others = quick ? QUICK_OTHERS : OTHERS;
  await using followers = await openFollowers(join(directory, 'known'), {
    others,
    scans: scans * (repetitions + 1),
  });
  await using echo = await openEcho();
  const runs: Repetition[] = [];
  for (let repetition = 0; repetition <= repetitions; repetition += 1) {
    const known = await followers.scan(scans);
    const message = await echo.sendAll(scans);
    // The first round warms up.
    if (repetition > 0) runs.push({ known, message });
  }
  return knownRow(others, runs);
}

export interface Followers extends AsyncDisposable {
  /** So many tickets, one after the other: until the others know of a scan, the 99th of a hundred, and the server's processor time for it. */
  readonly scan: (count: number) => Promise<Sample>;
}

/** A station that scans, others that follow it, and their server. */
export async function openFollowers(
  data: string,
  { others, scans }: { readonly others: number; readonly scans: number },
): Promise<Followers> {
  mkdirSync(join(data, 'server'), { recursive: true, mode: 0o700 });
  const clients = Array.from({ length: others + 1 }, (_, index) => `Gate ${index}`);
  const venue = await furnishEvent({ dataDir: join(data, 'server') }, { tickets: scans, clients });
  await using opening = new AsyncDisposableStack();
  const server = await serve(join(data, 'server'), ['--port', '0']);
  opening.defer(() => server.kill());
  const groups = [venue.clients.slice(0, 1)];
  for (let first = 1; first < venue.clients.length; first += STATIONS_PER_PROCESS) {
    groups.push(venue.clients.slice(first, first + STATIONS_PER_PROCESS));
  }
  const programs: Program[] = [];
  for (const [index, group] of groups.entries()) {
    const args = [server.ready.auth_url, join(data, `process-${index}`)];
    const env = { BENCH_CLIENTS: JSON.stringify(group) };
    const program = await openProgram('follow-scans.ts', args, env);
    opening.defer(program.close);
    programs.push(program);
  }
  const opened = opening.move();
  let scanned = 0;
  return {
    scan: async (count) => {
      const before = await cpuMicrosOf(server.pid);
      const delays = await scanAll(programs, venue.tickets.slice(scanned, scanned + count));
      scanned += count;
      const after = await cpuMicrosOf(server.pid);
      const cpuMicros = before === null || after === null ? null : (after - before) / count;
      return { wall: quantile(delays, 0.99), cpuMicros };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type Program = Awaited<ReturnType<typeof openProgram>>;

/** The first program scans, and the others hear of it: milliseconds from the verdict to each of them. */
async function scanAll(
  [door, ...others]: readonly Program[],
  tickets: readonly string[],
): Promise<readonly number[]> {
  if (door === undefined) throw new Error('expected a door');
  const delays: number[] = [];
  for (const ticket of tickets) {
    const knowing = others.map((program) => program.ask(`await ${ticket}`));
    const [shown = Number.NaN] = await door.ask(`scan ${ticket}`);
    const times = await Promise.all(knowing);
    delays.push(...times.flat().map((atMs) => atMs - shown));
    await sleep(BETWEEN_SCANS_MS);
  }
  return delays;
}

async function openProgram(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'programs', script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'close');
  const lines = lineReader(child.stdout);
  await lines.next();
  const next = async (): Promise<readonly number[]> => {
    const said: unknown = JSON.parse(await lines.next());
    return [Value.Parse(Times, said).atMs].flat();
  };
  return {
    next,
    ask: (line: string) => {
      child.stdin.write(`${line}\n`);
      return next();
    },
    close: async () => {
      child.stdin.end();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function openEcho() {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  const address = sockets.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const program = await openProgram('echo-message.ts', [`ws://127.0.0.1:${port}`]);
  return {
    sendAll: async (count: number): Promise<Sample> => {
      const cpuMicros = countCpu();
      const delays: number[] = [];
      for (let message = 0; message < count; message += 1) {
        const sent = nowMs();
        for (const socket of sockets.clients) socket.send('x'.repeat(400));
        const [came = Number.NaN] = await program.next();
        delays.push(came - sent);
      }
      return { wall: quantile(delays, 0.99), cpuMicros: cpuMicros() / count };
    },
    [Symbol.asyncDispose]: async () => {
      await program.close();
      sockets.close();
    },
  };
}

function knownRow(others: number, runs: readonly Repetition[]): BenchRow {
  return rowOf({
    what: `verdict at one station → known at ${others} others, scans ${BETWEEN_SCANS_MS / 1000} s apart, p99`,
    unit: 'scan',
    measure: 'ms',
    subject: {
      name: `server and ${others + 1} stations (processor: the server)`,
      samples: runs.map(({ known }) => known),
    },
    baseline: {
      name: 'one WebSocket message (processor: its sender)',
      samples: runs.map(({ message }) => message),
    },
    goals: [{ of: 'wall', most: KNOWN_WITHIN_MS }],
  });
}
