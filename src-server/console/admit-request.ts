// Why: docs/decisions/0025-console-access.md
import { addMicros, MICROS_PER_SECOND } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import {
  addNonce,
  noteSeen,
  consoleSessionOf,
  type ConsoleSessionRow,
} from '../domain/members/sessions.ts';

import { ConsoleError } from './console-error.ts';
import type { Proof } from './read-proof.ts';
import { isServerNonce, newServerNonce, NONCE_SECONDS } from './server-nonce.ts';

/**
 * Uses the proof up, and finds the session of the token. Throws `session.nonce_required` with a nonce to use, `session.proof_invalid` for a
 * proof that was used or is another key's, and `session.required` for a token that is no session's.
 */
export function admitRequest(
  database: Database,
  {
    key,
    proof,
    token,
  }: {
    readonly key: Buffer;
    readonly proof: Proof;
    readonly token: string | null;
  },
): Promise<{ readonly session: ConsoleSessionRow | null; readonly nonce: string }> {
  return database.write(async (tx) => {
    const nonce = newServerNonce(key, tx.now);
    if (proof.nonce === null || !isServerNonce(key, proof.nonce, tx.now))
      throw new ConsoleError('session.nonce_required', { 'dpop-nonce': nonce });
    const until = addMicros(tx.now, 2 * NONCE_SECONDS * MICROS_PER_SECOND);
    if (!(await addNonce(tx, proof.hash, until))) throw new ConsoleError('session.proof_invalid');
    if (token === null) return { session: null, nonce };
    const session = await consoleSessionOf(tx, token);
    // A token without its key is worth nothing, and says nothing.
    if (session?.key_thumbprint.equals(proof.thumbprint) !== true)
      throw new ConsoleError('session.required');
    await noteSeen(tx, session);
    return { session, nonce };
  });
}
