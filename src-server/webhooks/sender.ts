import type { SecureContext } from 'node:tls';
import type { Clock } from '../database/clock.ts';
import { Attempt, type AttemptResult } from './attempt.ts';
import { describeEgressError } from './attempt-error.ts';
import { EgressError } from './egress/egress-error.ts';
import type { EgressGuard } from './egress/egress-guard.ts';
import { parseEndpointUrl } from './egress/endpoint-url.ts';
import { ConnectionPool } from './egress/connection-pool.ts';
import { withoutValues } from './own-headers.ts';
import { webhookKeys, type WebhookKeys } from './signature.ts';
import { deliveryHeaders, type DeliveryContent } from './delivery-headers.ts';
import type { IsWanted } from './deletion-fence.ts';

const MAX_REMEMBERED_KEYS = 10_000;

export interface SenderOptions {
  readonly guard: EgressGuard;
  readonly headerPrefix: string;
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** With the certificate authorities that are trusted. */
  readonly secureContext: SecureContext;
}

/** Makes requests to endpoints: no redirects, no proxies, HTTP/1.1, to checked addresses only. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #pool = new ConnectionPool();
  readonly #underWay = new Set<Attempt>();
  readonly #keys = new Map<string, WebhookKeys>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /**
   * Makes one attempt. `isWanted` is called at most `MAX_ANSWER_AGE_MS` before the request is written. Rejects only if `isWanted` rejects,
   * never because of the endpoint.
   */
  async deliver(url: string, content: DeliveryContent, isWanted: IsWanted): Promise<AttemptResult> {
    try {
      const result = await this.#attempt(parseEndpointUrl(url), content, isWanted);
      if (result.kind !== 'answered') return result;
      return { ...result, body: withoutValues(result.body, content.ownHeaders ?? {}) };
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return { kind: 'broken', error: describeEgressError(error) };
    }
  }

  /** Aborts attempts in progress and closes every connection. */
  close(): void {
    for (const attempt of this.#underWay) attempt.abort();
    this.#pool.close();
  }

  #keysOf(secret: string): WebhookKeys {
    const remembered = this.#keys.get(secret);
    if (remembered !== undefined) return remembered;
    if (this.#keys.size >= MAX_REMEMBERED_KEYS) this.#keys.clear();
    const keys = webhookKeys(secret);
    this.#keys.set(secret, keys);
    return keys;
  }

  async #attempt(url: URL, content: DeliveryContent, isWanted: IsWanted): Promise<AttemptResult> {
    const { headerPrefix } = this.#options;
    const keys = content.secrets.map((secret) => this.#keysOf(secret));
    const attempt = new Attempt({
      ...this.#options,
      url,
      headers: deliveryHeaders(content, keys, headerPrefix),
      body: content.body,
      pool: this.#pool,
      isWanted,
    });
    this.#underWay.add(attempt);
    try {
      return await attempt.run();
    } finally {
      this.#underWay.delete(attempt);
    }
  }
}
