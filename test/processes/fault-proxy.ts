import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is wrong with a network for a while. Whatever it is, bytes that arrive do so in their order, as TCP has it. */
export type Fault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  /** Half-open: connections take everything, pass nothing on, and stay like that when it is over. Neither end is told. */
  | { readonly kind: 'silence' }
  /** Every connection is reset, those that are opened meanwhile at once. */
  | { readonly kind: 'cut' }
  /** Every answer ends after so many bytes, as if that were all. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Nobody listens. Connections that are there go on. */
  | { readonly kind: 'refuse' };

const SLICES_PER_SECOND = 20;

/** Stands in front of a server, or of a station, knows nothing of HTTP, and breaks connections when it is told to. */
export class FaultProxy implements AsyncDisposable {
  readonly #targetPort: number;
  readonly #links = new Set<Link>();
  readonly #server: Server;
  #port = 0;
  #fault: Fault | null = null;

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#join(client));
  }

  /** To a port of this computer, whether somebody listens there or not. */
  static async to(targetPort: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetPort);
    await proxy.#listen();
    return proxy;
  }

  get url(): string {
    return `http://${this.address}`;
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** From now on, in the place of the fault before. */
  async begin(fault: Fault): Promise<void> {
    await this.heal();
    this.#fault = fault;
    if (fault.kind === 'cut') this.#reset(() => true);
    if (fault.kind === 'silence') for (const link of this.#links) link.silent = true;
    if (fault.kind === 'refuse') this.#server.close();
  }

  /** New connections are sound again. Half-open ones stay what they are. */
  async heal(): Promise<void> {
    this.#fault = null;
    if (!this.#server.listening) await this.#listen();
  }

  /** Both ends of half-open connections are told. */
  endSilentConnections(): void {
    this.#reset((link) => link.silent);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#reset(() => true);
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  /** On the port of before, which a connection of somebody else may hold for a moment. */
  async #listen(): Promise<void> {
    for (let left = 200; ; left -= 1) {
      this.#server.listen(this.#port, '127.0.0.1');
      try {
        await once(this.#server, 'listening');
        break;
      } catch (error) {
        if (left === 0) throw error;
        await sleep(50);
      }
    }
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    this.#port = address.port;
  }

  #join(client: Socket): void {
    if (this.#fault?.kind === 'cut') {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: this.#targetPort, host: '127.0.0.1', allowHalfOpen: true });
    const link: Link = { client, server, silent: this.#fault?.kind === 'silence' };
    this.#links.add(link);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.setNoDelay(true);
      socket.on('error', () => link.silent || other.resetAndDestroy());
      socket.on('close', () => {
        if (client.destroyed && server.destroyed) this.#links.delete(link);
      });
    }
    void this.#carry(link, client, server);
    void this.#carry(link, server, client);
  }

  /** Until `from` ends. What a fault does to the bytes is decided when they arrive. */
  async #carry(link: Link, from: Socket, to: Socket): Promise<void> {
    const isAnswer = from === link.server;
    try {
      for await (const chunk of from) {
        const bytes = Buffer.from(chunk);
        const fault = this.#fault;
        if (link.silent) continue;
        if (fault?.kind === 'delay') await sleep(fault.ms);
        if (fault?.kind === 'truncate' && isAnswer) {
          await write(to, bytes.subarray(0, fault.bytes));
          to.end();
          from.destroy();
          return;
        }
        await (fault?.kind === 'throttle'
          ? writeSlowly(to, bytes, fault.bytesPerSecond)
          : write(to, bytes));
      }
      if (!link.silent) to.end();
    } catch {
      // The connection broke, and the other end hears of it where it is to hear of it.
    }
  }

  #reset(which: (link: Link) => boolean): void {
    for (const link of [...this.#links].filter(which)) {
      link.client.resetAndDestroy();
      link.server.resetAndDestroy();
    }
  }
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  silent: boolean;
}

async function writeSlowly(to: Socket, bytes: Buffer, bytesPerSecond: number): Promise<void> {
  const slice = Math.max(1, Math.floor(bytesPerSecond / SLICES_PER_SECOND));
  for (let at = 0; at < bytes.length && !to.destroyed; at += slice) {
    await write(to, bytes.subarray(at, at + slice));
    await sleep(1000 / SLICES_PER_SECOND);
  }
}

/** Resolves when the bytes have left, or never will. */
function write(to: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    to.write(bytes, () => resolve());
  });
}
