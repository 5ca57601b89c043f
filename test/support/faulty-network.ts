import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** What becomes of the bytes of a connection. */
export type Fault =
  /** They arrive. */
  | { readonly kind: 'none' }
  /** None arrives any more, in either direction, and nobody hears of it: a firewall that forgot the connection, a cable that was pulled. */
  | { readonly kind: 'swallows' }
  /** What the server says arrives this much later. */
  | { readonly kind: 'delays'; readonly ms: number }
  /** The next thing that the server says arrives in part, and then the connection is reset, or nothing follows. */
  | { readonly kind: 'cuts'; readonly after: number; readonly resets: boolean };

/** The network between a program and a server, on real sockets. */
export class FaultyNetwork implements AsyncDisposable {
  /** Of connections that are open, and of new ones. */
  fault: Fault = { kind: 'none' };
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  /** Returns its port of 127.0.0.1. */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    return address.port;
  }

  /** How many connections lead through it. */
  get connections(): number {
    return this.#sockets.size / 2;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    const server = connect(this.#target);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        if (!this.#isSwallowed(client)) other.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      if (!this.#isSwallowed(client)) server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => this.#answer(client, bytes));
  }

  readonly #swallowed = new WeakSet<Socket>();

  /** What was once swallowed is never heard of again. */
  #isSwallowed(client: Socket): boolean {
    if (this.fault.kind === 'swallows') this.#swallowed.add(client);
    return this.#swallowed.has(client);
  }

  #answer(client: Socket, bytes: Buffer): void {
    const { fault } = this;
    if (this.#isSwallowed(client)) return;
    if (fault.kind === 'delays') {
      setTimeout(() => client.write(bytes), fault.ms);
    } else if (fault.kind === 'cuts' && bytes.length > fault.after) {
      client.write(bytes.subarray(0, fault.after), () => {
        this.#swallowed.add(client);
        if (fault.resets) client.resetAndDestroy();
      });
    } else {
      client.write(bytes);
    }
  }
}
