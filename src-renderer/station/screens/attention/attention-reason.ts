import type { ActivityItem, AttentionItem } from '../../../../shared/station/journal-pages.ts';
import { type SignalledRow, signalOfRow } from '../../state/verdict/outcome-signal.ts';
import type { Words } from '../../i18n/en.ts';

/** A journal row that was changed after it was written: the station never sends it. */
const CHANGED = 'journal.changed';

/** Why a scan needs attention, in the screen's language; an unknown code is explained by the server's own message. */
export function whyOf(
  { code, message }: Pick<AttentionItem, 'code' | 'message'>,
  words: Words,
): string {
  const known = new Map(Object.entries(words.attention.why)).get(code);
  if (known !== undefined) return known;
  return `${words.attention.whySent} ${message.trim() === '' ? code : message}`;
}

/** What was shown, or done. */
export function wordOf(
  item: SignalledRow & Partial<Pick<ActivityItem, 'overruled'>>,
  words: Words,
): string {
  if (item.overruled !== undefined) return words.corrections.overruled;
  return item.kind === 'redemption' ? words.attention.redemption : words.signal[signalOfRow(item)];
}

/** Whether the server may be offered this scan again. */
export function canBeSent({ code }: Pick<AttentionItem, 'code'>): boolean {
  return code !== CHANGED;
}
