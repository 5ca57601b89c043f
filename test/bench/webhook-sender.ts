import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { lineReader } from '../support/line-reader.ts';
import { GATEHOUSE_OPTIONS } from '../support/node-options.ts';
import { quantile } from './statistics.ts';
import type { Receivers } from './webhook-receivers.ts';

const Due = Type.Object({ dueMs: Type.Array(Type.Number()) });
const Cpu = Type.Object({ cpuMs: Type.Number() });

/** Outcomes are recorded after the receiver has answered. */
const RECORDED_WITHIN_MS = 150;

export interface Sending {
  readonly events: number;
  /** Between two of them; 0 for all at once. */
  readonly everyMs: number;
}

/** Deliveries to all receivers of one measurement. */
export interface Delivered {
  /** From the first event until everything had arrived. */
  readonly perSecond: number;
  /** From when an event was due to its arrival at each receiver, 99th percentile. */
  readonly p99Ms: number;
  /** Processor time of the sender alone, outcomes recorded. */
  readonly cpuMicros: number;
}

export interface WebhookSender {
  readonly deliver: (receivers: Receivers, sending: Sending) => Promise<Delivered>;
  readonly close: () => Promise<void>;
}

/** Our outbox, the textbook's, or bare posts by undici; in a process and a folder of its own. */
export async function openSender(
  subject: 'gatehouse' | 'textbook' | 'posts',
  urls: readonly string[],
): Promise<WebhookSender> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const program = join(import.meta.dirname, 'programs', 'send-webhooks.ts');
  const child = spawn(process.execPath, [...GATEHOUSE_OPTIONS, program, subject, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', BENCH_URLS: JSON.stringify(urls) },
  });
  const ended = once(child, 'close');
  const lines = lineReader(child.stdout);
  await lines.next();
  const ask = async (line: string): Promise<unknown> => {
    child.stdin.write(`${line}\n`);
    return JSON.parse(await lines.next());
  };
  const cpuMs = async () => Value.Parse(Cpu, await ask('cpu')).cpuMs;
  return {
    deliver: async (receivers, { events, everyMs }) => {
      const count = events * receivers.urls.length;
      const arriving = receivers.expect(count);
      const before = await cpuMs();
      const { dueMs } = Value.Parse(Due, await ask(`send ${events} ${everyMs}`));
      const arrivals = await arriving;
      await sleep(RECORDED_WITHIN_MS);
      const cpu = (await cpuMs()) - before;
      const last = Math.max(...arrivals.map(({ atMs }) => atMs));
      return {
        perSecond: (count / (last - (dueMs[0] ?? Number.NaN))) * 1000,
        p99Ms: quantile(
          arrivals.map(({ number, atMs }) => atMs - (dueMs[number] ?? Number.NaN)),
          0.99,
        ),
        cpuMicros: (cpu * 1000) / count,
      };
    },
    close: async () => {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
