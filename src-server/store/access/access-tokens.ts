import type { Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

const selectBearer = prepareQuery((db, $: Parameter<{ tokenHash: Buffer }>) =>
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
    .where('token.token_hash', '=', $('tokenHash'))
    .where('client.revoked_at', 'is', null),
);
const selectApplicant = prepareQuery((db, $: Parameter<{ clientId: string }>) =>
  db
    .selectFrom('clients as client')
    .innerJoin('organisers as organiser', 'organiser.id', 'client.organiser_id')
    .select(['client.id', 'client.secret_hash', 'client.scopes', 'client.revoked_at'])
    .select(['client.organiser_id', 'organiser.plan'])
    .select(['client.enrolment_hash', 'client.enrolment_ends_at'])
    .where('client.client_id', '=', $('clientId')),
);
const deleteExpired = prepareQuery((db, $: Parameter<{ now: Instant; limit: number }>) =>
  db
    .deleteFrom('access_tokens')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('access_tokens')
        .select('token_hash')
        .where('expires_at', '<=', $('now'))
        .limit($('limit')),
    ),
);

/** A token of a client that was not revoked, with the current data of its client and organiser. It may have expired. */
export function findBearer(tx: ReadTransaction, tokenHash: Buffer) {
  return tx.first(selectBearer, { tokenHash });
}

/** A client requesting a token, with its organiser's plan. */
export function findApplicant(tx: ReadTransaction, clientId: string) {
  return tx.first(selectApplicant, { clientId });
}

export async function insertAccessToken(
  tx: WriteTransaction,
  token: Row<'access_tokens'>,
): Promise<void> {
  await tx.db.insertInto('access_tokens').values(token).execute();
}

/** Deletes up to `limit`; returns how many. */
export function forgetExpiredTokens(tx: WriteTransaction, limit: number): Promise<number> {
  return tx.run(deleteExpired, { now: tx.now, limit });
}
