import { hash } from 'node:crypto';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../shared/contract/limits.ts';
import { addMicros } from '../../shared/instant.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import {
  findStoredResponse,
  storeResponse,
  type StoredResponse,
} from '../repositories/idempotency-keys.ts';
import { ApiError } from './api-error.ts';
import type { Answer, Call } from './call.ts';
import { canonicalJson } from './json-body.ts';

/**
 * Idempotent writes (specification §4.5). Key, work and answer commit in one transaction, so that a key exists exactly when its work
 * was done; a repetition gets the same bytes, even where the body would no longer pass.
 *
 * Phases: key header → stored key (replay, or 409) → work, which checks the body first → store. What throws is not stored and may be
 * tried again.
 */
/** What the work answered, and the person whose data that holds (scrubbed when they are erased). */
export interface KeyedAnswer {
  readonly status: number;
  readonly body: object;
  readonly contactId: number | null;
}

/** The header's value. Throws when it is missing, empty or too long. */
export function readIdempotencyKey(header: string | string[] | undefined): string {
  const key = readHeaderText([header].flat()[0] ?? '').trim();
  if (key === '') throw new ApiError('idempotency.key_missing');
  if (Array.from(key).length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw new ApiError('idempotency.key_invalid');
  }
  return key;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Node gives a header's bytes one by one; what is UTF-8 counts in its characters. */
function readHeaderText(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

/** Runs the work once per key and client, in a transaction; its answer is remembered for `rememberMicros`. */
export async function withIdempotency(
  call: Call,
  rememberMicros: number,
  work: (tx: WriteTransaction) => Promise<KeyedAnswer>,
): Promise<Answer> {
  const { clientRowId } = call.caller;
  const key = call.idempotencyKey ?? '';
  const fingerprint = fingerprintOf(call);
  return whileRunning(call, { slot: `${clientRowId}:${key}`, fingerprint }, () =>
    call.database.write(async (tx) => {
      const stored = await findStoredResponse(tx, { clientRowId, key });
      if (stored !== undefined) return replay(stored, fingerprint);
      const { status, body, contactId } = await work(tx);
      const text = JSON.stringify(body);
      await storeResponse(tx, {
        client_id: clientRowId,
        key,
        fingerprint,
        status,
        body: text,
        contact_id: contactId,
        created_at: tx.now,
        expires_at: addMicros(tx.now, rememberMicros),
      });
      return { status, body: text };
    }),
  );
}

/** Refuses a key whose first request is still on its way. */
async function whileRunning(
  { runningKeys }: Call,
  { slot, fingerprint }: { readonly slot: string; readonly fingerprint: Buffer },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const other = runningKeys.get(slot);
  if (other !== undefined) throw conflictWith(other, fingerprint);
  runningKeys.set(slot, fingerprint);
  try {
    return await run();
  } finally {
    runningKeys.delete(slot);
  }
}

function replay(stored: StoredResponse, fingerprint: Buffer): Answer {
  if (!stored.fingerprint.equals(fingerprint)) throw reused();
  const { status, body } = stored;
  return { status, body, headers: { 'idempotent-replayed': 'true' } };
}

/** SHA-256 of method, path and canonical body: key order and white space do not matter. */
function fingerprintOf(call: Call): Buffer {
  const { method, path } = call.contract;
  return hash('sha256', `${method} ${path}\n${canonicalJson(call.json)}`, 'buffer');
}

function conflictWith(other: Buffer, fingerprint: Buffer): ApiError {
  if (!other.equals(fingerprint)) return reused();
  return new ApiError('idempotency.in_progress', { headers: { 'retry-after': '1' } });
}

function reused(): ApiError {
  return new ApiError('idempotency.key_reused');
}
