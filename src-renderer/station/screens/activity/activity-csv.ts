import type { ActivityItem } from '../../../../shared/station/journal-pages.ts';
import { csvText } from '../../state/export-file.ts';
import { wordOf } from '../attention/attention-reason.ts';
import type { Words } from '../../i18n/en.ts';

/** Column names for programs, the same in every language. */
const columns = [
  'number',
  'reference',
  'at',
  'kind',
  'reason',
  'verdict',
  'holder',
  'ticket_type',
  'seat',
  'ticket',
  'entry_point',
  'source',
  'order',
  'order_line',
  'quantity',
  'sent',
  'add_on',
  'note',
] as const;

/** The activity as CSV; times are UTC. */
export function activityCsv(items: readonly ActivityItem[], words: Words): string {
  return csvText([columns, ...items.map((item) => cellsOf(item, words))]);
}

function cellsOf(item: ActivityItem, words: Words): readonly string[] {
  return [
    String(item.number),
    item.reference,
    item.scanned_at,
    item.kind,
    item.reason ?? '',
    wordOf(item, words),
    item.holder ?? '',
    item.ticket_type ?? '',
    item.seat_label ?? '',
    item.ticket ?? '',
    item.entry_point ?? words.actions.boxOffice,
    item.source ?? '',
    item.redemption?.order ?? '',
    item.redemption?.order_line ?? '',
    item.redemption === null ? '' : String(item.redemption.quantity),
    item.upload,
    item.redemption?.name ?? '',
    item.release?.note ?? item.overruled?.note ?? '',
  ];
}
