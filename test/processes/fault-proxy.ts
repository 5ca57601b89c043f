import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A temporary fault of the network. As in TCP, bytes that arrive keep their order. */
export type Fault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  /** Half-open: connections accept everything and forward nothing, even after the fault is over. Neither end is notified. */
  | { readonly kind: 'silence' }
  /** Every connection is reset, new ones immediately. */
  | { readonly kind: 'cut' }
  /** Every answer ends cleanly after this many bytes. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** New connections are refused; existing ones continue. */
  | { readonly kind: 'refuse' };

const SLICES_PER_SECOND = 20;

/** A TCP proxy in front of a server or a station that breaks connections on request. */
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

  /** Opens a proxy to a local port, whether or not anything listens there. */
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

  /** Replaces the current fault. */
  async begin(fault: Fault): Promise<void> {
    await this.heal();
    this.#fault = fault;
    if (fault.kind === 'cut') this.#reset(() => true);
    if (fault.kind === 'silence') for (const link of this.#links) link.silent = true;
    if (fault.kind === 'refuse') this.#server.close();
  }

  /** Ends the fault for new connections. Half-open ones stay half-open. */
  async heal(): Promise<void> {
    this.#fault = null;
    if (!this.#server.listening) await this.#listen();
  }

  /** Closes both ends of half-open connections. */
  endSilentConnections(): void {
    this.#reset((link) => link.silent);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#reset(() => true);
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Listens on the same port as before, which another program's connection may hold for a moment. */
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

  /** Forwards bytes until `from` ends. The fault that is active when bytes arrive applies to them. */
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
      // The connection broke; the close handler decides whether the other end is closed too.
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

/** Resolves when the bytes have been written or the socket has closed. */
function write(to: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    to.write(bytes, () => resolve());
  });
}
