import { problem } from '../../../shared/console/problems.ts';
import { invalid } from '../../rules/domain-error.ts';
import common from './common-passwords.json' with { type: 'json' };
import { samePassword } from './password-hash.ts';

/** Enough because a second factor is always asked for (NIST SP 800-63B-4 §3.1.1.2). */
const MIN_LENGTH = 8;
const MAX_LENGTH = 256;
const PRODUCT = 'gatehouse';
const MIN_WORD_LENGTH = 4;

let commonest: ReadonlySet<string> | null = null;

/** Throws for what would be guessed first; otherwise any characters will do. `email` is that of the account, `field` what the password is called in the request. */
export function checkPassword(password: string, email: string, field = 'password'): void {
  const same = samePassword(password);
  const length = Array.from(same).length;
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw invalid(field, problem('password_length', { least: MIN_LENGTH, most: MAX_LENGTH }));
  }
  commonest ??= new Set(common.passwords);
  // A guess is one in full-width letters as well.
  const lower = same.normalize('NFKC').toLowerCase();
  if (commonest.has(lower)) {
    throw invalid(field, problem('password_common', {}));
  }
  const left = guessedWords(email).reduce((rest, word) => rest.replaceAll(word, ''), lower);
  if (Array.from(left).length < MIN_LENGTH) {
    throw invalid(field, problem('password_guessed', { least: MIN_LENGTH }));
  }
}

/** What somebody who knows the account tries first, longest first. Short ones are in any sentence. */
function guessedWords(email: string): readonly string[] {
  const address = email.toLowerCase();
  return [address, ...address.split(/[^\p{L}\p{N}]+/u), PRODUCT]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((one, other) => other.length - one.length);
}
