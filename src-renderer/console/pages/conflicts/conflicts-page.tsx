import type { ReactElement } from 'react';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { Status } from '../../components/status.tsx';
import { useEvents } from '../../data/use-events.ts';
import { nameOf } from '../../state/person-name.ts';
import { useEventColumn } from '../events/use-event-column.ts';
import { ConflictsWordsProvider, useConflictsWords } from './conflicts-words.ts';

/** Scans that contradict each other or what the server knows now. */
export function ConflictsPage(): ReactElement {
  return (
    <ConflictsWordsProvider>
      <Conflicts />
    </ConflictsWordsProvider>
  );
}

function Conflicts(): ReactElement {
  const words = useConflictsWords();
  const { tickets } = useWords();
  const events = useEvents();
  const eventColumn = useEventColumn();
  const formats = useFormats();
  return (
    <Page title={words.title}>
      <DataTable
        label={words.title}
        view="conflict.list"
        rowKey={({ reference }) => reference}
        rowAddress={({ reference }) => `/conflicts/${reference}`}
        filters={[
          { name: 'event', label: words.event, choices: events.choices },
          {
            name: 'status',
            label: words.status,
            choices: (['open', 'resolved'] as const).map((id) => ({ id, name: words.states[id] })),
          },
        ]}
        columns={[
          { id: 'kind', name: words.kind, render: ({ kind }) => words.kinds[kind] },
          {
            id: 'holder',
            name: tickets.holder,
            render: ({ holder, ticket }) => nameOf(holder) || ticket,
          },
          {
            id: 'status',
            name: words.status,
            render: ({ state }) => (
              <Status tone={state === 'open' ? 'waiting' : 'ok'} text={words.states[state]} />
            ),
          },
          {
            id: 'where',
            name: words.where,
            render: ({ scans }) =>
              formats.list(scans.flatMap((scan) => scan.scanner_location?.name ?? [])),
          },
          ...eventColumn,
          {
            id: 'at',
            name: words.at,
            isTime: true,
            render: ({ created_at, event }) => (
              <ZonedTime at={created_at} zone={events.find(event)?.timezone} />
            ),
            sort: { up: 'oldest', down: 'newest' },
          },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
    </Page>
  );
}
