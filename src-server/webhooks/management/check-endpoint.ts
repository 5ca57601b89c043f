import { systemClock } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import { type EgressGuard, openEgress } from '../egress/egress-guard.ts';
import { EgressError } from '../egress/egress-error.ts';
import { hostOf, parseNewEndpointUrl } from '../egress/endpoint-url.ts';
import { readNetworks } from '../read-webhook-settings.ts';
import { readAllowList } from '../store/allow-list.ts';
import { invalid } from '../../rules/domain-error.ts';

/** A URL that passed the check. Every delivery checks it again. */
export interface CheckedEndpoint {
  /** As it was given. */
  readonly url: string;
}

/**
 * Checks the URL of a new subscription (§6.2). Throws `validation.failed` for `url`. Queries name servers: never call it within a write
 * transaction.
 */
export async function checkEndpoint(guard: EgressGuard, url: string): Promise<CheckedEndpoint> {
  try {
    await guard.checkHost(hostOf(parseNewEndpointUrl(url)));
    return { url };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw invalid('url', error.said);
  }
}

/** The guard for a process that does not deliver webhooks: with the given ranges, or those that the server last used. */
export async function openStoredEgress(
  database: Database,
  allow: readonly string[] | undefined,
): Promise<EgressGuard> {
  const networks = allow ?? (await database.read(readAllowList));
  try {
    return openEgress(readNetworks(networks), systemClock);
  } catch (error) {
    throw invalid('webhook_allow', error instanceof Error ? error.message : String(error));
  }
}
