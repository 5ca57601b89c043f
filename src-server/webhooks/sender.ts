import { Agent } from 'undici';
import type { Clock } from '../clock.ts';
import { Attempt, type AttemptResult } from './attempt.ts';
import { EgressError } from './egress/egress-error.ts';
import type { EgressGuard } from './egress/egress-guard.ts';
import { hostOf, parseEndpointUrl } from './egress/endpoint-url.ts';
import { createGuardedConnector, type GuardedConnector } from './egress/guarded-connector.ts';
import { webhookKeys, type WebhookKeys } from './signature.ts';
import { deliveryHeaders, type DeliveryContent } from './delivery-headers.ts';
import type { IsWanted } from './deletion-fence.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 2_000;
/** Upper limit for endpoints that announce their own keep-alive time; undici stays a second below theirs. */
const ANNOUNCED_KEEP_ALIVE_MS = 30_000;
const MAX_REMEMBERED_KEYS = 10_000;

export interface SenderOptions {
  readonly guard: EgressGuard;
  readonly headerPrefix: string;
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Certificate authorities in PEM besides the system's; null for the system's alone. */
  readonly trustedCertificates: string | null;
}

/** Makes requests to endpoints: no redirects, no proxies, HTTP/1.1, to checked addresses only. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #agent: Agent;
  /** Opens a new connection for each request; used after a kept-alive connection was closed. */
  readonly #freshAgent: Agent;
  readonly #connector: GuardedConnector;
  readonly #underWay = new Set<Attempt>();
  readonly #keys = new Map<string, WebhookKeys>();

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#connector = createGuardedConnector(options.guard, options);
    const common = {
      connect: this.#connector.connect,
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: ANNOUNCED_KEEP_ALIVE_MS,
      // The attempt has its own time limit.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#agent = new Agent({ ...common, pipelining: 1 });
    this.#freshAgent = new Agent({ ...common, pipelining: 0 });
  }

  /**
   * Makes one attempt. `isWanted` is called at most `MAX_ANSWER_AGE_MS` before the request is written. Rejects only if `isWanted` rejects,
   * never because of the endpoint.
   */
  async deliver(url: string, content: DeliveryContent, isWanted: IsWanted): Promise<AttemptResult> {
    try {
      return await this.#attempt(parseEndpointUrl(url), content, isWanted);
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return { kind: 'broken', error: error.code, status: null, body: null };
    }
  }

  /** Aborts attempts in progress and closes every connection. */
  async close(): Promise<void> {
    for (const attempt of this.#underWay) attempt.abort();
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

  #attempt(url: URL, content: DeliveryContent, isWanted: IsWanted): Promise<AttemptResult> {
    const { guard, headerPrefix, timeoutMs, clock } = this.#options;
    const { wasKept } = this.#connector;
    const keys = content.secrets.map((secret) => this.#keysOf(secret));
    const request = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: deliveryHeaders(content, keys, headerPrefix),
      body: content.body,
    } as const;
    return new Promise((resolve, reject) => {
      const attempt: Attempt = new Attempt({
        timeoutMs,
        clock,
        isWanted,
        wasKept,
        dispatch: (handler, isFresh) => {
          (isFresh ? this.#freshAgent : this.#agent).dispatch(request, handler);
        },
        settle: (result) => {
          this.#underWay.delete(attempt);
          resolve(result);
        },
        fail: reject,
      });
      this.#underWay.add(attempt);
      // Checked even if a connection is already open: the name may resolve differently by now.
      guard.checkHost(hostOf(url)).then(
        () => attempt.start(),
        (error: unknown) => attempt.break(error),
      );
    });
  }
}
