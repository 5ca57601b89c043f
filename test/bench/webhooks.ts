import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { recordDispute } from '../../src-server/services/disputes.ts';
import { openDatabase, type Database } from '../../src-server/services/database.ts';
import { createOrganiser } from '../../src-server/services/organisers.ts';
import { createConsoleSubscription } from '../../src-server/services/webhook-subscriptions.ts';
import { readWebhookSettings } from '../../src-server/webhooks/read-webhook-settings.ts';
import { startWebhooks } from '../../src-server/webhooks/start-webhooks.ts';
import { writePayload } from '../../src-server/webhooks/write-payload.ts';
import { instantFromMillis } from '../../shared/instant.ts';
import type { BenchPart, BenchRow } from './bench-part.ts';
import { quantile, spreadOf } from './statistics.ts';
import { nowMs, openReceivers, type Receivers } from './webhook-receivers.ts';

const ENDPOINTS = 100;
/** What the dispatcher's slots come to for each endpoint. */
const CONNECTIONS = 5;
const EVENTS_AT_ONCE = 30;
/** 10 events a second to 100 endpoints: 1,000 deliveries a second. */
const OFFERED_EVENTS_PER_SECOND = 10;
const OFFERED_SECONDS = 3;
const settings = readWebhookSettings({
  webhookAllow: ['127.0.0.1'],
  webhookSchedule: 'B',
  webhookHeaderPrefix: 'X-Service',
  smtpUrl: null,
  mailFrom: 'bench@example.org',
});
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** `budgets.md`: enqueue → first attempt at 100 endpoints, beside bare posts by undici at the same concurrency. */
export const webhooksPart: BenchPart = {
  name: 'webhooks',
  summary: 'from an event to its first delivery at 100 endpoints, beside bare undici posts',
  run: async ({ repetitions }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    const receivers = await openReceivers(ENDPOINTS);
    const database = openDatabase({ dataDir });
    const organiser = await subscribe(database, receivers);
    const webhooks = startWebhooks({ database, dataDir, settings, log: quiet });
    const agent = new Agent({ pipelining: 1, connections: CONNECTIONS });
    try {
      return await measure(repetitions, {
        outbox: outboxOf(database, organiser),
        bare: barePosts(agent, receivers),
        receivers,
      });
    } finally {
      await agent.close();
      await webhooks.close();
      await database.close();
      await receivers.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

/** Causes one delivery to every endpoint; the number is in its body. */
type Send = (number: number) => Promise<unknown>;

interface Subjects {
  readonly outbox: Send;
  readonly bare: Send;
  readonly receivers: Receivers;
}

async function measure(repetitions: number, subjects: Subjects): Promise<readonly BenchRow[]> {
  const { outbox, bare, receivers } = subjects;
  const rates: { readonly outbox: number; readonly bare: number }[] = [];
  const delays: { readonly outbox: number; readonly bare: number }[] = [];
  for (let repetition = -1; repetition < repetitions; repetition += 1) {
    const rate = { outbox: await rateOf(outbox, receivers), bare: await rateOf(bare, receivers) };
    const delay = {
      outbox: await delayOf(outbox, receivers),
      bare: await delayOf(bare, receivers),
    };
    // The first round opens connections and warms up.
    if (repetition < 0) continue;
    rates.push(rate);
    delays.push(delay);
  }
  return [rateRow(rates), delayRow(delays)];
}

/** Deliveries a second when everything happens at once. */
async function rateOf(send: Send, receivers: Receivers): Promise<number> {
  const count = EVENTS_AT_ONCE * ENDPOINTS;
  const arriving = receivers.expect(count);
  const begun = nowMs();
  const sending = Array.from({ length: EVENTS_AT_ONCE }, (_, number) => send(number));
  const arrivals = await arriving;
  await Promise.all(sending);
  return (count / (Math.max(...arrivals.map(({ atMs }) => atMs)) - begun)) * 1000;
}

/** Milliseconds from an event to its arrival, the 99th of a hundred, at 1,000 deliveries a second. */
async function delayOf(send: Send, receivers: Receivers): Promise<number> {
  const events = OFFERED_EVENTS_PER_SECOND * OFFERED_SECONDS;
  const arriving = receivers.expect(events * ENDPOINTS);
  const begun: number[] = [];
  const sending: Promise<unknown>[] = [];
  for (let number = 0; number < events; number += 1) {
    begun.push(nowMs());
    sending.push(send(number));
    await sleep(1000 / OFFERED_EVENTS_PER_SECOND);
  }
  const arrivals = await arriving;
  await Promise.all(sending);
  return quantile(
    arrivals.map(({ number, atMs }) => atMs - (begun[number] ?? atMs)),
    0.99,
  );
}

function perSecond(rates: readonly number[]): string {
  return `${Math.round(spreadOf(rates).median)}/s`;
}

function rateRow(runs: readonly { readonly outbox: number; readonly bare: number }[]): BenchRow {
  const ratio = spreadOf(runs.map(({ outbox, bare }) => outbox / bare));
  return {
    what: `webhooks: event → first attempt, ${ENDPOINTS} endpoints`,
    baseline: `bare undici posts of the same bodies, ${CONNECTIONS} connections per endpoint`,
    goal: '≥ 0.5×',
    ratio,
    met: ratio.median >= 0.5,
    figures: {
      deliveries: perSecond(runs.map(({ outbox }) => outbox)),
      posts: perSecond(runs.map(({ bare }) => bare)),
    },
    repetitions: runs.length,
  };
}

function delayRow(runs: readonly { readonly outbox: number; readonly bare: number }[]): BenchRow {
  const p99 = spreadOf(runs.map(({ outbox }) => outbox));
  const bare = spreadOf(runs.map((run) => run.bare));
  return {
    what: 'webhooks: event → first attempt, 1,000/s offered, p99',
    baseline: 'bare undici posts offered alike',
    goal: '< 1 s',
    ratio: spreadOf(runs.map((run) => run.outbox / run.bare)),
    met: p99.median < 1000,
    figures: { deliveries: `${p99.median.toFixed(0)} ms`, posts: `${bare.median.toFixed(0)} ms` },
    repetitions: runs.length,
  };
}

function outboxOf(database: Database, organiser: string): Send {
  return (amount) =>
    database.write((tx) =>
      recordDispute(tx, { organiser, dispute: null, charge: null, amount, reason: null }),
    );
}

/** What is sent without an outbox: one body to every endpoint. */
function barePosts(dispatcher: Agent, { urls }: Receivers): Send {
  return (amount) => {
    const data = { dispute: null, charge: null, amount, reason: null };
    const body = writePayload({ name: 'charge.disputed', data }, instantFromMillis(Date.now()));
    const headers = { 'content-type': 'application/json' };
    return Promise.all(
      urls.map(async (url) => {
        const response = await request(url, { method: 'POST', body, headers, dispatcher });
        await response.body.dump();
      }),
    );
  };
}

async function subscribe(database: Database, { urls }: Receivers): Promise<string> {
  return database.write(async (tx) => {
    const { reference } = await createOrganiser(tx, { name: 'Bench', plan: 'pro', email: null });
    for (const url of urls) {
      const input = { endpoint: { url }, events: ['charge.disputed'], event: null };
      await createConsoleSubscription(tx, reference, input);
    }
    return reference;
  });
}
