// Why: docs/decisions/0013-delivery-connections.md
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { ResponseReader } from './response-reader.ts';
import { connectError } from './connect-error.ts';
import { hostOf } from './endpoint-url.ts';

/** How long the rest of a response may take after its status line, which is all that counts. */
export const REST_MS = 2_000;

export interface Target {
  readonly url: URL;
  /** The only addresses that are dialled. Null for those of the system's resolver. */
  readonly addresses: readonly string[] | null;
  /** With the trusted certificate authorities. */
  readonly secureContext: SecureContext;
}

/** A `POST`. */
export interface Request {
  readonly url: URL;
  /** Those of the delivery: others are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

interface Exchange {
  readonly reader: ResponseReader;
  readonly settle: (reader: ResponseReader) => void;
}

/**
 * A connection to an endpoint, over which one request at a time is made: HTTP/1.1, certificates always verified, no TLS session resumed,
 * because Node checks the name on full handshakes only. It is dialled at the addresses that were checked, with the name as SNI and Host, so
 * that a second DNS response cannot redirect it (DNS rebinding).
 *
 * This instead of an HTTP client, because deliveries need less of HTTP than clients insist on. undici ends the connection at a `100` that
 * it did not request, at a bare line feed, at two lengths; `node:http` takes twice as long and hides the status line until all headers
 * are read; and neither tells how much of a response had arrived when the connection was lost.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  readonly #isTls: boolean;
  #exchange: Exchange | null = null;
  #rest: NodeJS.Timeout | undefined;
  #error: Error | null = null;
  #wasKept = false;
  /** Called when it is closed while it waits for a request. */
  onIdleClose: () => void = () => undefined;

  /** Begins to connect. */
  constructor({ url, addresses, secureContext }: Target) {
    this.#host = hostOf(url);
    this.#isTls = url.protocol === 'https:';
    const target = {
      host: this.#host,
      port: Number(url.port) || (this.#isTls ? 443 : 80),
      noDelay: true,
      autoSelectFamily: true,
      ...(addresses === null ? {} : { lookup: lookupOf(addresses) }),
    };
    this.#socket = this.#isTls
      ? connectTls({
          ...target,
          // `tls.connect` names no host by itself. An address has no name (RFC 6066 §3).
          ...(isIP(this.#host) === 0 && { servername: this.#host }),
          secureContext,
          rejectUnauthorized: true,
          ALPNProtocols: ['http/1.1'],
        })
      : connectTcp(target);
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => (this.#error = error));
    this.#socket.on('end', () => {
      this.#exchange?.reader.close();
      this.finish();
    });
    this.#socket.on('close', () => this.finish());
    this.#socket.on('timeout', () => this.#socket.destroy());
  }

  /** The address at the other end; undefined while there is none. */
  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  /** Whether it has served a complete response and was kept for the next request. */
  get wasKept(): boolean {
    return this.#wasKept;
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** What the attempt waits for. */
  get phase(): 'connection' | 'tls' | 'response' {
    if (this.#exchange !== null) return 'response';
    return this.#isTls && !this.#socket.connecting ? 'tls' : 'connection';
  }

  /** The status that has arrived of the response being read; null if none. */
  get status(): number | null {
    return this.#exchange?.reader.status ?? null;
  }

  /** Resolves when a request may be written, after the TLS handshake. Rejects with an `EgressError`. */
  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once(this.#isTls ? 'secureConnect' : 'connect', resolve);
      this.#socket.once('close', () => reject(connectError(this.#error, this.#host)));
    });
  }

  /**
   * Writes a request and reads its response, as far as it comes. Resolves once the response is complete, nothing more of it is needed, the
   * connection is lost, or `finish` is called.
   */
  send(request: Request): Promise<ResponseReader> {
    return new Promise((settle) => {
      this.#socket.setTimeout(0);
      this.#exchange = { reader: new ResponseReader(), settle };
      if (this.#socket.destroyed) this.finish();
      else this.#socket.write(bytesOf(request));
    });
  }

  /** Ends the exchange with what has arrived. The connection stays open only if its next byte must belong to the next response. */
  finish(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    const exchange = this.#exchange;
    this.#exchange = null;
    const keepMs = exchange?.reader.keepMs ?? 0;
    if (keepMs > 0 && this.#socket.writableLength === 0) {
      this.#wasKept = true;
      this.#socket.setTimeout(keepMs);
    } else this.#socket.destroy();
    if (exchange === null) this.onIdleClose();
    else exchange.settle(exchange.reader);
  }

  /** Why it was lost; null if the endpoint closed it in an orderly way, or not at all. */
  get error(): Error | null {
    return this.#error;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    // Nobody requested it: it would be taken for the next response.
    if (this.#exchange === null) return this.destroy();
    const { reader } = this.#exchange;
    reader.read(chunk);
    if (reader.isEnded) this.finish();
    else if (reader.status !== null) this.#rest ??= setTimeout(() => this.finish(), REST_MS);
  }
}

function bytesOf({ url, headers, body }: Request): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({
    Host: url.host,
    Connection: 'keep-alive',
    ...headers,
    'Content-Length': bytes.length,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, _options, callback) => process.nextTick(callback, null, found);
}
