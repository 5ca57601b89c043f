import { invalid } from '../../rules/domain-error.ts';
import { mailboxKey } from '../../database/mailbox-key.ts';
import common from './common-passwords.json' with { type: 'json' };
import { samePassword } from './password-hash.ts';

/** Enough because a second factor is always asked for (NIST SP 800-63B §3.1.1.2). */
const MIN_LENGTH = 8;
const MAX_LENGTH = 256;
const PRODUCT = 'gatehouse';

let commonest: ReadonlySet<string> | null = null;

/** Throws for what would be guessed first; otherwise any characters will do. `email` is that of the account. */
export function checkPassword(password: string, email: string): void {
  const same = samePassword(password);
  const length = Array.from(same).length;
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw invalid('password', `Expected a password of ${MIN_LENGTH} to ${MAX_LENGTH} characters.`);
  }
  commonest ??= new Set(common.passwords);
  const lower = same.toLowerCase();
  if (commonest.has(lower)) {
    throw invalid('password', 'This is one of the commonest passwords: choose another.');
  }
  if (lower === PRODUCT || mailboxKey(same) === mailboxKey(email)) {
    throw invalid('password', 'Expected a password that is not the email address or Gatehouse.');
  }
}
