import { hash } from 'node:crypto';
import type { Instant } from '../../shared/instant.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { findBearer } from '../repositories/access-tokens.ts';
import { knownScopes, type Caller } from './caller.ts';
import { isAccessToken } from './secret.ts';

/**
 * Whose token this is. Null for a token that is malformed, unknown or expired, or whose client was revoked. Rejects with a
 * `DatabaseError`.
 */
export type FindCaller = (token: string) => Promise<Caller | null>;

interface KnownCaller {
  readonly caller: Caller;
  readonly expiresAt: Instant;
  readonly accessVersion: number;
}

/** Live tokens whose callers are remembered; beyond it all are forgotten. */
const MAX_KNOWN = 10_000;

/**
 * Revocation, re-scoping and a change of plan count on the next request of a live token (§5), so every call asks whether anything
 * of the kind was committed since its caller was read, and reads again if it was.
 */
export function createCallerFinder(database: Database, clock: Clock): FindCaller {
  const known = new Map<string, KnownCaller>();
  return async (token) => {
    if (!isAccessToken(token)) return null;
    const { access } = await database.versions();
    let found = known.get(token);
    if (found?.accessVersion !== access) {
      found = await readCaller(database, token, access);
      if (known.size >= MAX_KNOWN) known.clear();
      if (found === undefined) known.delete(token);
      else known.set(token, found);
    }
    return found === undefined || found.expiresAt <= clock.now() ? null : found.caller;
  };
}

async function readCaller(
  database: Database,
  token: string,
  accessVersion: number,
): Promise<KnownCaller | undefined> {
  const row = await database.read((tx) => findBearer(tx, hash('sha256', token, 'buffer')));
  if (row === undefined) return undefined;
  const granted = knownScopes(row.client_scopes);
  const caller = {
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
  return { caller, expiresAt: row.expires_at, accessVersion };
}
