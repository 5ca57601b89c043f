import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ENROLMENT_SCOPE, type Scope } from '../../shared/contract/scopes.ts';
import { addMicros, MICROS_PER_SECOND } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { knownScopes, parseScopes, planAllowsApi } from './caller.ts';
import { OAuthError } from './oauth-error.ts';
import { findApplicant, insertAccessToken } from '../store/access/access-tokens.ts';
import { endEnrolment, enrolmentEnded, hashSecret } from '../domain/access/clients.ts';
import { stateRevocation } from '../domain/access/organiser-keys.ts';
import type { ParsedTokenRequest } from './token-request.ts';

export interface IssuedToken {
  readonly accessToken: string;
  readonly scopes: readonly Scope[];
}

/** Compared against if the client is unknown, so that both refusals take the same time. */
const noSecret = Buffer.alloc(32);

interface IssueOptions {
  readonly ttlSeconds: number;
  /** Counts a request of the client whose secret matched. What it throws refuses the request. */
  readonly count: (clientId: string) => Promise<void>;
}

/**
 * Authenticates the client and issues a token (§4.2). Throws an `OAuthError`; an unknown client and a wrong secret look alike. A
 * revoked client with the right secret gets a signed statement of its revocation. The secret of an enrolment code gets a token for taking
 * another secret and nothing else; throws `enrolment.ended` for a code that no longer works.
 */
export async function issueToken(
  database: Database,
  request: ParsedTokenRequest,
  { ttlSeconds, count }: IssueOptions,
): Promise<IssuedToken> {
  const client = await database.read((tx) => findApplicant(tx, request.clientId));
  const isOwn = secretMatches(request.clientSecret, client?.secret_hash ?? noSecret);
  const isFromCode = secretMatches(request.clientSecret, client?.enrolment_hash ?? noSecret);
  if (client === undefined || !(isOwn || isFromCode)) throw authenticationFailed();
  await count(request.clientId);
  const { revoked_at: revokedAt } = client;
  if (revokedAt !== null) {
    const revoked = { ...client, client_id: request.clientId, revoked_at: revokedAt };
    throw authenticationFailed(await database.read((tx) => stateRevocation(tx, revoked)));
  }
  if (!planAllowsApi(client.plan)) {
    throw new OAuthError('unauthorized_client');
  }
  const scopes = grantScopes(
    isFromCode ? [ENROLMENT_SCOPE] : knownScopes(client.scopes),
    request.scope,
  );
  const accessToken = newAccessToken();
  await database.write(async (tx) => {
    const isEnrolling = client.enrolment_ends_at !== null && client.enrolment_ends_at > tx.now;
    if (isFromCode && !isEnrolling) throw enrolmentEnded();
    if (isOwn && isEnrolling) await endEnrolment(tx, client.id);
    await storeToken(tx, { clientRowId: client.id, accessToken, scopes, ttlSeconds });
  });
  return { accessToken, scopes };
}

function authenticationFailed(revocation: string | null = null): OAuthError {
  return new OAuthError('invalid_client', { revocation });
}

function grantScopes(granted: readonly Scope[], wanted: string | null): readonly Scope[] {
  if (wanted === null) return granted;
  const requested = parseScopes(wanted);
  if (requested === null || !requested.every((scope) => granted.includes(scope))) {
    throw new OAuthError('invalid_scope');
  }
  return requested;
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

/** Opaque access tokens: a prefix that secret scanners can recognise, and 32 random bytes. */
const TOKEN_PREFIX = 'gat_';
const TOKEN_FORM = /^gat_[A-Za-z0-9_-]{43}$/;

function newAccessToken(): string {
  return TOKEN_PREFIX + randomBytes(32).toString('base64url');
}

/** Whether the text has the form of an access token. */
export function isAccessToken(text: string): boolean {
  return TOKEN_FORM.test(text);
}

function secretMatches(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), hash);
}
