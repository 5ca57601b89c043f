import type { Scope } from '../../shared/contract/scopes.ts';
import { instantFromMicros, MICROS_PER_SECOND, addMicros } from '../../shared/instant.ts';
import type { Database } from '../db/database.ts';
import { compileStatement } from '../db/query.ts';
import type { WriteTransaction } from '../db/transaction.ts';
import { knownScopes, parseScopes, planAllowsApi } from './caller.ts';
import { OAuthError } from './oauth-error.ts';
import { hashSecret } from '../services/clients.ts';
import { mintAccessToken, secretMatches } from './secret.ts';
import type { TokenRequest } from './token-request.ts';

export interface IssuedToken {
  readonly accessToken: string;
  readonly scopes: readonly Scope[];
}

/** Compared against when the client is unknown, so that both refusals do the same work. */
const noSecret = Buffer.alloc(32);

const selectClient = compileStatement((db) =>
  db
    .selectFrom('clients as client')
    .innerJoin('organisers as organiser', 'organiser.id', 'client.organiser_id')
    .select(['client.id', 'client.secret_hash', 'client.scopes', 'client.revoked_at'])
    .select('organiser.plan')
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
  db
    .deleteFrom('access_tokens')
    .where('client_id', '=', 0)
    .where('expires_at', '<=', instantFromMicros(0)),
);

/** Checks the client and issues a token (§4.2). Throws an `OAuthError`; an unknown client and a wrong secret read alike. */
export async function issueToken(
  database: Database,
  request: TokenRequest,
  ttlSeconds: number,
): Promise<IssuedToken> {
  const client = await database.read((tx) => tx.first(selectClient, [request.clientId]));
  const matches = secretMatches(request.clientSecret, client?.secret_hash ?? noSecret);
  if (client === undefined || !matches || client.revoked_at !== null) {
    throw new OAuthError('invalid_client', 'Client authentication failed.');
  }
  if (!planAllowsApi(client.plan)) {
    throw new OAuthError(
      'unauthorized_client',
      "The organiser's plan does not include API access.",
    );
  }
  const scopes = grantScopes(knownScopes(client.scopes), request.scope);
  const accessToken = mintAccessToken();
  await database.write((tx) =>
    storeToken(tx, { clientRowId: client.id, accessToken, scopes, ttlSeconds }),
  );
  return { accessToken, scopes };
}

function grantScopes(granted: readonly Scope[], wanted: string | null): readonly Scope[] {
  if (wanted === null) return granted;
  const asked = parseScopes(wanted);
  if (asked === null || !asked.every((scope) => granted.includes(scope))) {
    throw new OAuthError('invalid_scope', 'The scope is unknown or not granted to this client.');
  }
  return asked;
}

interface TokenToStore extends IssuedToken {
  readonly clientRowId: number;
  readonly ttlSeconds: number;
}

async function storeToken(tx: WriteTransaction, token: TokenToStore): Promise<void> {
  const expiresAt = addMicros(tx.now, token.ttlSeconds * MICROS_PER_SECOND);
  await tx.run(deleteExpired, [token.clientRowId, tx.now]);
  await tx.run(insertToken, [
    hashSecret(token.accessToken),
    token.clientRowId,
    token.scopes.join(' '),
    tx.now,
    expiresAt,
  ]);
}
