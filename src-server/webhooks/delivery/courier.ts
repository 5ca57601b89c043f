import { Agent } from 'undici';
import { EgressError } from '../egress/egress-error.ts';
import type { EgressGuard } from '../egress/egress-guard.ts';
import { hostOf, parseEndpointUrl } from '../egress/endpoint-url.ts';
import { createGuardedConnector, type GuardedConnector } from '../egress/guarded-connector.ts';
import { webhookKeys, type WebhookKeys } from '../signature.ts';
import { deliveryHeaders, type DeliveryContent } from './delivery-headers.ts';
import { Exchange, type ExchangeResult } from './exchange.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 2_000;
/** For an endpoint that says how long it keeps idle connections itself; undici stays a second below. */
const ANNOUNCED_KEEP_ALIVE_MS = 30_000;
const MAX_REMEMBERED_KEYS = 10_000;

export interface CourierOptions {
  readonly guard: EgressGuard;
  readonly headerPrefix: string;
  readonly timeoutMs: number;
  /** Certificate authorities in PEM besides the system's; null for the system's alone. */
  readonly trustedCertificates: string | null;
}

/** Makes requests to endpoints: no redirects, no proxies, HTTP/1.1, to checked addresses only. */
export class Courier {
  readonly #options: CourierOptions;
  readonly #agent: Agent;
  /** For a request whose kept connection was gone: makes a connection for each. */
  readonly #freshAgent: Agent;
  readonly #connector: GuardedConnector;
  readonly #underWay = new Set<Exchange>();
  readonly #keys = new Map<string, WebhookKeys>();

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#connector = createGuardedConnector(options.guard, options);
    const common = {
      connect: this.#connector.connect,
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: ANNOUNCED_KEEP_ALIVE_MS,
      // One time limit over the whole exchange stands in for these.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#agent = new Agent({ ...common, pipelining: 1 });
    this.#freshAgent = new Agent({ ...common, pipelining: 0 });
  }

  /** Delivers once. Never rejects for what an endpoint does. `isWanted` is asked when the request is about to be written. */
  async deliver(
    url: string,
    content: DeliveryContent,
    isWanted: () => boolean,
  ): Promise<ExchangeResult> {
    try {
      return await this.#exchange(parseEndpointUrl(url), content, isWanted);
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return { kind: 'broken', error: error.code, status: null, body: null };
    }
  }

  /** Gives up what is under way and closes every connection. */
  async close(): Promise<void> {
    for (const exchange of this.#underWay) exchange.abandon();
    await Promise.all([this.#agent.destroy(), this.#freshAgent.destroy()]);
  }

  #keysOf(secret: string): WebhookKeys {
    const remembered = this.#keys.get(secret);
    if (remembered !== undefined) return remembered;
    if (this.#keys.size >= MAX_REMEMBERED_KEYS) this.#keys.clear();
    const keys = webhookKeys(secret);
    this.#keys.set(secret, keys);
    return keys;
  }

  #exchange(url: URL, content: DeliveryContent, isWanted: () => boolean): Promise<ExchangeResult> {
    const { guard, headerPrefix, timeoutMs } = this.#options;
    return new Promise((resolve) => {
      const exchange: Exchange = new Exchange({
        timeoutMs,
        isWanted,
        wasKept: this.#connector.wasKept,
        again: () => void send(this.#freshAgent),
        settle: (result) => {
          this.#underWay.delete(exchange);
          resolve(result);
        },
      });
      this.#underWay.add(exchange);
      const send = (agent: Agent) =>
        exchange.isSettled ||
        agent.dispatch(
          {
            origin: url.origin,
            path: `${url.pathname}${url.search}`,
            method: 'POST',
            headers: deliveryHeaders(content, this.#keysOf(content.secret), headerPrefix),
            body: content.body,
          },
          exchange,
        );
      // Also when a connection is open already: its name may lead elsewhere by now.
      guard
        .checkHost(hostOf(url))
        .then(() => send(this.#agent))
        .catch((error: unknown) => exchange.fail(error));
    });
  }
}
