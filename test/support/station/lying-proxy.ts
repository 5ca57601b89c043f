import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';

/** An intermediary's answer in place of the server's. */
export interface Lie {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Headers = Record<string, string | string[] | undefined>;

const PAGE = '<!doctype html><title>Welcome</title><p>Please sign in to use this network.</p>';

/** A proxy between a station and its server, on real sockets, that answers in place of the server on request. */
export class LyingProxy {
  /** Called for every request; null forwards it. */
  lie: (method: string, path: string) => Lie | null = () => null;
  /** Changes each line of an answer's body, or the body if it is one line; null leaves it as it is. */
  rewrite: (method: string, path: string) => ((line: string) => string) | null = () => null;
  /** Changes an answer's headers. */
  rewriteHeaders: (headers: Headers) => Headers = (headers) => headers;
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
    const change = this.rewrite(method, url);
    const answer = await request(`${this.#target}${url}`, {
      dispatcher: this.#agent,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: change === null ? headers : { ...headers, 'accept-encoding': 'identity' },
      body: body === '' ? null : body,
    });
    const { connection: ____, 'transfer-encoding': _____, ...rest } = answer.headers;
    if (change !== null) delete rest['content-length'];
    response.writeHead(answer.statusCode, this.rewriteHeaders(rest));
    response.on('close', () => answer.body.destroy());
    if (change !== null) {
      for await (const line of linesOf(answer.body)) response.write(changed(line, change));
      response.end();
      return;
    }
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

/** Each with its line feed, if it has one. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/(?<=\n)/);
    rest = lines.at(-1)?.endsWith('\n') === true ? '' : (lines.pop() ?? '');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function changed(line: string, change: (line: string) => string): string {
  const text = line.replace(/\n$/, '');
  return text === '' ? line : change(text) + line.slice(text.length);
}
