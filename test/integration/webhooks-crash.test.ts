import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { systemClock } from '../../src-server/database/clock.ts';
import type { Database } from '../../src-server/database/database.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import { createOrganiser } from '../../src-server/domain/access/organisers.ts';
import { createConsoleSubscription } from '../../src-server/webhooks/management/webhook-subscriptions.ts';
import { readWebhookSettings } from '../../src-server/webhooks/read-webhook-settings.ts';
import { startWebhooks } from '../../src-server/webhooks/start-webhooks.ts';
import { seededRandom } from '../support/station/seeded-random.ts';
import { newTestDatabase } from '../support/test-config.ts';
import { testSeed } from '../support/test-seed.ts';
import { openReceiver } from '../support/webhooks/receiver.ts';
import { UNDONE } from '../support/webhooks/undone.ts';

const ROUNDS = 12;
const script = fileURLToPath(new URL('../support/webhooks/deliver-for-crash.ts', import.meta.url));
const crashSettings = {
  webhookAllow: ['127.0.0.1'],
  webhookSchedule: 'B',
  webhookHeaderPrefix: 'X-Service',
  smtpUrl: null,
  mailFrom: 'test@example.org',
};
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Lets the process run for a moment and kills it; gives the numbers that it said were committed. */
async function runAndKill(words: readonly string[], lifeMs: number): Promise<number[]> {
  const child = spawn(process.execPath, [script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const committed: number[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => committed.push(Number(line)));
  await once(lines, 'line');
  await sleep(lifeMs);
  child.kill('SIGKILL');
  await once(child, 'close');
  return committed;
}

async function pendingCount(database: Database): Promise<number> {
  const rows = await database.read((tx) =>
    tx.db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'pending').execute(),
  );
  return rows.length;
}

it(
  'committed events are delivered at least once, under one id, whenever the process is killed; others never are',
  { tags: ['long'] },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-webhooks-'));
    const endpoint = await openReceiver();
    const databaseUrl = await newTestDatabase();
    const database = await openDatabase({ dataDir, databaseUrl });
    const organiser = await database.write(async (tx) => {
      const { reference } = await createOrganiser(tx, {
        name: 'Kulturhaus',
        plan: 'pro',
        email: null,
      });
      const input = { endpoint: { url: endpoint.url }, events: ['charge.disputed'], event: null };
      await createConsoleSubscription(tx, reference, input);
      return reference;
    });
    const committed = new Set<number>();
    const random = seededRandom(testSeed());
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = (round + 1) * 1_000_000;
      for (const number of await runAndKill(
        [organiser, String(first), dataDir, ...(databaseUrl === null ? [] : [databaseUrl])],
        20 + 380 * random.fraction(),
      ))
        committed.add(number);
    }
    const settings = readWebhookSettings(crashSettings);
    const webhooks = startWebhooks({ database, dataDir, settings, log: quiet, clock: systemClock });
    // What a killed process had claimed is due again when its lease ends.
    await expect.poll(() => pendingCount(database), { timeout: 100_000, interval: 250 }).toBe(0);
    await webhooks.close();

    const idsByAmount = new Map<number, Set<unknown>>();
    const bodiesById = new Map<unknown, Set<string>>();
    for (const { headers, body } of endpoint.requests) {
      const amount: unknown = JSON.parse(body).data.amount;
      const id = headers['x-service-delivery'];
      if (typeof amount !== 'number') throw new TypeError('expected an amount');
      idsByAmount.set(amount, (idsByAmount.get(amount) ?? new Set()).add(id));
      bodiesById.set(id, (bodiesById.get(id) ?? new Set()).add(body));
    }
    expect([...committed].filter((number) => !idsByAmount.has(number))).toEqual([]);
    expect([...idsByAmount.values()].filter((ids) => ids.size !== 1)).toEqual([]);
    expect([...bodiesById.values()].filter((bodies) => bodies.size !== 1)).toEqual([]);
    expect([...idsByAmount.keys()].filter((amount) => amount >= UNDONE)).toEqual([]);
    const rows = await database.read((tx) =>
      tx.db.selectFrom('disputes').select('amount').execute(),
    );
    const happened = new Set(rows.map(({ amount }) => amount));
    expect([...idsByAmount.keys()].filter((amount) => !happened.has(amount))).toEqual([]);
    expect(committed.size).toBeGreaterThan(ROUNDS);

    await database.close();
    await endpoint.close();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
