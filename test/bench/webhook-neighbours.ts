import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { rowOf, type BenchRow } from './bench-part.ts';
import { delayOf } from './webhook-delay.ts';
import { openOutbox } from './webhook-outbox.ts';
import { openReceivers, type Receivers } from './webhook-receivers.ts';

const DEAD = 100;
const OFFERED = { perSecond: 20, seconds: 5 };

/** From an event to a live endpoint with dead neighbours, beside the same load without them. Every measurement has a new outbox. */
export async function measureNeighbours(repetitions: number): Promise<BenchRow> {
  const live = await openReceivers(1);
  const dead = await openDeadEndpoints();
  const runs: { readonly beside: number; readonly alone: number }[] = [];
  try {
    for (let repetition = -1; repetition < repetitions; repetition += 1) {
      const alone = await delayWith([], live);
      const beside = await delayWith(dead.urls, live);
      // The first round warms up.
      if (repetition >= 0) runs.push({ beside, alone });
    }
  } finally {
    dead.close();
    await live.close();
  }
  return neighboursRow(runs);
}

async function delayWith(neighbours: readonly string[], live: Receivers): Promise<number> {
  const outbox = await openOutbox([...neighbours, ...live.urls]);
  try {
    return await delayOf(outbox.send, live, OFFERED);
  } finally {
    await outbox.close();
  }
}

/** Half of them take the request and never answer; the others refuse the connection. */
async function openDeadEndpoints(): Promise<{
  readonly urls: readonly string[];
  readonly close: () => void;
}> {
  const hanging = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => undefined);
  });
  const refusing = createServer();
  const ports = [await listen(hanging), await listen(refusing)];
  refusing.close();
  return {
    urls: Array.from(
      { length: DEAD },
      (_, index) => `http://127.0.0.1:${ports[index % 2]}/${index}`,
    ),
    close: () => void hanging.close(),
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function neighboursRow(
  runs: readonly { readonly beside: number; readonly alone: number }[],
): BenchRow {
  const samples = (of: 'beside' | 'alone') =>
    runs.map((run) => ({ wall: run[of], cpuMicros: null }));
  return rowOf({
    what: `webhooks: event → arrival, one live endpoint beside ${DEAD} dead ones, p99`,
    unit: 'event',
    measure: 'ms',
    subject: { name: 'beside the dead ones', samples: samples('beside') },
    baseline: { name: 'the same events without them', samples: samples('alone') },
    goals: [{ of: 'wall', most: 250 }],
  });
}
