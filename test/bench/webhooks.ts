import { Agent, request } from 'undici';
import { renderPayload } from '../../src-server/webhooks/payload.ts';
import { instantFromMillis } from '../../shared/instant.ts';
import { rowOf, type BenchPart, type BenchRow, type Sampled } from './bench-part.ts';
import { delayOf } from './webhook-delay.ts';
import { measureNeighbours } from './webhook-neighbours.ts';
import { openOutbox, type Send } from './webhook-outbox.ts';
import { nowMs, openReceivers, type Receivers } from './webhook-receivers.ts';

const ENDPOINTS = 100;
/** As many at once as the delivery loop comes to for each endpoint. */
const CONNECTIONS = 5;
const EVENTS_AT_ONCE = 30;
/** 10 events a second to 100 endpoints: 1,000 deliveries a second. */
const OFFERED = { perSecond: 10, seconds: 3 };

/** Enqueue → first attempt at 100 endpoints, beside bare posts by undici at the same concurrency. */
export const webhooksPart: BenchPart = {
  name: 'webhooks',
  summary:
    'from an event to its first delivery: 100 endpoints beside bare posts, one beside 100 dead ones',
  run: async ({ repetitions }) => [
    ...(await measureBesidePosts(repetitions)),
    await measureNeighbours(repetitions),
  ],
};

async function measureBesidePosts(repetitions: number): Promise<readonly BenchRow[]> {
  const receivers = await openReceivers(ENDPOINTS);
  const outbox = await openOutbox(receivers.urls);
  const agent = new Agent({ pipelining: 1, connections: CONNECTIONS });
  try {
    return await measure(repetitions, {
      outbox: outbox.send,
      bare: barePosts(agent, receivers),
      receivers,
    });
  } finally {
    await agent.close();
    await outbox.close();
    await receivers.close();
  }
}

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
      outbox: await delayOf(outbox, receivers, OFFERED),
      bare: await delayOf(bare, receivers, OFFERED),
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

interface Run {
  readonly outbox: number;
  readonly bare: number;
}

function sampled(name: string, runs: readonly Run[], of: keyof Run): Sampled {
  return { name, samples: runs.map((run) => ({ wall: run[of], cpuMicros: null })) };
}

function rateRow(runs: readonly Run[]): BenchRow {
  return rowOf({
    what: `webhooks: event → first attempt, ${ENDPOINTS} endpoints`,
    unit: 'delivery',
    measure: 'per second',
    subject: sampled('deliveries', runs, 'outbox'),
    baseline: sampled(
      `bare undici posts of the same bodies, ${CONNECTIONS} connections per endpoint`,
      runs,
      'bare',
    ),
    goals: [{ of: 'ratio', least: 0.4 }],
  });
}

function delayRow(runs: readonly Run[]): BenchRow {
  return rowOf({
    what: 'webhooks: event → first attempt, 1,000/s offered, p99',
    unit: 'delivery',
    measure: 'ms',
    subject: sampled('deliveries', runs, 'outbox'),
    baseline: sampled('bare undici posts offered alike', runs, 'bare'),
    goals: [{ of: 'wall', most: 1_000 }],
  });
}

/** What is sent without an outbox: one body to every endpoint. */
function barePosts(dispatcher: Agent, { urls }: Receivers): Send {
  return (amount) => {
    const data = { dispute: null, charge: null, amount, reason: null };
    const body = renderPayload({ name: 'charge.disputed', data }, instantFromMillis(Date.now()));
    const headers = { 'content-type': 'application/json' };
    return Promise.all(
      urls.map(async (url) => {
        const response = await request(url, { method: 'POST', body, headers, dispatcher });
        await response.body.dump();
      }),
    );
  };
}
