import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { rowOf, type BenchOptions, type BenchRow, type Sampled } from './bench-part.ts';
import { rotated } from './rotated.ts';
import { openReceivers, type Receivers } from './webhook-receivers.ts';
import { openSender, type Delivered, type Sending } from './webhook-sender.ts';

const DEAD = 100;
const OFFERED = { events: 100, everyMs: 50 };
const QUICKLY_OFFERED = { events: 8, everyMs: 50 };

const NOT_YET: Delivered = { perSecond: Number.NaN, p99Ms: Number.NaN, cpuMicros: Number.NaN };

interface Run {
  readonly beside: Delivered;
  readonly alone: Delivered;
}

/** From an event to a live endpoint with dead neighbours, beside the same load without them. Every measurement has a new outbox. */
export async function measureNeighbours({ repetitions, quick }: BenchOptions): Promise<BenchRow> {
  const offered = quick ? QUICKLY_OFFERED : OFFERED;
  const live = await openReceivers(1);
  const runs: Run[] = [];
  try {
    const first = quick ? 0 : -1;
    for (let repetition = first; repetition < repetitions; repetition += 1) {
      const run = await measureOnce(live, offered, repetition);
      // The first round warms up the receivers and the files; a quick run has none.
      if (repetition >= 0) runs.push(run);
    }
  } finally {
    await live.close();
  }
  return neighboursRow(runs);
}

async function measureOnce(live: Receivers, offered: Sending, repetition: number): Promise<Run> {
  const dead = await openDeadEndpoints();
  const [alone, beside] = await Promise.all([
    openSender('gatehouse', live.urls),
    openSender('gatehouse', [...dead.urls, ...live.urls]),
  ]);
  const run = { alone: NOT_YET, beside: NOT_YET };
  // Each ends before the next begins: what has failed is tried again for as long as its sender is open.
  const measures = [
    async () => {
      run.alone = await alone.deliver(live, offered);
      await alone.close();
    },
    async () => {
      run.beside = await beside.deliver(live, offered);
      // Before the sender, which would wait for what hangs.
      dead.close();
      await beside.close();
    },
  ];
  for (const measure of rotated(measures, repetition + 1)) await measure();
  return run;
}

interface DeadEndpoints {
  readonly urls: readonly string[];
  /** From then on all refuse. */
  readonly close: () => void;
}

/** Half of them take the request and never answer; the others refuse the connection. */
async function openDeadEndpoints(): Promise<DeadEndpoints> {
  const sockets: Socket[] = [];
  const hanging = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  const refusing = createServer();
  const ports = [await listen(hanging), await listen(refusing)];
  refusing.close();
  return {
    urls: Array.from(
      { length: DEAD },
      (_, index) => `http://127.0.0.1:${ports[index % 2]}/${index}`,
    ),
    close: () => {
      hanging.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function neighboursRow(runs: readonly Run[]): BenchRow {
  // Between two events nothing is done, so processor time would say nothing of one.
  const sampled = (name: string, of: keyof Run): Sampled => ({
    name,
    samples: runs.map(({ [of]: { p99Ms } }) => ({ wall: p99Ms, cpuMicros: null })),
  });
  return rowOf({
    what: `webhooks: event → arrival, one live endpoint beside ${DEAD} dead ones, p99`,
    unit: 'event',
    measure: 'ms',
    subject: sampled('beside the dead ones', 'beside'),
    baseline: sampled('the same events without them', 'alone'),
    goals: [{ of: 'wall', most: 250 }],
  });
}
