import type { ReactElement } from 'react';
import type { QuestionDescribed } from '../../../../shared/console/operation-results.ts';
import { slugOf } from '../../../../shared/slug.ts';
import { useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ArchivePart, PartForms } from './part-forms.tsx';
import { ArchivedStatus, PartSection } from './part-section.tsx';
import { useArchiving, useEventPart, type PartProps } from './use-event-part.ts';

export function Questions({ event }: PartProps): ReactElement {
  const { events, operations, shell } = useWords();
  const words = events.questions;
  const part = useEventPart<QuestionDescribed>(event, 'question');
  const archiving = useArchiving(part, 'question', ({ label }) => label);
  return (
    <PartSection
      title={events.tabs.questions}
      create={words.create}
      mayCreate={part.mayCreate}
      onCreate={() => part.ask({ kind: 'create' })}
    >
      <DataTable
        label={events.tabs.questions}
        view="question.list"
        input={{ event: event.reference }}
        rowKey={({ reference }) => reference}
        rowName={({ label }) => label}
        actions={archiving.actions}
        columns={[
          { id: 'name', name: words.name, render: ({ label }) => label },
          {
            id: 'status',
            name: events.columns.status,
            render: ({ archived_at }) => <ArchivedStatus at={archived_at} />,
          },
          { id: 'type', name: words.type, render: ({ type }) => operations.choices[type] },
          {
            id: 'options',
            name: words.options,
            render: ({ options }) => options?.join(' · ') ?? null,
          },
          {
            id: 'door',
            name: words.atDoor,
            render: ({ show_at_door }) => (show_at_door ? shell.yes : null),
          },
          { id: 'key', name: words.key, render: ({ key }) => <code>{key}</code> },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
      <PartForms
        event={event}
        part={part}
        resource="question"
        words={words}
        creating={{
          suggested: { type: 'text' },
          follows: { key: ({ label }) => keyOf(typeof label === 'string' ? label : '') },
          hides: ({ type }) => (typeof type === 'string' && isOfChoices(type) ? [] : ['options']),
        }}
        without={
          part.asked?.kind === 'edit' && isOfChoices(part.asked.row.type)
            ? ['status']
            : ['status', 'options']
        }
      />
      <ArchivePart part={part} archiving={archiving} words={words} />
    </PartSection>
  );
}

function isOfChoices(type: string): boolean {
  return type === 'select' || type === 'multiselect';
}

/** A key begins with a letter. */
function keyOf(label: string): string {
  return slugOf(label, '_')
    .replace(/^[\d_]+/, '')
    .slice(0, 40);
}
