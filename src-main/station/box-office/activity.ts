import { formatInstant } from '../../../shared/instant.ts';
import {
  isShort,
  joinedWords,
  searchWords,
  seatWords,
  SHORTEST_JOINED,
  spelledWords,
} from '../../../shared/search-text.ts';
import {
  type ActivityFilter,
  MAX_ACTIVITY_PAGE,
  MAX_ATTENTION_PAGE,
} from '../../../shared/station/commands.ts';
import type {
  ActivityItem,
  ActivityPage,
  AttentionItem,
  AttentionPage,
} from '../../../shared/station/journal-pages.ts';
import type { Journal, JournalEntry, RefusedScan } from '../../ports/journal.ts';

/** Maximum number of rows read for one page, because a scan waits for it. */
const MOST_ROWS = 200;

/** A page of this station's activity at an event, newest first. It may be shorter than requested, even empty, without being the last. */
export function listActivity(
  journal: Pick<Journal, 'history'>,
  event: string,
  { before, limit, filter }: ActivityQuery,
  describe: DescribeRedemption = () => UNNAMED,
): ActivityPage {
  const wanted = Math.min(limit, MAX_ACTIVITY_PAGE);
  const words = searchWords(filter.words ?? '');
  const items: ActivityItem[] = [];
  const rows = journal.history(event, before, MOST_ROWS);
  for (const row of rows) {
    const item = itemOf(row, row.redemption === null ? UNNAMED : describe(row.redemption));
    if (!isWanted(item, filter, words)) continue;
    items.push(item);
    if (items.length === wanted) return { items, next: row.sequence };
  }
  return { items, next: rows.length < MOST_ROWS ? null : (rows.at(-1)?.sequence ?? null) };
}

/** What was handed out, and whose order it was. */
export type DescribeRedemption = (redemption: NonNullable<JournalEntry['redemption']>) => {
  readonly name: string | null;
  readonly holder: string | null;
};

const UNNAMED = { name: null, holder: null };

export interface ActivityQuery {
  readonly before: number | null;
  readonly limit: number;
  readonly filter: ActivityFilter;
}

const RESULTS: Readonly<Record<JournalEntry['kind'], NonNullable<ActivityFilter['result']>>> = {
  admitted: 'admitted',
  denied: 'denied',
  unknown_ticket: 'unknown',
  unreadable: 'unknown',
  redemption: 'redemption',
  release: 'release',
};

function isWanted(
  item: ActivityItem,
  { result, upload }: ActivityFilter,
  words: readonly string[],
): boolean {
  if (result !== undefined && RESULTS[item.kind] !== result) return false;
  if (upload !== undefined && item.upload !== upload) return false;
  if (words.length === 0) return true;
  const holder = item.holder ?? '';
  const others = [item.ticket_type, item.ticket, item.entry_point, item.redemption?.name];
  const own = [
    ...spelledWords(holder),
    ...seatWords(item.seat_label ?? ''),
    ...others.flatMap((text) => searchWords(text ?? '')),
  ];
  const joined = joinedWords([holder]);
  return words.every((word) => {
    if (isShort(word)) return own.some((one) => one.startsWith(word));
    return (word.length < SHORTEST_JOINED ? own : [...own, ...joined]).some((one) =>
      one.includes(word),
    );
  });
}

function itemOf(
  { sequence, scanned_at, shown, redemption, ...row }: JournalEntry,
  { name, holder }: ReturnType<DescribeRedemption>,
): ActivityItem {
  return {
    ...row,
    number: sequence,
    scanned_at: formatInstant(scanned_at),
    note: shown?.note,
    message: shown?.message ?? null,
    source: shown?.source ?? null,
    holder: shown?.holder ?? holder,
    ticket_type: shown?.ticket_type ?? null,
    seat_label: shown?.seat_label ?? null,
    redemption: redemption && { ...redemption, name },
    overruled: shown?.overruled,
  };
}

/** A page of the rows that the server has refused. */
export function listAttention(
  journal: Journal,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): AttentionPage {
  const { rows, next } = journal.refused(after ?? 0, Math.min(limit, MAX_ATTENTION_PAGE));
  return { total: journal.uploads().attention, items: rows.map(attentionItem), next };
}

function attentionItem({
  sequence,
  scanned_at,
  since,
  attempts,
  ...row
}: RefusedScan): AttentionItem {
  return {
    ...row,
    number: sequence,
    scanned_at: formatInstant(scanned_at),
    since: since === null ? null : formatInstant(since),
    offered: attempts,
  };
}
