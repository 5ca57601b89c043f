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
import { quantile } from './statistics.ts';
import { nowMs } from './webhook-receivers.ts';

const OTHERS = 20;
const QUICK_OTHERS = 3;
const STATIONS_PER_PROCESS = 10;
const SCANS = 10;
const QUICK_SCANS = 1;
/** Longer than a station gathers scans before it sends them: each goes out at once. */
export const QUIET_DOOR_MS = 1_500;
/** More scans a minute than a station may send requests: they wait for company. */
const BUSY_DOOR_MS = 500;
/** Ten seconds in which each scan is still sent at once. */
const BUSY_BEFORE = 20;
/** A little longer than the minute in which requests are counted. */
const BUSY_SCANS = 130;
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
): Promise<readonly BenchRow[]> {
  const scans = quick ? QUICK_SCANS : SCANS;
  const others = quick ? QUICK_OTHERS : OTHERS;
  await using followers = await openFollowers(join(directory, 'known'), {
    others,
    scans: scans * (repetitions + 1) + BUSY_BEFORE + BUSY_SCANS,
  });
  await using echo = await openEcho();
  const quiet: Repetition[] = [];
  for (let repetition = 0; repetition <= repetitions; repetition += 1) {
    const known = sampleOf(await followers.scan(scans, QUIET_DOOR_MS));
    const message = await echo.sendAll(scans);
    // The first round warms up.
    if (repetition > 0) quiet.push({ known, message });
  }
  if (quick) return [knownRow(others, QUIET, quiet)];
  // Once: it takes a minute until the requests of its beginning no longer count.
  await followers.scan(BUSY_BEFORE, BUSY_DOOR_MS);
  const waits = await followers.scan(BUSY_SCANS, BUSY_DOOR_MS);
  const busy: Repetition[] = [];
  const part = Math.ceil(waits.length / repetitions);
  for (let first = 0; first < waits.length; first += part) {
    const message = await echo.sendAll(scans);
    busy.push({ known: sampleOf(waits.slice(first, first + part)), message });
  }
  return [knownRow(others, QUIET, quiet), knownRow(others, BUSY, busy)];
}

export interface Followers extends AsyncDisposable {
  /** Scans so many tickets, one after the other: for each, the milliseconds until each of the others knew of it. */
  readonly scan: (count: number, everyMs: number) => Promise<readonly (readonly number[])[]>;
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
  let dueAt = performance.now();
  return {
    scan: async (count, everyMs) => {
      const tickets = venue.tickets.slice(scanned, scanned + count);
      scanned += count;
      const [door, ...following] = programs;
      if (door === undefined) throw new Error('expected a door');
      const knowing = following.map((program) => program.ask(`await ${tickets.join(' ')}`));
      const shown: number[] = [];
      for (const ticket of tickets) {
        await sleep(Math.max(0, dueAt - performance.now()));
        dueAt = performance.now() + everyMs;
        shown.push(...(await door.ask(`scan ${ticket}`)));
      }
      // Of each station, its times ticket by ticket.
      const known = (await Promise.all(knowing)).flat();
      return shown.map((shownMs, ticket) =>
        known.filter((_, index) => index % count === ticket).map((atMs) => atMs - shownMs),
      );
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The 99th percentile of the waits. Most of the time nothing is done, so processor time would say nothing of a scan. */
function sampleOf(waits: readonly (readonly number[])[]): Sample {
  return { wall: quantile(waits.flat(), 0.99), cpuMicros: null };
}

type Program = Awaited<ReturnType<typeof openProgram>>;

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

const QUIET = `a quiet door: a scan every ${QUIET_DOOR_MS / 1_000} s`;
const BUSY = `a busy door: a scan every ${BUSY_DOOR_MS / 1_000} s`;

function knownRow(others: number, door: string, runs: readonly Repetition[]): BenchRow {
  return rowOf({
    what: `verdict at one station → known at ${others} others, ${door}, p99`,
    unit: 'message',
    measure: 'ms',
    subject: {
      name: `server and ${others + 1} stations`,
      samples: runs.map(({ known }) => known),
    },
    baseline: {
      name: 'one WebSocket message (processor: its sender)',
      samples: runs.map(({ message }) => message),
    },
    goals: [{ of: 'wall', most: KNOWN_WITHIN_MS }],
    headline: door === QUIET,
  });
}
