import type { Column } from '../../components/data-table.tsx';
import type { Filter } from '../../components/filter-menu.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { useWords } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import type { RowOf } from '../../data/use-list.ts';
import { nameOf } from '../../state/person-name.ts';
import { useEventColumn } from '../events/use-event-column.ts';

type ScanColumn = Column<RowOf<'scan.list'>>;

/** What every list of scans has: when, whose, where, for which event, and the choice of one. */
export function useScanColumns(): Readonly<Record<'at' | 'holder' | 'where', ScanColumn>> & {
  readonly eventColumn: readonly ScanColumn[];
  readonly ofEvent: Filter;
} {
  const { scans: words, tickets } = useWords();
  const events = useEvents();
  const eventColumn = useEventColumn();
  return {
    at: {
      id: 'at',
      name: words.at,
      isTime: true,
      render: (scan) => <ZonedTime at={scan.scanned_at} zone={events.find(scan.event)?.timezone} />,
      sort: { up: 'oldest', down: 'newest' },
    },
    holder: {
      id: 'holder',
      name: tickets.holder,
      render: ({ holder, ticket }) => nameOf(holder) || ticket,
    },
    eventColumn,
    where: { id: 'where', name: words.where, render: (scan) => scan.scanner_location?.name },
    ofEvent: { name: 'event', label: words.event, choices: events.choices },
  };
}
