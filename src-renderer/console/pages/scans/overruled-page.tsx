import type { ReactElement } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { useWords } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import { ScanTabs } from './scan-tabs.tsx';

/** Guests whom a supervisor let in in spite of a refusal. */
export function OverruledPage(): ReactElement {
  const { scans: words, tickets } = useWords();
  const events = useEvents();
  return (
    <Page title={words.overruledTitle}>
      <ScanTabs />
      <DataTable
        label={words.overruledTitle}
        view="scan.list"
        input={overruledOnly}
        rowKey={({ reference }) => reference}
        rowAddress={({ reference }) => `/scans/${reference}`}
        filters={[{ name: 'event', label: words.event, choices: events.choices }]}
        columns={[
          {
            id: 'at',
            name: words.at,
            isTime: true,
            render: (scan) => (
              <ZonedTime at={scan.scanned_at} zone={events.find(scan.event)?.timezone} />
            ),
            sort: { up: 'oldest', down: 'newest' },
          },
          {
            id: 'reason',
            name: words.overruled,
            render: ({ overruled }) => overruled && tickets.reasons[overruled.reason],
          },
          { id: 'note', name: words.note, render: ({ overruled }) => overruled?.note },
          {
            id: 'by',
            name: words.endedBy,
            render: ({ overruled }) => overruled?.station ?? words.staff,
          },
          {
            id: 'where',
            name: words.where,
            render: ({ scanner_location }) => scanner_location?.name,
          },
          { id: 'ticket', name: words.ticket, isReference: true, render: ({ ticket }) => ticket },
        ]}
        empty={{ title: words.noneOverruled, next: words.noneOverruledNext }}
      />
    </Page>
  );
}

const overruledOnly = { overruled: true } as const;
