import type { ReactElement, ReactNode } from 'react';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { RowOf } from '../../data/use-list.ts';
import { EventStatus } from './event-status.tsx';

interface Props {
  /** What the page fixes. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** What makes a new one; false for who may not. */
  readonly action: ReactNode;
  readonly renderBulk?:
    ((rows: readonly RowOf<'event.list'>[], clear: () => void) => ReactNode) | undefined;
}

/** Events, each with when it starts and how much of it is sold. */
export function EventTable({ input, action, renderBulk }: Props): ReactElement {
  const { events: words } = useWords();
  const formats = useFormats();
  return (
    <DataTable
      label={words.title}
      view="event.list"
      {...(input !== undefined && { input })}
      renderBulk={renderBulk}
      rowKey={({ reference }) => reference}
      rowName={({ name }) => name}
      rowAddress={({ reference }) => `/events/${reference}`}
      filters={[
        {
          name: 'status',
          label: words.columns.status,
          choices: (['published', 'draft', 'archived'] as const).map((id) => ({
            id,
            name: words.statuses[id],
          })),
        },
        {
          name: 'when',
          label: words.when.title,
          choices: (['upcoming', 'past'] as const).map((id) => ({ id, name: words.when[id] })),
        },
      ]}
      columns={[
        {
          id: 'name',
          name: words.columns.name,
          render: ({ name }) => name,
          sort: { up: 'name', down: '-name' },
        },
        {
          id: 'starts',
          name: words.columns.starts,
          isTime: true,
          render: ({ starts_at, timezone }) =>
            starts_at !== null && <ZonedTime at={starts_at} zone={timezone} />,
          sort: { up: 'starts', down: '-starts' },
        },
        {
          id: 'status',
          name: words.columns.status,
          render: (event) => <EventStatus event={event} />,
        },
        {
          id: 'sold',
          name: words.columns.sold,
          isNumeric: true,
          render: ({ ticket_types }) =>
            formats.number(ticket_types.reduce((sum, { sold }) => sum + (sold ?? 0), 0)),
        },
      ]}
      empty={{ title: words.empty, next: action !== false && words.emptyNext, action }}
    />
  );
}
