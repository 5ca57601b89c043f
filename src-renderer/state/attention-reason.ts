import type { AttentionItem } from '../../shared/station/journal-pages.ts';
import { signalOfRow } from './signal.ts';
import type { Words } from './words/words.ts';

/** A row of the journal that is no longer what was written: the station never sends it. */
const CHANGED = 'journal.changed';

/** Codes that the screens explain in their own words: the station's, those of single scans, and those of whole requests. */
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

/** Why a scan needs attention, in the language of the screen; a code that is not known here in the server's own sentence. */
export function whyOf(
  { code, message }: Pick<AttentionItem, 'code' | 'message'>,
  words: Words,
): string {
  const known = attentionCodes.find((one) => one === code);
  if (known !== undefined) return words.attention.why[known];
  return `${words.attention.whySent} ${message.trim() === '' ? code : message}`;
}

/** What was shown, or done. */
export function wordOf(item: Pick<AttentionItem, 'kind' | 'reason'>, words: Words): string {
  return item.kind === 'redemption' ? words.attention.redemption : words.signal[signalOfRow(item)];
}

/** Whether the server may be offered this scan again. */
export function canBeSent({ code }: Pick<AttentionItem, 'code'>): boolean {
  return code !== CHANGED;
}
