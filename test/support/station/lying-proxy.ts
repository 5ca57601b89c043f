import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';

/** An intermediary's answer in place of the server's. */
export interface Lie {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const PAGE = '<!doctype html><title>Welcome</title><p>Please sign in to use this network.</p>';

/** A proxy between a station and its server, on real sockets, that answers in place of the server on request. */
export class LyingProxy {
  /** Called for every request; null forwards it. */
  lie: (method: string, path: string) => Lie | null = () => null;
  /** The connection breaks after this many bytes of a body. */
  cutAfter: (path: string) => number = () => Infinity;
  readonly lies: string[] = [];
  readonly passed: string[] = [];
  readonly #target: string;
  #agent = new Agent();
  #server: Server | null = null;
  #port = 0;

  constructor(target: string) {
    this.#target = target;
  }

  async start(): Promise<void> {
    const server = createServer((incoming, response) => {
      this.#answer(incoming, response).catch(() => response.destroy());
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    this.#port = address.port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await this.#agent.destroy();
    this.#agent = new Agent();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming;
    const body = await textOf(incoming);
    const lie = this.lie(method, url);
    if (lie !== null) {
      this.lies.push(`${method} ${url}`);
      response.writeHead(lie.status, { 'content-type': 'text/html', ...lie.headers });
      response.end(lie.body ?? PAGE);
      return;
    }
    this.passed.push(`${method} ${url}`);
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
    const answer = await request(`${this.#target}${url}`, {
      dispatcher: this.#agent,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body === '' ? null : body,
    });
    const { connection: ____, 'transfer-encoding': _____, ...rest } = answer.headers;
    response.writeHead(answer.statusCode, rest);
    response.on('close', () => answer.body.destroy());
    let left = this.cutAfter(url);
    for await (const piece of answer.body) {
      const bytes = Buffer.from(piece);
      if (bytes.length >= left) {
        response.write(bytes.subarray(0, left), () => response.destroy());
        return;
      }
      left -= bytes.length;
      response.write(bytes);
    }
    response.end();
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
