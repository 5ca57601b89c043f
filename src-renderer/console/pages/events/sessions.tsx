import type { ReactElement } from 'react';
import type { SessionDescribed } from '../../../../shared/console/operation-results.ts';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Status } from '../../components/status.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';
import { PartForms } from './part-forms.tsx';
import { PartSection } from './part-section.tsx';
import { useEventPart, type PartProps } from './use-event-part.ts';

export function Sessions({ event }: PartProps): ReactElement {
  const { events } = useWords();
  const words = events.sessions;
  const formats = useFormats(event.timezone);
  const part = useEventPart<SessionDescribed>(event, 'session');
  const mayCancel = useMay('session.cancel') && part.mayEdit;
  const { asked, close } = part;
  return (
    <PartSection
      title={events.tabs.sessions}
      create={words.create}
      mayCreate={part.mayCreate}
      onCreate={() => part.ask({ kind: 'create' })}
    >
      <DataTable
        label={events.tabs.sessions}
        view="session.list"
        input={{ event: event.reference }}
        rowKey={({ reference }) => reference}
        rowName={({ name }) => name}
        actions={(row) => {
          if (row.cancelled_at !== null) return [];
          const cancel = {
            id: 'cancel',
            name: words.cancel,
            isDangerous: true,
            onAction: () => part.ask({ kind: 'end', row }),
          };
          return [...part.editAction(row), ...(mayCancel ? [cancel] : [])];
        }}
        columns={[
          { id: 'name', name: words.name, render: ({ name }) => name },
          {
            id: 'starts',
            name: words.starts,
            isTime: true,
            render: ({ starts_at }) => formats.dayTime(starts_at),
          },
          {
            id: 'ends',
            name: words.ends,
            isTime: true,
            render: ({ ends_at }) => formats.dayTime(ends_at),
          },
          {
            id: 'status',
            name: words.status,
            render: ({ cancelled_at }) =>
              cancelled_at === null ? null : (
                <Status tone="no" text={words.cancelled(formats.dayTime(cancelled_at))} />
              ),
          },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
      <PartForms event={event} part={part} resource="session" words={words} />
      {asked?.kind === 'end' && <CancelSession session={asked.row} onClose={close} />}
    </PartSection>
  );
}

/** Says how many hold tickets for it. */
function CancelSession({
  session: { reference, name },
  onClose,
}: {
  readonly session: SessionDescribed;
  readonly onClose: () => void;
}) {
  const { notify } = useConsole();
  const { events } = useWords();
  const words = events.sessions;
  const formats = useFormats();
  const tickets = useView('session.show', { session: reference }).data?.tickets;
  return (
    <ConfirmOperation
      name="session.cancel"
      input={{ session: reference }}
      title={words.cancel}
      what={
        tickets === undefined
          ? words.counting
          : words.cancelWhat(name, tickets, formats.number(tickets))
      }
      onClose={onClose}
      onDone={() => notify(words.cancelDone(name))}
    />
  );
}
