import type { ReactElement } from 'react';
import type { AddOnDescribed } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ArchivePart, PartForms } from './part-forms.tsx';
import { ArchivedStatus, PartSection } from './part-section.tsx';
import { useArchiving, useEventPart, type PartProps } from './use-event-part.ts';

export function AddOns({ event }: PartProps): ReactElement {
  const { events } = useWords();
  const words = events.addOns;
  const { price, sold, total, status, unlimited } = events.ticketTypes;
  const formats = useFormats(event.timezone);
  const part = useEventPart<AddOnDescribed>(event, 'add-on');
  const archiving = useArchiving(part, 'add-on', ({ name }) => name);
  return (
    <PartSection
      title={events.tabs.addOns}
      create={words.create}
      mayCreate={part.mayCreate}
      onCreate={() => part.ask({ kind: 'create' })}
    >
      <DataTable
        label={events.tabs.addOns}
        view="add-on.list"
        input={{ event: event.reference }}
        rowKey={({ reference }) => reference}
        rowName={({ name }) => name}
        actions={archiving.actions}
        columns={[
          { id: 'name', name: words.name, render: ({ name }) => name },
          {
            id: 'status',
            name: status,
            render: ({ archived_at }) => <ArchivedStatus at={archived_at} />,
          },
          {
            id: 'price',
            name: price,
            isNumeric: true,
            render: (row) => formats.money(row.price, row.currency),
          },
          {
            id: 'sold',
            name: sold,
            isNumeric: true,
            render: (row) => formats.number(row.sold),
          },
          {
            id: 'total',
            name: total,
            isNumeric: true,
            render: (row) => (row.total === null ? unlimited : formats.number(row.total)),
          },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
      <PartForms event={event} part={part} resource="add-on" words={words} without={['status']} />
      <ArchivePart part={part} archiving={archiving} words={words} />
    </PartSection>
  );
}
