import {
  rowOf,
  type BenchOptions,
  type BenchPart,
  type BenchRow,
  type Sampled,
} from './bench-part.ts';
import { measureNeighbours } from './webhook-neighbours.ts';
import { rotated } from './rotated.ts';
import { CONNECTIONS } from './webhook-outbox.ts';
import { openReceivers } from './webhook-receivers.ts';
import { openSender, type Delivered } from './webhook-sender.ts';

const ENDPOINTS = 100;
const AT_ONCE = { events: 30, everyMs: 0 };
const QUICKLY_AT_ONCE = { events: 3, everyMs: 0 };
/** 10 events a second to 100 endpoints: 1,000 deliveries a second. */
const OFFERED = { events: 30, everyMs: 100 };
const QUICKLY_OFFERED = { events: 3, everyMs: 100 };
const WITHIN_MS = 1_000;

/** Event → first attempt at 100 endpoints, beside bare posts by undici and the outbox of the textbook. */
export const webhooksPart: BenchPart = {
  name: 'webhooks',
  summary:
    'from an event to its first delivery: 100 endpoints beside bare posts and a textbook outbox, one beside 100 dead ones',
  run: async (options) => [...(await measureOutboxes(options)), await measureNeighbours(options)],
};

const NAMES = {
  gatehouse: 'deliveries',
  posts: `bare undici posts of the same bodies, ${CONNECTIONS} connections per endpoint`,
  textbook: 'a textbook outbox: Kysely, better-sqlite3, fetch, 50 at once',
} as const;
const SUBJECTS = ['gatehouse', 'posts', 'textbook'] as const;
type Subject = (typeof SUBJECTS)[number];

/** What each of the subjects did, repetition by repetition. */
type Runs = Readonly<Record<Subject, readonly Delivered[]>>;

async function measureOutboxes({ repetitions, quick }: BenchOptions): Promise<readonly BenchRow[]> {
  await using opened = new AsyncDisposableStack();
  const receivers = await openReceivers(ENDPOINTS);
  opened.defer(receivers.close);
  const [gatehouse, posts, textbook] = await Promise.all([
    openSender('gatehouse', receivers.urls),
    openSender('posts', receivers.urls),
    openSender('textbook', receivers.urls),
  ]);
  const senders = { gatehouse, posts, textbook };
  for (const subject of SUBJECTS) opened.defer(senders[subject].close);
  const atOnce: Record<Subject, Delivered[]> = { gatehouse: [], posts: [], textbook: [] };
  const offered: Record<Subject, Delivered[]> = { gatehouse: [], posts: [], textbook: [] };
  for (let repetition = -1; repetition < repetitions; repetition += 1) {
    for (const subject of rotated(SUBJECTS, repetition + 1)) {
      const fast = await senders[subject].deliver(receivers, quick ? QUICKLY_AT_ONCE : AT_ONCE);
      // The first round opens connections and warms up.
      if (repetition >= 0) atOnce[subject].push(fast);
      // No row has the textbook at this load; it is only warmed up by it, as the others are.
      if (repetition >= 0 && subject === 'textbook') continue;
      const steady = await senders[subject].deliver(receivers, quick ? QUICKLY_OFFERED : OFFERED);
      if (repetition >= 0) offered[subject].push(steady);
    }
  }
  return [rateRow(atOnce, 'posts', 0.4), rateRow(atOnce, 'textbook', 3), delayRow(offered)];
}

function rateRow(runs: Runs, other: Exclude<Subject, 'gatehouse'>, least: number): BenchRow {
  return rowOf({
    what: `webhooks: event → first attempt, ${ENDPOINTS} endpoints`,
    unit: 'delivery',
    measure: 'per second',
    subject: sampled('gatehouse', runs, 'perSecond'),
    baseline: sampled(other, runs, 'perSecond'),
    goals: [{ of: 'ratio', least }],
  });
}

function delayRow(runs: Runs): BenchRow {
  return rowOf({
    what: 'webhooks: event → first attempt, 1,000/s offered, p99',
    unit: 'delivery',
    measure: 'ms',
    subject: sampled('gatehouse', runs, 'p99Ms'),
    baseline: sampled('posts', runs, 'p99Ms'),
    goals: [{ of: 'wall', most: WITHIN_MS }],
  });
}

function sampled(subject: Subject, runs: Runs, of: 'perSecond' | 'p99Ms'): Sampled {
  const samples = runs[subject].map((run) => ({ wall: run[of], cpuMicros: run.cpuMicros }));
  return { name: NAMES[subject], samples };
}
