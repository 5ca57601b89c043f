import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { TicketWithEvent } from '../../../../shared/resources/tickets.ts';
import { ticketStatuses } from '../../../../shared/verdict/terms/facts.ts';
import { Button } from '../../../components/button.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { Filter } from '../../components/filter-menu.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';
import { readListSearch } from '../../state/list-search.ts';
import { nameOf } from '../../state/person-name.ts';
import { useEventColumn } from '../events/use-event-column.ts';
import { CancelTickets } from './cancel-tickets.tsx';
import { PrintTickets } from './print-tickets.tsx';
import { TicketStatus } from './ticket-status.tsx';

interface Props {
  /** What the page fixes, such as the order. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Tickets with their holders. */
export function TicketTable({ input }: Props): ReactElement {
  const { tickets: words } = useWords();
  const formats = useFormats();
  const filters = useFilters();
  const [printed, setPrinted] = useState<readonly TicketWithEvent[] | null>(null);
  const [cancelled, setCancelled] = useState<readonly TicketWithEvent[] | null>(null);
  const isOfOrder = input?.['order'] !== undefined;
  const eventColumn = useEventColumn();
  const mayPrint = useMay('ticket.code');
  const mayCancel = useMay('ticket.cancel');
  return (
    <>
      <DataTable
        label={words.title}
        view="ticket.list"
        input={input}
        isPart={isOfOrder}
        rowKey={({ reference }) => reference}
        rowName={({ reference, contact }) => nameOf(contact) || reference}
        rowAddress={({ reference }) => `/tickets/${reference}`}
        filters={filters}
        columns={[
          {
            id: 'holder',
            name: words.holder,
            render: ({ contact }) => nameOf(contact) || words.nobody,
            sort: { up: 'holder', down: '-holder' },
          },
          { id: 'type', name: words.type, render: ({ ticket_type }) => ticket_type?.name },
          ...(isOfOrder ? [] : eventColumn),
          { id: 'session', name: words.session, render: ({ session }) => session?.name },
          {
            id: 'seat',
            name: words.seat,
            render: ({ seat_label }) => seat_label,
            sort: { up: 'seat', down: '-seat' },
          },
          {
            id: 'status',
            name: words.status,
            render: ({ status }) => <TicketStatus status={status} />,
          },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
        renderBulk={
          mayPrint || mayCancel
            ? (rows, clear) => (
                <>
                  {mayPrint && (
                    <Button onPress={() => setPrinted(rows)}>{words.actions.print}</Button>
                  )}
                  {mayCancel && (
                    <Button
                      onPress={() => {
                        setCancelled(rows);
                        clear();
                      }}
                    >
                      {words.cancelMany(formats.number(rows.length))}
                    </Button>
                  )}
                </>
              )
            : undefined
        }
      />
      {printed !== null && <PrintTickets tickets={printed} onDone={() => setPrinted(null)} />}
      {cancelled !== null && (
        <CancelTickets tickets={cancelled} onClose={() => setCancelled(null)} />
      )}
    </>
  );
}

/** Sessions and ticket types are of one event, so they can be chosen once that is. */
function useFilters(): readonly Filter[] {
  const { tickets: words } = useWords();
  const events = useEvents();
  const { event } = readListSearch(useSearch({ strict: false }));
  const isNeeded = event !== undefined;
  const sessions = useView('session.list', { event }, { isNeeded }).data ?? [];
  const types = useView('ticket-type.list', { event }, { isNeeded }).data ?? [];
  return [
    { name: 'event', label: words.event, choices: events.choices },
    ...(types.length > 0
      ? [{ name: 'ticket_type', label: words.type, choices: choicesOf(types), of: 'event' }]
      : []),
    ...(sessions.length > 0
      ? [{ name: 'session', label: words.session, choices: choicesOf(sessions), of: 'event' }]
      : []),
    {
      name: 'status',
      label: words.status,
      choices: ticketStatuses.map((id) => ({ id, name: words.statuses[id] })),
    },
    {
      name: 'checked_in',
      label: words.checkedIn,
      choices: [
        { id: 'yes', name: words.isIn },
        { id: 'no', name: words.isNotIn },
      ],
    },
  ];
}

function choicesOf(rows: readonly { readonly reference: string; readonly name: string }[]) {
  return rows.map(({ reference, name }) => ({ id: reference, name }));
}
