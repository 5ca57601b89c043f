import type { ReactElement } from 'react';
import type { EventDescribed } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../components/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';

interface Props {
  readonly event: EventDescribed;
}

export function TicketTypes({ event }: Props): ReactElement {
  const { events, shell } = useWords();
  const words = events.ticketTypes;
  const formats = useFormats(event.timezone);
  return (
    <DataTable
      label={events.tabs.ticketTypes}
      view="ticket-type.list"
      input={{ event: event.reference }}
      rowKey={({ reference }) => reference}
      rowName={({ name }) => name}
      columns={[
        { id: 'name', name: words.name, render: ({ name }) => name },
        {
          id: 'price',
          name: words.price,
          isNumeric: true,
          render: ({ price, currency }) => formats.money(price, currency),
        },
        {
          id: 'sold',
          name: words.sold,
          isNumeric: true,
          render: ({ sold }) => formats.number(sold ?? 0),
        },
        {
          id: 'total',
          name: words.total,
          isNumeric: true,
          render: ({ total }) => (total === null ? words.unlimited : formats.number(total)),
        },
        {
          id: 'active',
          name: words.active,
          render: ({ is_active }) => (is_active ? shell.yes : shell.no),
        },
      ]}
      empty={{ title: words.empty }}
    />
  );
}

export function Sessions({ event }: Props): ReactElement {
  const { events } = useWords();
  const words = events.sessions;
  const formats = useFormats(event.timezone);
  return (
    <DataTable
      label={events.tabs.sessions}
      view="session.list"
      input={{ event: event.reference }}
      rowKey={({ reference }) => reference}
      rowName={({ name }) => name}
      columns={[
        { id: 'name', name: words.name, render: ({ name }) => name },
        { id: 'starts', name: words.starts, render: ({ starts_at }) => formats.dayTime(starts_at) },
        { id: 'ends', name: words.ends, render: ({ ends_at }) => formats.dayTime(ends_at) },
        {
          id: 'cancelled',
          name: words.cancelled,
          render: ({ cancelled_at }) =>
            cancelled_at === null ? null : formats.dayTime(cancelled_at),
        },
      ]}
      empty={{ title: words.empty }}
    />
  );
}

export function EntryPoints({ event }: Props): ReactElement {
  const { events } = useWords();
  const words = events.entryPoints;
  const formats = useFormats(event.timezone);
  return (
    <DataTable
      label={events.tabs.entryPoints}
      view="location.list"
      input={{ event: event.reference }}
      rowKey={({ reference }) => reference}
      rowName={({ name }) => name}
      columns={[
        { id: 'name', name: words.name, render: ({ name }) => name },
        {
          id: 'archived',
          name: words.archived,
          render: ({ archived_at }) => (archived_at === null ? null : formats.dayTime(archived_at)),
        },
      ]}
      empty={{ title: words.empty }}
    />
  );
}
