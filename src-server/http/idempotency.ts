/**
 * Idempotent writes (specification §4.5). Key, change and response commit in one transaction, so a key exists exactly when its
 * change was made. A repetition gets the same bytes, even if its body would no longer be valid.
 *
 * Phases: key header → 409 if the same key is in progress, here or in another process → stored key (replay, or an error if it
 * belongs to another request) → work, which checks the body first → store. Errors that are thrown are not stored, so the request
 * may be retried.
 */
import { hash } from 'node:crypto';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../shared/contract/limits.ts';
import { addMicros } from '../../shared/instant.ts';
import type { WriteOptions } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import {
  findStoredResponse,
  readStoredResponse,
  storeResponse,
  type StoredResponse,
} from '../store/access/idempotency-keys.ts';
import { ApiError } from './errors/api-error.ts';
import type { HandlerResult, RequestContext } from './request-context.ts';
import { canonicalJson } from './bodies/json-body.ts';

/** The response of the work, and the contact whose data it contains (deleted when the contact is erased). */
export interface IdempotentResult {
  readonly status: number;
  readonly body: object;
  readonly contactId: number | null;
}

/**
 * Returns the header's value, without the quotes of a structured field (RFC 8941), which some clients write and others do not. Throws
 * if it is missing, empty or too long.
 */
export function readIdempotencyKey(header: string | string[] | undefined): string {
  const text = readHeaderText([header].flat()[0] ?? '').trim();
  const [, quoted] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text) ?? [];
  const key = quoted === undefined ? text : quoted.replaceAll(/\\(["\\])/g, '$1').trim();
  if (key === '') throw new ApiError('idempotency.key_missing');
  if (Array.from(key).length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw new ApiError('idempotency.key_invalid');
  }
  return key;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Node decodes headers as Latin-1. A header that is valid UTF-8 is counted in its own characters. */
function readHeaderText(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

interface IdempotencyOptions extends Pick<WriteOptions, 'isolation'> {
  readonly rememberMicros: number;
}

/**
 * Runs the work once per key and client, in a transaction, and stores its response for `rememberMicros`. The transaction holds the
 * key's lock, so that of two processes one runs the work and the other answers 409.
 */
export async function withIdempotency(
  context: RequestContext,
  { rememberMicros, isolation }: IdempotencyOptions,
  work: (tx: WriteTransaction) => Promise<IdempotentResult>,
): Promise<HandlerResult> {
  const running = runningKey(context);
  const options = { lock: running.lockName, ...(isolation !== undefined && { isolation }) };
  return whileRunning(context, running, () =>
    context.database.write((tx) => runOnce(tx, { ...running, rememberMicros }, work), options),
  );
}

export interface OptionalKeyOptions {
  readonly rememberMicros: number;
  /** `database.write`, or what fences it. */
  readonly write: <T>(
    callback: (tx: WriteTransaction) => Promise<T>,
    options: WriteOptions,
  ) => Promise<T>;
}

/**
 * The same where the key is optional: without one the work just runs. `prepare` does what must not happen within a transaction, after
 * the stored key is looked for and before the work.
 */
export async function withOptionalKey(
  context: RequestContext,
  { rememberMicros, write }: OptionalKeyOptions,
  prepare: () => Promise<(tx: WriteTransaction) => Promise<IdempotentResult>>,
): Promise<HandlerResult> {
  if (context.idempotencyKey === null) {
    const { status, body } = await write(await prepare(), {});
    return { status, body };
  }
  const running = runningKey(context);
  const { fingerprint, lockName } = running;
  return whileRunning(context, running, async () => {
    const stored = await context.database.read((tx) => readStoredResponse(tx, running));
    if (stored !== undefined) return replay(stored, fingerprint);
    const work = await prepare();
    const options = { ...running, rememberMicros };
    return write((tx) => runOnce(tx, options, work), { lock: lockName });
  });
}

interface RunningKey {
  /** The client that sent it. */
  readonly clientRowId: number;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Names key and client. */
  readonly lockName: string;
}

function runningKey(context: RequestContext): RunningKey {
  const key = context.idempotencyKey ?? '';
  const { clientRowId } = context.caller;
  const lockName = `idempotency ${clientRowId}:${key}`;
  return { clientRowId, key, fingerprint: fingerprintOf(context), lockName };
}

async function runOnce(
  tx: WriteTransaction,
  {
    clientRowId,
    key,
    fingerprint,
    rememberMicros,
  }: RunningKey & { readonly rememberMicros: number },
  work: (tx: WriteTransaction) => Promise<IdempotentResult>,
): Promise<HandlerResult> {
  const stored = await findStoredResponse(tx, { clientRowId, key });
  if (stored !== undefined) return replay(stored, fingerprint);
  const { status, body, contactId } = await work(tx);
  const text = JSON.stringify(body);
  storeResponse(tx, {
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
}

/** Refuses a key whose first request is still on its way, in this process or another. */
async function whileRunning(
  { runningKeys }: RequestContext,
  { lockName, fingerprint }: { readonly lockName: string; readonly fingerprint: Buffer },
  run: () => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const other = runningKeys.get(lockName);
  if (other !== undefined) throw conflictWith(other, fingerprint);
  runningKeys.set(lockName, fingerprint);
  try {
    return await run();
  } catch (error) {
    if (error instanceof DatabaseError && error.code === 'database.locked') throw inProgress();
    throw error;
  } finally {
    runningKeys.delete(lockName);
  }
}

function replay(stored: StoredResponse, fingerprint: Buffer): HandlerResult {
  if (!stored.fingerprint.equals(fingerprint)) throw reused();
  const { status, body } = stored;
  return { status, body, headers: { 'idempotent-replayed': 'true' } };
}

/** SHA-256 of method, path and canonical body: the order of keys and white space make no difference. */
function fingerprintOf(context: RequestContext): Buffer {
  const { method, path } = context.contract;
  const named = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => context.param(name));
  return hash('sha256', `${method} ${named}\n${canonicalJson(context.json)}`, 'buffer');
}

function conflictWith(other: Buffer, fingerprint: Buffer): ApiError {
  return other.equals(fingerprint) ? inProgress() : reused();
}

function inProgress(): ApiError {
  return new ApiError('idempotency.in_progress', { headers: { 'retry-after': '1' } });
}

function reused(): ApiError {
  return new ApiError('idempotency.key_reused');
}
