import type { ReactElement } from 'react';
import type { LocationDescribed } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { choiceWord } from '../../state/choice-word.ts';
import { useView } from '../../data/use-view.ts';
import { ArchivePart, PartForms } from './part-forms.tsx';
import { ArchivedStatus, PartSection } from './part-section.tsx';
import { useArchiving, useEventPart, type PartProps } from './use-event-part.ts';

export function EntryPoints({ event }: PartProps): ReactElement {
  const { events, operations } = useWords();
  const words = events.entryPoints;
  const formats = useFormats();
  const part = useEventPart<LocationDescribed>(event, 'location');
  const archiving = useArchiving(part, 'location', ({ name }) => name);
  const ticketTypes = useView('ticket-type.list', { event: event.reference }).data ?? [];
  const admittedAt = ({ reference }: LocationDescribed) => {
    const types = ticketTypes.filter(
      ({ entry_points }) => !entry_points || entry_points.includes(reference),
    );
    if (types.length === ticketTypes.length) return events.ticketTypes.every;
    return types.length === 0 ? words.nothing : formats.list(types.map(({ name }) => name));
  };
  return (
    <PartSection
      title={events.tabs.entryPoints}
      create={words.create}
      mayCreate={part.mayCreate}
      onCreate={() => part.ask({ kind: 'create' })}
    >
      <DataTable
        label={events.tabs.entryPoints}
        view="location.list"
        input={{ event: event.reference }}
        rowKey={({ reference }) => reference}
        rowName={({ name }) => name}
        actions={archiving.actions}
        columns={[
          { id: 'name', name: words.name, render: ({ name }) => name },
          {
            id: 'direction',
            name: words.direction,
            render: ({ direction }) => choiceWord(operations, 'direction', direction),
          },
          {
            id: 'status',
            name: events.columns.status,
            render: ({ archived_at }) => <ArchivedStatus at={archived_at} />,
          },
          { id: 'admits', name: words.admits, render: admittedAt },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
      <PartForms event={event} part={part} resource="location" words={words} without={['status']} />
      <ArchivePart part={part} archiving={archiving} words={words} />
    </PartSection>
  );
}
