import { problem } from '../../../shared/console/problems.ts';
import type { Clock } from '../../database/clock.ts';
import { EgressError } from './egress-error.ts';
import { bytesOf, contains, type Network } from './network.ts';
import { isPublicAddress } from './public-address.ts';
import { createNameResolver, type ResolveName } from './resolve-name.ts';

/** How long a DNS response is cached: a burst of deliveries shares one query. */
const REMEMBER_MS = 1_000;
const MAX_REMEMBERED = 10_000;

export interface EgressGuardOptions {
  readonly resolve: ResolveName;
  /** Non-public ranges that are permitted. */
  readonly allow: readonly Network[];
  /** Monotonic time in milliseconds. */
  readonly monotonicMs: () => number;
}

/** Decides where deliveries may go: when a subscription is created, at each attempt and at each connection. */
export class EgressGuard {
  readonly #options: EgressGuardOptions;
  #allow: readonly Network[];
  readonly #addresses = new Map<
    string,
    { readonly until: number; readonly addresses: Promise<readonly string[]> }
  >();

  constructor(options: EgressGuardOptions) {
    this.#options = options;
    this.#allow = options.allow;
  }

  /** From now on these non-public ranges are permitted, and no others. */
  allowOnly(allow: readonly Network[]): void {
    this.#allow = allow;
  }

  /** All addresses of the host, each of them allowed. Rejects with an `EgressError` if **any** is not, or if there is none. */
  async checkHost(host: string): Promise<readonly string[]> {
    const addresses = bytesOf(host) === null ? await this.#resolve(host) : [host];
    for (const address of addresses) {
      if (!this.isAllowed(address)) {
        throw new EgressError('address.not_public', problem('not_public', { host }));
      }
    }
    return addresses;
  }

  isAllowed(address: string): boolean {
    const bytes = bytesOf(address);
    if (bytes === null) return false;
    return isPublicAddress(bytes) || this.#allow.some((network) => contains(network, bytes));
  }

  #resolve(host: string): Promise<readonly string[]> {
    const now = this.#options.monotonicMs();
    const remembered = this.#addresses.get(host);
    if (remembered !== undefined && now < remembered.until) return remembered.addresses;
    if (this.#addresses.size >= MAX_REMEMBERED) this.#addresses.clear();
    const addresses = this.#options.resolve(host);
    // Concurrent callers share one query; its result is cached from when it arrives.
    this.#addresses.set(host, { until: now + REMEMBER_MS, addresses });
    addresses.catch(() => undefined);
    return addresses;
  }
}

/** Creates the guard of a process. `allow`: non-public ranges that are permitted; the caller logs a warning unless it is empty. */
export function openEgress(allow: readonly Network[], { monotonicMs }: Clock): EgressGuard {
  return new EgressGuard({
    resolve: createNameResolver(),
    allow,
    monotonicMs,
  });
}
