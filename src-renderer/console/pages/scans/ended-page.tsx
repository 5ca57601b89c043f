import type { ReactElement } from 'react';
import { releaseKinds } from '../../../../shared/verdict/terms/releases.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { useWords } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import { nameOf } from '../../state/person-name.ts';
import { useEventColumn } from '../events/use-event-column.ts';
import { ScanTabs } from './scan-tabs.tsx';

/** Guests who went out, and admissions that were undone. */
export function EndedPage(): ReactElement {
  const { scans: words, tickets } = useWords();
  const events = useEvents();
  const eventColumn = useEventColumn();
  return (
    <Page title={words.endedTitle}>
      <ScanTabs />
      <DataTable
        label={words.endedTitle}
        view="release.list"
        rowKey={({ reference }) => reference}
        rowAddress={({ scan }) => (scan === null ? undefined : `/scans/${scan}`)}
        filters={[
          { name: 'event', label: words.event, choices: events.choices },
          {
            name: 'kind',
            label: words.endedAs,
            choices: releaseKinds.map((id) => ({ id, name: words.kinds[id] })),
          },
        ]}
        columns={[
          {
            id: 'at',
            name: words.endedAt,
            isTime: true,
            render: ({ released_at, event }) => (
              <ZonedTime at={released_at} zone={events.find(event)?.timezone} />
            ),
            sort: { up: 'oldest', down: 'newest' },
          },
          {
            id: 'holder',
            name: tickets.holder,
            render: ({ holder, ticket }) => nameOf(holder) || ticket,
          },
          { id: 'kind', name: words.endedAs, render: ({ kind }) => words.kinds[kind] },
          {
            id: 'where',
            name: words.where,
            render: ({ scanner_location }) => scanner_location?.name,
          },
          {
            id: 'by',
            name: words.endedBy,
            render: ({ released_by }) => released_by ?? words.staff,
          },
          { id: 'note', name: words.note, render: ({ note }) => note },
          ...eventColumn,
        ]}
        empty={{ title: words.noneEnded, next: words.noneEndedNext }}
      />
    </Page>
  );
}
