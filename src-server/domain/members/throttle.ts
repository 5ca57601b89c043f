// How often somebody may be wrong before they have to wait. An attempt counts as wrong before its secret is compared, and success takes that
// back: else as many guesses as arrive at the same moment would each find that they need not wait.
//
//   write(tx): waitFor → 0, noteFailure        compare, outside of transactions        write(tx): noteSuccess
import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import {
  addMicros,
  MICROS_PER_DAY,
  MICROS_PER_SECOND,
  type Instant,
} from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { isAhead } from '../../rules/lasts.ts';
import { keyOf } from '../../store/access/keys.ts';
import {
  deleteFailures,
  forgetFailures,
  lockFailures,
  writeFailures,
  type FailuresRow,
} from '../../store/access/sign-in-failures.ts';

/** What failures are counted for. */
export interface Subject {
  readonly kind: 'email' | 'address' | 'code' | 'mail';
  readonly name: string;
}

interface Rule {
  /** Failures that cost no wait; each further one doubles it, from one second. */
  readonly freeFailures: number;
  readonly longestWaitSeconds: number;
  /** So long after the last failure, all are forgotten. Null for those that only a success ends. */
  readonly forgottenAfter: number | null;
}

/** NIST SP 800-63B-4 §3.2.2: wrong codes in a row after which none is taken: whoever guesses them has the password. */
export const MAX_WRONG_CODES = 100;

const QUARTER_HOUR_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;

const rules: Readonly<Record<Subject['kind'], Rule>> = {
  email: {
    freeFailures: 2,
    longestWaitSeconds: QUARTER_HOUR_SECONDS,
    forgottenAfter: MICROS_PER_DAY,
  },
  // Of everybody in an office, and not cleared by any one's success.
  address: {
    freeFailures: 19,
    longestWaitSeconds: QUARTER_HOUR_SECONDS,
    forgottenAfter: MICROS_PER_DAY,
  },
  mail: { freeFailures: 2, longestWaitSeconds: HOUR_SECONDS, forgottenAfter: MICROS_PER_DAY },
  code: { freeFailures: 2, longestWaitSeconds: HOUR_SECONDS, forgottenAfter: null },
};

/** The most that strangers make: those that failed longest ago are forgotten before their time. */
const MAX_SUBJECTS = 100_000;

/** A password or a recovery code. An account is throttled at one address and remains open at all others. */
export function passwordSubjects(attempt: {
  /** Of an account or not: both are answered alike. */
  readonly emailKey: string;
  readonly address: string;
}): readonly Subject[] {
  const network = networkOf(attempt.address);
  return [
    { kind: 'address', name: network },
    { kind: 'email', name: JSON.stringify([attempt.emailKey, network]) },
  ];
}

/** A link that is asked for by email, wherever: nobody's mailbox is to be filled. Such an attempt never succeeds, it only waits. */
export function resetSubjects(attempt: {
  readonly emailKey: string;
  readonly address: string;
}): readonly Subject[] {
  return [
    { kind: 'address', name: networkOf(attempt.address) },
    { kind: 'mail', name: attempt.emailKey },
  ];
}

/** A code of the authenticator app, wherever it is typed. A passkey is not throttled: there is nothing to guess. */
export function codeSubjects({ handle }: Pick<Row<'accounts'>, 'handle'>): readonly Subject[] {
  return [{ kind: 'code', name: handle.toString('base64url') }];
}

/**
 * Seconds until the next attempt may be made: 0 for now, and Infinity after too many wrong codes, which ends when a success is noted: of a recovery
 * code, a passkey, or a reset by an owner. Until the transaction ends, no other one may ask for the same subjects.
 */
export async function waitFor(tx: WriteTransaction, subjects: readonly Subject[]): Promise<number> {
  for (const subject of subjects) {
    const wait = remainingWait(await lock(tx, subject), subject, tx.now);
    // What is refused already makes no rows for the subjects that follow.
    if (wait > 0) return wait;
  }
  return 0;
}

export async function noteFailure(
  tx: WriteTransaction,
  subjects: readonly Subject[],
): Promise<void> {
  for (const subject of subjects) {
    const row = await lock(tx, subject);
    await writeFailures(tx, {
      subject: row.subject,
      failures: failuresAt(row, tx.now) + 1,
      failed_at: tx.now,
      forgotten_at: forgottenAt(subject, tx.now),
    });
  }
}

/** Clears what failed before, but of the address only the failure that was noted for this attempt. */
export async function noteSuccess(
  tx: WriteTransaction,
  subjects: readonly Subject[],
): Promise<void> {
  for (const subject of subjects) {
    if (subject.kind === 'address') await takeBackFailure(tx, [subject]);
    else await deleteFailures(tx, (await lock(tx, subject)).subject);
  }
}

/** Takes back the failure that was noted for an attempt that told nobody anything. */
export async function takeBackFailure(
  tx: WriteTransaction,
  subjects: readonly Subject[],
): Promise<void> {
  for (const subject of subjects) {
    const row = await lock(tx, subject);
    if (row.failures > 1) await writeFailures(tx, { ...row, failures: row.failures - 1 });
    else await deleteFailures(tx, row.subject);
  }
}

/** Deletes up to `limit` of what is forgotten; returns how many. */
export function forgetOldFailures(
  tx: WriteTransaction,
  limit: number,
  most = MAX_SUBJECTS,
): Promise<number> {
  return forgetFailures(tx, limit, most);
}

async function lock(tx: WriteTransaction, subject: Subject): Promise<FailuresRow> {
  const key = await keyOf(tx, 'sign_in');
  const text = JSON.stringify([subject.kind, subject.name]);
  const hash = createHmac('sha256', key).update(text).digest();
  return lockFailures(tx, { subject: hash, forgotten_at: forgottenAt(subject, tx.now) });
}

function forgottenAt({ kind }: Subject, now: Instant): Instant | null {
  const { forgottenAfter } = rules[kind];
  return forgottenAfter === null ? null : addMicros(now, forgottenAfter);
}

function failuresAt({ failures, forgotten_at }: FailuresRow, now: Instant): number {
  return forgotten_at !== null && forgotten_at <= now ? 0 : failures;
}

function remainingWait(row: FailuresRow, { kind }: Subject, now: Instant): number {
  const failures = failuresAt(row, now);
  const { freeFailures, longestWaitSeconds } = rules[kind];
  if (kind === 'code' && failures >= MAX_WRONG_CODES) return Infinity;
  if (failures <= freeFailures) return 0;
  // Nobody waits until the clock is there again. The next failure counts from now on.
  if (isAhead(row.failed_at, now)) return 0;
  const wait = Math.min(2 ** (failures - freeFailures - 1), longestWaitSeconds);
  return Math.max(0, Math.ceil(wait - (now - row.failed_at) / MICROS_PER_SECOND));
}

/** An IPv6 address stands for its /64, all of which one household or server has. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
