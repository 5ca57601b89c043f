import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, type ServeProcess } from './e2e/serve.ts';

/** Server processes that share a PostgreSQL database, like several machines. */
export class Cluster implements AsyncDisposable {
  readonly databaseUrl: string;
  readonly processes: ServeProcess[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'gatehouse-cluster-'));
  readonly #rateLimit: number;
  readonly #logLevel: string;
  #started = 0;

  /** `rateLimit`: requests a minute for each client, 0 for no limit. */
  constructor(databaseUrl: string, { rateLimit = 0, logLevel = 'error' } = {}) {
    this.databaseUrl = databaseUrl;
    this.#logLevel = logLevel;
    this.#rateLimit = rateLimit;
  }

  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.startOne()));
  }

  async startOne(): Promise<ServeProcess> {
    this.#started += 1;
    const started = await serve(join(this.#folder, String(this.#started)), [
      '--database',
      this.databaseUrl,
      '--port=0',
      '--drain=1',
      `--rate-limit=${this.#rateLimit}`,
      '--webhook-allow=127.0.0.1',
      `--log-level=${this.#logLevel}`,
    ]);
    this.processes.push(started);
    return started;
  }

  /** The address of a process; indices wrap around. */
  url(index: number): string {
    const found = this.processes[index % this.processes.length];
    if (found === undefined) throw new Error('expected a process');
    return found.ready.auth_url;
  }

  remove(process: ServeProcess): void {
    this.processes.splice(this.processes.indexOf(process), 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.processes.map((process) => process.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const LOOK_MS = 50;

interface Backend {
  readonly origin: string;
  readonly agent: Agent;
  isReady: boolean;
}

/**
 * A simple load balancer: distributes requests round robin over the servers whose `/readyz` last answered 200. It never retries; a request that it
 * cannot forward gets a 502.
 */
export class LoadBalancer implements AsyncDisposable {
  readonly #server = createServer((message, response) => this.#pass(message, response));
  readonly #backends = new Map<string, Backend>();
  #next = 0;
  #looking: NodeJS.Timeout | null = null;

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#looking = setInterval(() => void this.#look(), LOOK_MS);
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    return `http://127.0.0.1:${address.port}`;
  }

  add(origin: string): void {
    this.#backends.set(origin, { origin, agent: new Agent({ keepAlive: true }), isReady: false });
  }

  get ready(): readonly string[] {
    return [...this.#backends.values()].flatMap(({ isReady, origin }) => (isReady ? origin : []));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    for (const { agent } of this.#backends.values()) agent.destroy();
  }

  async #look(): Promise<void> {
    const looks = [...this.#backends.values()].map(async (backend) => {
      backend.isReady = await isReady(backend.origin);
    });
    await Promise.all(looks);
  }

  #pass(message: IncomingMessage, response: ServerResponse): void {
    const ready = this.ready;
    this.#next += 1;
    const backend = this.#backends.get(ready[this.#next % ready.length] ?? '');
    if (backend === undefined) {
      response.writeHead(502).end('no server is ready');
      return;
    }
    const { method, headers, url } = message;
    const passed = request(`${backend.origin}${url}`, { agent: backend.agent, method, headers });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', (error) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(error.message);
    });
    message.pipe(passed);
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).status === 200;
  } catch {
    return false;
  }
}
