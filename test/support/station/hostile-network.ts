import { once } from 'node:events';
import { createServer, connect, type Server, type Socket } from 'node:net';

/** One request of a station. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly client: Socket;
  /** Sends the request on, and resolves to the whole answer. Not for streams. */
  readonly answer: () => Promise<Buffer>;
  /** Sends the request on, and its answer back, piece by piece. */
  readonly pass: (before?: Buffer) => Promise<void>;
}

export type Trick = (passing: Passing) => Promise<void>;

/** A network that sees every request and does with it what it likes, byte by byte. */
export class HostileNetwork implements AsyncDisposable {
  trick: Trick | null = null;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #port = 0;

  constructor(target: number) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    this.#port = address.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #own(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    return socket;
  }

  #join(client: Socket): void {
    this.#own(client);
    let waiting = Buffer.alloc(0);
    let working: Promise<void> = Promise.resolve();
    client.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      for (;;) {
        const end = waiting.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = waiting.subarray(0, end).toString('latin1');
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (waiting.length < end + 4 + length) return;
        const request = Buffer.from(waiting.subarray(0, end + 4 + length));
        waiting = waiting.subarray(end + 4 + length);
        const [method = '', path = ''] = head.split(' ');
        const passing = this.#passing(client, request, { method, path });
        working = working
          .then(() => (this.trick === null ? passing.pass() : this.trick(passing)))
          .catch(() => void client.destroy());
      }
    });
  }

  #passing(client: Socket, request: Buffer, of: Pick<Passing, 'method' | 'path'>): Passing {
    const closing = Buffer.from(
      request.toString('latin1').replace(/\r\nconnection: [^\r]*/i, '\r\nconnection: close'),
      'latin1',
    );
    const answer = async () => {
      const server = this.#own(connect(this.#target, '127.0.0.1'));
      server.write(closing);
      const parts: Buffer[] = [];
      for await (const part of server) parts.push(Buffer.from(part));
      return Buffer.concat(parts);
    };
    const pass = async (before?: Buffer) => {
      const server = this.#own(connect(this.#target, '127.0.0.1'));
      client.on('close', () => server.destroy());
      server.write(closing);
      if (before !== undefined) client.write(before);
      for await (const part of server) client.write(Buffer.from(part));
      client.end();
    };
    return { ...of, client, answer, pass };
  }
}
