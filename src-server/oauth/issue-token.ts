import type { Scope } from '../../shared/contract/scopes.ts';
import { addMicros, MICROS_PER_SECOND } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { knownScopes, parseScopes, planAllowsApi } from './caller.ts';
import { OAuthError } from './oauth-error.ts';
import { findApplicant, insertAccessToken } from '../repositories/access-tokens.ts';
import { hashSecret } from '../services/clients.ts';
import { stateRevocation } from '../services/organiser-keys.ts';
import { mintAccessToken, secretMatches } from './secret.ts';
import type { TokenRequest } from './token-request.ts';

export interface IssuedToken {
  readonly accessToken: string;
  readonly scopes: readonly Scope[];
}

/** Compared against when the client is unknown, so that both refusals do the same work. */
const noSecret = Buffer.alloc(32);

/**
 * Checks the client and issues a token (§4.2). Throws an `OAuthError`; an unknown client and a wrong secret read alike. One that shows
 * its secret is told that it was revoked, in a way that nobody else can say it.
 */
export async function issueToken(
  database: Database,
  request: TokenRequest,
  ttlSeconds: number,
): Promise<IssuedToken> {
  const client = await database.read((tx) => findApplicant(tx, request.clientId));
  const matches = secretMatches(request.clientSecret, client?.secret_hash ?? noSecret);
  if (client === undefined || !matches) throw authenticationFailed();
  const { revoked_at: revokedAt } = client;
  if (revokedAt !== null) {
    const revoked = { ...client, client_id: request.clientId, revoked_at: revokedAt };
    throw authenticationFailed(await database.read((tx) => stateRevocation(tx, revoked)));
  }
  if (!planAllowsApi(client.plan)) {
    throw new OAuthError('unauthorized_client');
  }
  const scopes = grantScopes(knownScopes(client.scopes), request.scope);
  const accessToken = mintAccessToken();
  await database.write((tx) =>
    storeToken(tx, { clientRowId: client.id, accessToken, scopes, ttlSeconds }),
  );
  return { accessToken, scopes };
}

function authenticationFailed(revocation: string | null = null): OAuthError {
  return new OAuthError('invalid_client', { revocation });
}

function grantScopes(granted: readonly Scope[], wanted: string | null): readonly Scope[] {
  if (wanted === null) return granted;
  const asked = parseScopes(wanted);
  if (asked === null || !asked.every((scope) => granted.includes(scope))) {
    throw new OAuthError('invalid_scope');
  }
  return asked;
}

interface TokenToStore extends IssuedToken {
  readonly clientRowId: number;
  readonly ttlSeconds: number;
}

async function storeToken(tx: WriteTransaction, token: TokenToStore): Promise<void> {
  await insertAccessToken(tx, {
    token_hash: hashSecret(token.accessToken),
    client_id: token.clientRowId,
    scopes: token.scopes.join(' '),
    created_at: tx.now,
    expires_at: addMicros(tx.now, token.ttlSeconds * MICROS_PER_SECOND),
  });
}
