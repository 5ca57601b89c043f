import type { WriteTransaction } from '../database/transaction.ts';
import { emailKeyOf, findAccount, type AccountRow } from '../domain/members/accounts.ts';
import { verifyPassword } from '../domain/members/password-hash.ts';
import {
  noteFailure,
  passwordSubjects,
  takeBackFailure,
  waitFor,
  type Subject,
} from '../domain/members/throttle.ts';
import type { ConsoleContext } from './console-context.ts';
import { ConsoleError } from './console-error.ts';

/** Counts an attempt as a failure until it has succeeded. Throws `session.throttled`, and `session.authenticator_ended` where waiting does not help. */
export async function takeAttempt(
  tx: WriteTransaction,
  subjects: readonly Subject[],
): Promise<void> {
  const seconds = await waitFor(tx, subjects);
  if (seconds === Infinity) throw new ConsoleError('session.authenticator_ended');
  if (seconds > 0) throw new ConsoleError('session.throttled', { 'retry-after': String(seconds) });
  await noteFailure(tx, subjects);
}

/**
 * The account whose password it is, and what to note the success for; null if it is wrong, or of nobody. Throws `session.throttled`, and
 * `server.busy` for an attempt that counts for nothing.
 */
export async function tryPassword(
  { database, address }: Pick<ConsoleContext, 'database' | 'address'>,
  email: string,
  password: string,
): Promise<{ readonly account: AccountRow; readonly subjects: readonly Subject[] } | null> {
  const subjects = passwordSubjects({ emailKey: emailKeyOf(email), address });
  const account = await database.write(async (tx) => {
    // Counted before the password is compared, so that no number of requests at the same time gets a second guess.
    await takeAttempt(tx, subjects);
    return findAccount(tx, email);
  });
  try {
    const isRight = await verifyPassword(account?.password_hash ?? null, password);
    return isRight && account !== undefined ? { account, subjects } : null;
  } catch (error) {
    await database.write((tx) => takeBackFailure(tx, subjects));
    throw error;
  }
}
