import type { ReactElement } from 'react';
import type { TicketTypeDescribed } from '../../../../shared/console/operation-results.ts';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Status } from '../../components/status.tsx';
import { useAct } from '../../data/use-act.ts';
import type { RowOf } from '../../data/use-list.ts';
import { useView } from '../../data/use-view.ts';
import { PartSection } from './part-section.tsx';
import { useEventPart, type Asked, type PartProps } from './use-event-part.ts';

export function TicketTypes({ event }: PartProps): ReactElement {
  const { notify } = useConsole();
  const { events } = useWords();
  const words = events.ticketTypes;
  const formats = useFormats(event.timezone);
  const act = useAct();
  const part = useEventPart<TicketTypeDescribed>(event, 'ticket-type');
  const entryPoints = useView('location.list', { event: event.reference }).data ?? [];
  const nameOf = (reference: string) =>
    entryPoints.find((one) => one.reference === reference)?.name ?? reference;
  const sell = async (reference: string, active: boolean) => {
    const row = await act('ticket-type.update', { ticket_type: reference, active });
    if (row === null) return;
    notify(active ? words.selling(row.name) : words.stopped(row.name), () => {
      void sell(reference, !active);
    });
  };
  return (
    <PartSection
      title={events.tabs.ticketTypes}
      create={words.create}
      mayCreate={part.mayCreate}
      onCreate={() => part.ask({ kind: 'create' })}
    >
      <DataTable
        label={events.tabs.ticketTypes}
        view="ticket-type.list"
        input={{ event: event.reference }}
        rowKey={({ reference }) => reference}
        rowName={({ name }) => name}
        actions={(row) => [
          ...part.editAction(row),
          ...(part.mayEdit
            ? [
                {
                  id: 'sell',
                  name: row.is_active ? words.stop : words.sell,
                  onAction: () => void sell(row.reference, !row.is_active),
                },
              ]
            : []),
        ]}
        columns={[
          { id: 'name', name: words.name, render: ({ name }) => name },
          {
            id: 'status',
            name: words.status,
            render: ({ is_active }) => (
              <Status
                tone={is_active ? 'ok' : 'plain'}
                text={is_active ? words.onSale : words.notOnSale}
              />
            ),
          },
          {
            id: 'validity',
            name: words.validity,
            render: (row) => <Validity type={row} zone={event.timezone} />,
          },
          {
            id: 'entry-points',
            name: words.entryPoints,
            render: ({ entry_points }) =>
              entry_points ? formats.list(entry_points.map(nameOf)) : words.every,
          },
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
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
      {part.asked !== null && (
        <TicketTypeDialog
          event={event}
          asked={part.asked}
          entryPoints={entryPoints}
          onClose={part.close}
          onDone={part.saved}
        />
      )}
    </PartSection>
  );
}

/** Both limits on a line of their own: each is a date and a time. */
function Validity({ type, zone }: { readonly type: TicketTypeDescribed; readonly zone: string }) {
  const { events } = useWords();
  const words = events.ticketTypes;
  const formats = useFormats(zone);
  const { valid_from, valid_until } = type;
  if (!valid_from && !valid_until) return null;
  return (
    <>
      {valid_from && <div>{words.from(formats.dayTime(valid_from))}</div>}
      {valid_until && <div>{words.until(formats.dayTime(valid_until))}</div>}
    </>
  );
}

function TicketTypeDialog({
  event: { reference, timezone, currency },
  asked,
  entryPoints,
  onClose,
  onDone,
}: PartProps & {
  readonly asked: Asked<TicketTypeDescribed>;
  readonly entryPoints: readonly RowOf<'location.list'>[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { events } = useWords();
  const words = events.ticketTypes;
  const chosen = (asked.kind === 'create' ? null : asked.row.entry_points) ?? [];
  const options = entryPoints
    .filter((one) => one.archived_at === null || chosen.includes(one.reference))
    .map((one) => ({ id: one.reference, name: one.name }));
  const shared = {
    place: { zone: timezone, currency },
    options: { entry_points: options },
    without: options.length === 0 ? ['entry_points'] : [],
    onClose,
    onDone,
  };
  return asked.kind === 'create' ? (
    <OperationDialog
      {...shared}
      name="ticket-type.create"
      title={words.create}
      submit={words.create}
      fixed={{ event: reference }}
      suggested={{ active: true }}
    />
  ) : (
    <OperationDialog
      {...shared}
      name="ticket-type.update"
      title={words.edit}
      submit={events.save}
      fixed={{ ticket_type: asked.row.reference }}
      initial={{ ...asked.row, active: asked.row.is_active }}
    />
  );
}
