import type { Column } from '../../components/data-table.tsx';
import type { Filter } from '../../components/filter-menu.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { useWords } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import type { RowOf } from '../../data/use-list.ts';

type ScanColumn = Column<RowOf<'scan.list'>>;

/** What every list of scans has: when, where, which ticket, and the choice of an event. */
export function useScanColumns(): Readonly<Record<'at' | 'where' | 'ticket', ScanColumn>> & {
  readonly ofEvent: Filter;
} {
  const { scans: words } = useWords();
  const events = useEvents();
  return {
    at: {
      id: 'at',
      name: words.at,
      isTime: true,
      render: (scan) => <ZonedTime at={scan.scanned_at} zone={events.find(scan.event)?.timezone} />,
      sort: { up: 'oldest', down: 'newest' },
    },
    where: { id: 'where', name: words.where, render: (scan) => scan.scanner_location?.name },
    ticket: { id: 'ticket', name: words.ticket, isReference: true, render: ({ ticket }) => ticket },
    ofEvent: { name: 'event', label: words.event, choices: events.choices },
  };
}
