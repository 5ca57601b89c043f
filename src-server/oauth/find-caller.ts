import type { Instant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../db/transaction.ts';
import { findBearer } from '../repositories/access-tokens.ts';
import { knownScopes, type Caller } from './caller.ts';
import { hashSecret } from '../services/clients.ts';
import { isAccessToken } from './secret.ts';

/**
 * Whose token this is. Read anew for every request, so that revocation, re-scoping and a change of plan count at once (§5).
 * Null for a token that is malformed, unknown or expired, or whose client was revoked.
 */
export async function findCaller(
  tx: ReadTransaction,
  token: string,
  now: Instant,
): Promise<Caller | null> {
  if (!isAccessToken(token)) return null;
  const row = await findBearer(tx, hashSecret(token), now);
  if (row === undefined) return null;
  const granted = knownScopes(row.client_scopes);
  return {
    clientRowId: row.client_row_id,
    clientId: row.client_id,
    clientName: row.client_name,
    scopes: knownScopes(row.token_scopes).filter((scope) => granted.includes(scope)),
    allEvents: row.all_events === 1,
    organiserId: row.organiser_id,
    organiser: {
      reference: row.organiser_reference,
      displayName: row.display_name,
      plan: row.plan,
    },
  };
}
