import { emailKey } from '../../shared/email-key.ts';
import { invalid } from './domain-error.ts';

const MAX_EMAIL_LENGTH = 254;
/** One `@`, something before it, a domain after it, no white space or control characters. Delivery proves the rest. */
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)*$/u;

export interface Email {
  /** As it was spelled, without surrounding white space. */
  readonly spelling: string;
  /** What two spellings of one address share: NFC, lower case. Folded here because SQLite folds ASCII only. */
  readonly key: string;
}

/** Throws `validation.failed` unless `text` looks like an email address. */
export function parseEmail(text: string): Email {
  const spelling = text.trim();
  if (!EMAIL.test(spelling) || spelling.length > MAX_EMAIL_LENGTH || !spelling.isWellFormed()) {
    throw invalid('email', 'Expected a valid email address.');
  }
  return { spelling, key: emailKey(spelling) };
}
