import { hash } from 'node:crypto';
import { areOfStation, ENROLMENT_SCOPE, type Scope } from '../../shared/contract/scopes.ts';
import type { Instant } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import { findBearer } from '../store/access/access-tokens.ts';
import { knownScopes, type Caller } from './caller.ts';
import { isAccessToken } from './issue-token.ts';

/**
 * Finds the caller of a token. Resolves to null for a malformed, unknown or expired token and for one of a revoked client. Rejects
 * with a `DatabaseError`.
 */
export type FindCaller = (token: string) => Promise<Caller | null>;

interface KnownCaller {
  readonly caller: Caller;
  readonly expiresAt: Instant;
}

/** Maximum number of cached callers; beyond it the cache is cleared. */
const MAX_KNOWN = 10_000;

/**
 * Revocation, scope and plan changes apply to the next request of a live token (§5), so each request checks whether any such change
 * was committed since its caller was cached, and if so reads the caller again.
 */
export function createCallerFinder(database: Database): FindCaller {
  const known = new Map<string, KnownCaller>();
  return async (token) => {
    let found = known.get(token);
    if (found === undefined && !isAccessToken(token)) return null;
    const { access, now } = await database.versions();
    if (found?.caller.accessVersion !== access) {
      found = await readCaller(database, token, access);
      if (known.size >= MAX_KNOWN) known.clear();
      if (found === undefined) known.delete(token);
      else known.set(token, found);
    }
    return found === undefined || found.expiresAt <= now ? null : found.caller;
  };
}

function scopesOf(token: string, granted: readonly Scope[]): readonly Scope[] {
  if (token === ENROLMENT_SCOPE) return [ENROLMENT_SCOPE];
  return knownScopes(token).filter((scope) => granted.includes(scope));
}

async function readCaller(
  database: Database,
  token: string,
  accessVersion: number,
): Promise<KnownCaller | undefined> {
  const row = await database.read((tx) => findBearer(tx, hash('sha256', token, 'buffer')));
  if (row === undefined) return undefined;
  const scopes = scopesOf(row.token_scopes, knownScopes(row.client_scopes));
  const caller = {
    accessVersion,
    clientRowId: row.client_row_id,
    clientId: row.client_id,
    clientName: row.client_name,
    scopes,
    isStation: areOfStation(scopes),
    allEvents: row.all_events === 1,
    organiserId: row.organiser_id,
    organiser: {
      reference: row.organiser_reference,
      displayName: row.display_name,
      plan: row.plan,
    },
  };
  return { caller, expiresAt: row.expires_at };
}
