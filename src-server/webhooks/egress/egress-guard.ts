import { EgressError } from './egress-error.ts';
import { bytesOf, contains, type Network } from './network.ts';
import { isPublicAddress } from './public-address.ts';
import type { ResolveName } from './resolve-name.ts';

/** How long an answer of the name servers holds: long enough for check and connection to share it. */
const REMEMBER_MS = 1_000;
const MAX_REMEMBERED = 10_000;

export interface EgressGuardOptions {
  readonly resolve: ResolveName;
  /** Ranges that are open although they are not public. */
  readonly allow: readonly Network[];
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number;
}

/** Decides where deliveries may go: at creation of a subscription, at each attempt, at each connection. */
export class EgressGuard {
  readonly #options: EgressGuardOptions;
  readonly #answers = new Map<
    string,
    { readonly until: number; readonly addresses: Promise<readonly string[]> }
  >();

  constructor(options: EgressGuardOptions) {
    this.#options = options;
  }

  /** All addresses of the host, each of them allowed. Rejects with an `EgressError` if **any** is not, or if there is none. */
  async checkHost(host: string): Promise<readonly string[]> {
    const addresses = bytesOf(host) === null ? await this.#resolve(host) : [host];
    for (const address of addresses) {
      if (!this.isAllowed(address)) {
        throw new EgressError('address.not_public', `The host ${host} is not a public address.`);
      }
    }
    return addresses;
  }

  isAllowed(address: string): boolean {
    const bytes = bytesOf(address);
    if (bytes === null) return false;
    return (
      isPublicAddress(bytes) || this.#options.allow.some((network) => contains(network, bytes))
    );
  }

  #resolve(host: string): Promise<readonly string[]> {
    const now = this.#options.monotonicMs();
    const remembered = this.#answers.get(host);
    if (remembered !== undefined && now < remembered.until) return remembered.addresses;
    if (this.#answers.size >= MAX_REMEMBERED) this.#answers.clear();
    const addresses = this.#options.resolve(host);
    // Asked once for all who wait, and from then on for as long as it holds.
    this.#answers.set(host, { until: now + REMEMBER_MS, addresses });
    addresses.catch(() => undefined);
    return addresses;
  }
}
