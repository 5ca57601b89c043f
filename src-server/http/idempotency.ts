import { hash } from 'node:crypto';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../shared/contract/limits.ts';
import { addMicros } from '../../shared/instant.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { findStoredAnswer, storeAnswer } from '../repositories/idempotency-keys.ts';
import { ApiError } from './api-error.ts';
import type { Answer, Call } from './call.ts';
import { canonicalJson } from './json-body.ts';
import type { BodyValidator } from './validate-body.ts';

/**
 * Idempotent writes (specification §4.5). Key, work and answer commit in one transaction of the write lane, so that a key exists
 * exactly when its work was done; a repetition gets the same bytes.
 *
 * Phases: key header → stored key (replay, or 409) → body → work → store. What throws is not stored and may be tried again.
 */
/** What ran, and the person whose data the answer holds (scrubbed when they are erased). */
export interface RanOnce {
  readonly status: number;
  readonly body: object;
  readonly contactId: number | null;
}

export interface OnceOptions<Body> {
  readonly validate: BodyValidator<Body>;
  readonly rememberMicros: number;
  readonly work: (tx: WriteTransaction, body: Body) => Promise<RanOnce>;
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

/** Runs the work once per key and client. */
export async function runOnce<Body>(call: Call, options: OnceOptions<Body>): Promise<Answer> {
  const key = call.idempotencyKey ?? '';
  const fingerprint = fingerprintOf(call);
  const slot = `${call.caller.clientRowId}:${key}`;
  const other = call.runningKeys.get(slot);
  if (other !== undefined) throw conflictWith(other, fingerprint);
  call.runningKeys.set(slot, fingerprint);
  try {
    const body = await readValidBody(call, options.validate, { key, fingerprint });
    if (body.kind === 'replay') return body.answer;
    return await call.database.write((tx) =>
      answerOnce(tx, { call, key, fingerprint, body: body.value, options }),
    );
  } finally {
    call.runningKeys.delete(slot);
  }
}

interface Keyed {
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** A stored key answers even where the body would no longer pass. */
async function readValidBody<Body>(
  call: Call,
  validate: BodyValidator<Body>,
  keyed: Keyed,
): Promise<{ kind: 'body'; value: Body } | { kind: 'replay'; answer: Answer }> {
  try {
    return { kind: 'body', value: validate(call.json) };
  } catch (error) {
    const { clientRowId } = call.caller;
    const answer = await call.database.write((tx) => findReplay(tx, { ...keyed, clientRowId }));
    if (answer !== null) return { kind: 'replay', answer };
    throw error;
  }
}

interface OnceWork<Body> extends Keyed {
  readonly call: Call;
  readonly body: Body;
  readonly options: OnceOptions<Body>;
}

async function answerOnce<Body>(tx: WriteTransaction, work: OnceWork<Body>): Promise<Answer> {
  const { clientRowId } = work.call.caller;
  const replay = await findReplay(tx, { ...work, clientRowId });
  if (replay !== null) return replay;
  const ran = await work.options.work(tx, work.body);
  const body = JSON.stringify(ran.body);
  await storeAnswer(tx, {
    client_id: clientRowId,
    key: work.key,
    fingerprint: work.fingerprint,
    status: ran.status,
    body,
    contact_id: ran.contactId,
    created_at: tx.now,
    expires_at: addMicros(tx.now, work.options.rememberMicros),
  });
  return { status: ran.status, body };
}

async function findReplay(
  tx: WriteTransaction,
  lookup: Keyed & { readonly clientRowId: number },
): Promise<Answer | null> {
  const stored = await findStoredAnswer(tx, lookup);
  if (stored === undefined) return null;
  if (!stored.fingerprint.equals(lookup.fingerprint)) throw reused();
  return {
    status: stored.status,
    body: stored.body,
    headers: { 'idempotent-replayed': 'true' },
  };
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
