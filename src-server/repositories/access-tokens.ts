import { instantFromMicros } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import { compileStatement } from '../database/query.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';

const selectBearer = compileStatement((db) =>
  db
    .selectFrom('access_tokens as token')
    .innerJoin('clients as client', 'client.id', 'token.client_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'client.organiser_id')
    .select([
      'token.scopes as token_scopes',
      'token.expires_at',
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
    .where('client.revoked_at', 'is', null),
);
const selectApplicant = compileStatement((db) =>
  db
    .selectFrom('clients as client')
    .innerJoin('organisers as organiser', 'organiser.id', 'client.organiser_id')
    .select(['client.id', 'client.secret_hash', 'client.scopes', 'client.revoked_at'])
    .select(['client.organiser_id', 'organiser.plan'])
    .where('client.client_id', '=', ''),
);
const insertToken = compileStatement((db) =>
  db.insertInto('access_tokens').values({
    token_hash: Buffer.alloc(0),
    client_id: 0,
    scopes: '',
    created_at: instantFromMicros(0),
    expires_at: instantFromMicros(0),
  }),
);
const deleteExpired = compileStatement((db) =>
  db.deleteFrom('access_tokens').where('expires_at', '<=', instantFromMicros(0)),
);

/** A token of a client that was not revoked, with what its client and organiser are at this moment. It may have expired. */
export function findBearerNow(database: Pick<Database, 'readNow'>, tokenHash: Buffer) {
  return database.readNow(selectBearer, [tokenHash]);
}

/** A client that asks for a token, and its organiser's plan. */
export function findApplicant(tx: ReadTransaction, clientId: string) {
  return tx.first(selectApplicant, [clientId]);
}

export async function insertAccessToken(
  tx: WriteTransaction,
  token: Row<'access_tokens'>,
): Promise<void> {
  await tx.run(insertToken, [
    token.token_hash,
    token.client_id,
    token.scopes,
    token.created_at,
    token.expires_at,
  ]);
}

export async function forgetExpiredTokens(tx: WriteTransaction): Promise<void> {
  await tx.run(deleteExpired, [tx.now]);
}
