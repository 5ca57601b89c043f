import type { Instant } from '../../shared/instant.ts';
import { compileStatement } from '../db/query.ts';
import type { ReadTransaction } from '../db/transaction.ts';
import { instantFromMicros } from '../../shared/instant.ts';
import { knownScopes, type Caller } from './caller.ts';
import { hashSecret } from '../services/clients.ts';
import { isAccessToken } from './secret.ts';

const selectCaller = compileStatement((db) =>
  db
    .selectFrom('access_tokens as token')
    .innerJoin('clients as client', 'client.id', 'token.client_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'client.organiser_id')
    .select([
      'token.scopes as token_scopes',
      'client.id as client_row_id',
      'client.client_id',
      'client.name as client_name',
      'client.scopes as client_scopes',
      'client.all_events',
      'organiser.id as organiser_id',
      'organiser.reference as organiser_reference',
      'organiser.display_name',
      'organiser.plan',
    ])
    .where('token.token_hash', '=', Buffer.alloc(0))
    .where('token.expires_at', '>', instantFromMicros(0))
    .where('client.revoked_at', 'is', null),
);

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
  const row = await tx.first(selectCaller, [hashSecret(token), now]);
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
