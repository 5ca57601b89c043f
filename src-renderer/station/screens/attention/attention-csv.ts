import type { AttentionItem } from '../../../../shared/station/journal-pages.ts';
import { csvText } from '../../state/export-file.ts';
import { whyOf, wordOf } from './attention-reason.ts';
import type { Words } from '../../i18n/en.ts';

/** Column names for programs, the same in every language. */
const columns = [
  'number',
  'reference',
  'scanned_at',
  'result',
  'reason',
  'verdict',
  'ticket',
  'entry_point',
  'code',
  'why',
  'message',
  'refused_at',
  'times_sent',
  'waiting',
] as const;

/** The server's name. Empty for a row whose kind was tampered with. */
const RESULTS: Readonly<Record<AttentionItem['kind'], string>> = {
  admitted: 'allowed',
  denied: 'denied',
  unknown_ticket: '',
  unreadable: '',
  redemption: '',
  release: '',
};

/** The list as CSV; times are UTC. */
export function attentionCsv(items: readonly AttentionItem[], words: Words): string {
  return csvText([columns, ...items.map((item) => cellsOf(item, words))]);
}

function cellsOf(item: AttentionItem, words: Words): readonly string[] {
  return [
    String(item.number),
    item.reference,
    item.scanned_at,
    RESULTS[item.kind],
    item.reason ?? '',
    wordOf(item, words),
    item.ticket ?? '',
    item.entry_point ?? words.actions.boxOffice,
    item.code,
    whyOf(item, words),
    item.message,
    item.since ?? '',
    String(item.offered),
    item.waiting ? 'yes' : 'no',
  ];
}
