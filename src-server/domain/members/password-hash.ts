import { PasswordThread } from './password-thread.ts';

/** Hashing takes 40 ms of processor time and 19 MiB: this thread does one at a time. */
const thread = new PasswordThread();

/**
 * What no password has: for an account that does not exist, or has no password, a guess takes as long as for one that does. Its parameters are
 * those of `password-worker.ts`.
 */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Argon2id as PHC writes it. Throws a `DomainError` with `server.busy` if too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return thread.hash(samePassword(password));
}

/** False for null, after as long. Throws a `DomainError` with `server.busy` if too many wait. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const guess = samePassword(password);
  // The library takes no empty password, and nobody has one.
  const known = guess === '' ? null : hash;
  const isRight = await thread.verify(known ?? NOBODY, guess === '' ? ' ' : guess);
  return isRight && known !== null;
}

/** Ends the thread once nothing waits for it; the next password starts another. */
export function endPasswordThread(): Promise<void> {
  return thread.end();
}

/** One password, however a keyboard composes its characters (NIST SP 800-63B-4 §3.1.1.2). */
export function samePassword(password: string): string {
  return password.normalize('NFC');
}
