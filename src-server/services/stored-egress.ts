import { systemClock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { readAllowList } from '../webhooks/store/allow-list.ts';
import type { EgressGuard } from '../webhooks/egress/egress-guard.ts';
import { openEgress } from '../webhooks/egress/open-egress.ts';
import { readNetworks } from '../webhooks/read-webhook-settings.ts';
import { invalid } from './domain-error.ts';

/** The guard for a process that does not deliver: with the ranges given, or those that the server last ran with. */
export async function openStoredEgress(
  database: Database,
  allow: readonly string[] | undefined,
): Promise<EgressGuard> {
  const networks = allow ?? (await database.read(readAllowList));
  try {
    return openEgress(readNetworks(networks), systemClock);
  } catch (error) {
    throw invalid('webhook-allow', error instanceof Error ? error.message : String(error));
  }
}
