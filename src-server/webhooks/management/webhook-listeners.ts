import { hostname } from 'node:os';
import type { ReadTransaction } from '../../database/transaction.ts';
import { getOrganiser, listOrganisers } from '../../store/access/organisers.ts';
import { listConsoleSubscriptions, type SubscriptionRow } from '../store/subscriptions.ts';
import { DomainError, invalid } from '../../rules/domain-error.ts';
import { requireEvent } from '../../rules/require-row.ts';

/** Temporary subscriptions of `gatehouse listen`, recognised by their address. */

const PATH = '/gatehouse-listen/';

/** Where a listener on the computer `host` receives deliveries. `token` keeps its path from being guessed. */
export function listenerUrl(port: number, host: string, token: string): URL {
  return new URL(`http://127.0.0.1:${port}${PATH}${encodeURIComponent(host)}/${token}`);
}

/** The subscriptions of this computer's listeners, running or not. A database may be shared with other computers. */
export async function listListeners(tx: ReadTransaction): Promise<readonly SubscriptionRow[]> {
  const ours = listenerUrl(0, hostname(), '').pathname;
  const subscriptions = await listConsoleSubscriptions(tx);
  return subscriptions.filter(
    ({ url }) => url.startsWith('http://127.0.0.1:') && new URL(url).pathname.startsWith(ours),
  );
}

/** The given organiser, that of the event, or the only one there is, as a reference. */
export async function findListeningOrganiser(
  tx: ReadTransaction,
  organiser: string | null,
  event: string | null,
): Promise<string> {
  if (organiser !== null) return organiser;
  if (event !== null) {
    const { organiser_id } = await requireEvent(tx, event);
    return (await getOrganiser(tx, organiser_id)).reference;
  }
  const [only, ...others] = await listOrganisers(tx);
  if (only === undefined)
    throw new DomainError('resource.not_found', 'There is no organiser yet.', 'organiser');
  if (others.length === 0) return only.reference;
  throw invalid('organiser', 'Expected --organiser: there are several.');
}
