import type { AttentionItem } from '../../shared/station/journal-pages.ts';
import { type JournalRow, signalOfRow } from './outcome-signal.ts';
import type { Words } from './i18n/words.ts';

/** A journal row that was changed after it was written: the station never sends it. */
const CHANGED = 'journal.changed';

/** Codes that the catalogues explain: the station's, those of single scans, and those of whole requests. */
export const attentionCodes = [
  CHANGED,
  'ticket.unknown',
  'scan.mismatch',
  'validation.failed',
  'too_large',
  'refused',
  'not_found',
  'not_the_server',
  'invalid_response',
  'server_error',
  'conflict',
  'forbidden',
  'scope_missing',
] as const;
export type AttentionCode = (typeof attentionCodes)[number];

/** Why a scan needs attention, in the screen's language; an unknown code is explained by the server's own message. */
export function whyOf(
  { code, message }: Pick<AttentionItem, 'code' | 'message'>,
  words: Words,
): string {
  const known = attentionCodes.find((one) => one === code);
  if (known !== undefined) return words.attention.why[known];
  return `${words.attention.whySent} ${message.trim() === '' ? code : message}`;
}

/** What was shown, or done. */
export function wordOf(item: JournalRow, words: Words): string {
  return item.kind === 'redemption' ? words.attention.redemption : words.signal[signalOfRow(item)];
}

/** Whether the server may be offered this scan again. */
export function canBeSent({ code }: Pick<AttentionItem, 'code'>): boolean {
  return code !== CHANGED;
}
