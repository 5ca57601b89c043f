import type { Clock } from '../../clock.ts';
import { EgressGuard } from './egress-guard.ts';
import type { Network } from './network.ts';
import { createNameResolver, type NameServerOptions } from './resolve-name.ts';

/** The guard of a running program. `allow`: ranges that are open although they are not public; log it loudly unless empty. */
export function openEgress(
  allow: readonly Network[],
  { monotonicMs }: Clock,
  nameServers: NameServerOptions = {},
): EgressGuard {
  return new EgressGuard({
    resolve: createNameResolver(nameServers),
    allow,
    monotonicMs,
  });
}
