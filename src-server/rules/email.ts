import { codePointOf, trimmed } from '../../shared/plain-text.ts';
import { asciiDomain, mailboxKey } from '../database/mailbox-key.ts';
import { invalid } from './domain-error.ts';
import { contactColumns } from '../../shared/resources/contacts.ts';
import { problem } from '../../shared/console/problems.ts';

/**
 * RFC 5321, in any script: words joined by single dots or one quoted word, `@`, and labels that neither begin nor end with a hyphen or an
 * address in brackets. Delivery proves the rest.
 */
const WORD = String.raw`[^\s\p{Cc}@.,:;<>()\[\]\\"]+`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}\p{So}_](?:[\p{L}\p{M}\p{N}\p{So}_\u200C\u200D-]{0,61}[\p{L}\p{M}\p{N}\p{So}_])?`;
const LOCAL_PART = String.raw`(?:${WORD}(?:\.${WORD})*|"[^\s\p{Cc}@"\\]+")`;
const DOMAIN = String.raw`(?:${LABEL}(?:\.${LABEL})*|\[[\da-zA-Z.:]+\])`;
const EMAIL = new RegExp(`^${LOCAL_PART}@${DOMAIN}$`, 'u');
/** What nobody sees, what has no meaning of its own (private use, unassigned), and what looks like a space. */
const UNSEEN = String.raw`[\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\s`;
const AROUND = new RegExp(`^(?:${UNSEEN}| )$`, 'u');
const INSIDE = new RegExp(UNSEEN, 'u');
/** The joiners, which domains of some scripts are spelled with; UTS 46 says where. */
const JOINERS = /[\u200C\u200D]/gu;

export interface Email {
  /** As it was spelled, without white space and invisible characters around it. */
  readonly spelling: string;
  /** Equal for all spellings of one mailbox. */
  readonly key: string;
}

/** Throws `validation.failed` unless `text` looks like an email address; an invisible character in it is named. */
export function parseEmail(text: string): Email {
  const spelling = trimmed(text, AROUND);
  const at = spelling.lastIndexOf('@');
  const domain = spelling.slice(at + 1);
  const visible = at === -1 ? spelling : spelling.slice(0, at) + domain.replaceAll(JOINERS, '');
  const [unseen] = INSIDE.exec(visible) ?? [];
  if (unseen !== undefined) {
    const what = `${codePointOf(unseen)}, which cannot be seen in it`;
    throw invalid('email', problem('unseen', { field: 'an email address', what }));
  }
  const isValid =
    spelling.length <= contactColumns.email.maxLength &&
    EMAIL.test(spelling) &&
    (domain.startsWith('[') || asciiDomain(domain) !== null);
  if (!isValid) throw invalid('email', problem('not_email', {}));
  return { spelling, key: mailboxKey(spelling) };
}
