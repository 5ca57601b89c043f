import { emailKey } from '../store/email-key.ts';
import { invalid } from './domain-error.ts';

const MAX_EMAIL_LENGTH = 254;
/**
 * RFC 5321, in any script: words joined by single dots or one quoted word, `@`, and labels that neither begin nor end with a hyphen or an
 * address in brackets. Delivery proves the rest.
 */
const WORD = String.raw`[^\s\p{Cc}@.,:;<>()\[\]\\"]+`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}\p{So}_](?:[\p{L}\p{M}\p{N}\p{So}_\p{Cf}-]{0,61}[\p{L}\p{M}\p{N}\p{So}_])?`;
const LOCAL_PART = String.raw`(?:${WORD}(?:\.${WORD})*|"[^\s\p{Cc}@"\\]+")`;
const DOMAIN = String.raw`(?:${LABEL}(?:\.${LABEL})*|\[[\da-zA-Z.:]+\])`;
const EMAIL = new RegExp(`^${LOCAL_PART}@${DOMAIN}$`, 'u');

export interface Email {
  /** As it was spelled, without surrounding white space. */
  readonly spelling: string;
  /** Equal for all spellings of one address: NFC, lower case. Folded here because SQLite folds ASCII only. */
  readonly key: string;
}

/** Throws `validation.failed` unless `text` looks like an email address. */
export function parseEmail(text: string): Email {
  const spelling = text.trim();
  if (spelling.length > MAX_EMAIL_LENGTH || !spelling.isWellFormed() || !EMAIL.test(spelling)) {
    throw invalid('email', 'Expected a valid email address.');
  }
  return { spelling, key: emailKey(spelling) };
}
