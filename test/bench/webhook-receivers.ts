// A thread of its own with many endpoints that answer 204 at once. Tells when each request was received, by the system's clock that
// never goes back, and which number its body carries.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** One request: the number in its body, and when its body had come, in milliseconds. */
export interface Arrival {
  readonly number: number;
  readonly atMs: number;
}

export interface Receivers {
  readonly urls: readonly string[];
  /** Resolves with the next `count` arrivals. To be called before they are caused. */
  readonly expect: (count: number) => Promise<readonly Arrival[]>;
  /** Until `answer` is called, requests are received and not answered. */
  readonly hold: () => void;
  readonly answer: () => void;
  readonly close: () => Promise<void>;
}

/** A number: of the arrivals that are expected. */
type Told = number | 'hold' | 'answer';

/** The same clock in every thread. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export async function openReceivers(count: number): Promise<Receivers> {
  const worker = new Worker(new URL(import.meta.url), { workerData: count });
  const [urls] = await once(worker, 'message');
  const tell = (message: Told) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    worker.postMessage(message);
  };
  return {
    urls,
    expect: async (arrivals) => {
      tell(arrivals);
      const [list] = await once(worker, 'message');
      return list;
    },
    hold: () => tell('hold'),
    answer: () => tell('answer'),
    close: async () => {
      await worker.terminate();
    },
  };
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  let arrivals: Arrival[] = [];
  let expected = Infinity;
  let isHolding = false;
  let held: ServerResponse[] = [];
  port.on('message', (told: Told) => {
    if (typeof told === 'number') expected = told;
    else isHolding = told === 'hold';
    if (isHolding) return;
    for (const response of held) response.writeHead(204).end();
    held = [];
  });
  const arrived = (body: string) => {
    arrivals.push({ number: Number(/"amount":(\d+)/.exec(body)?.[1]), atMs: nowMs() });
    if (arrivals.length < expected) return;
    port.postMessage(arrivals);
    arrivals = [];
    expected = Infinity;
  };
  const servers = Array.from({ length: Number(workerData) }, () =>
    createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        if (isHolding) held.push(response);
        else response.writeHead(204).end();
        arrived(body);
      });
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  port.postMessage(ports.map((number) => `http://127.0.0.1:${number}/hook`));
}
