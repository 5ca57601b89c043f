import { useState } from 'react';
import type { ReactElement } from 'react';
import type { EventDescribed } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useFormats, useWords } from '../../components/console-context.tsx';
import { Loading } from '../../components/loading.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { EntryPoints, Sessions, TicketTypes } from './event-parts.tsx';
import { EventStatus } from './event-status.tsx';

/** One event with its parts. */
export function EventPage(): ReactElement {
  const reference = useParam('event');
  const { data: event, error, refetch } = useView('event.show', { event: reference });
  if (event === undefined)
    return error === null ? <Loading /> : <Trouble error={error} onRetry={() => void refetch()} />;
  return <EventRecord event={event} />;
}

function EventRecord({ event }: { readonly event: EventDescribed }): ReactElement {
  const { notify } = useConsole();
  const { events: words } = useWords();
  const tab = useParam('tab');
  const [asked, setAsked] = useState<'edit' | 'archive' | null>(null);
  const mayEdit = useMay('event.update');
  const mayArchive = useMay('event.archive') && event.deleted_at === null;
  const { reference, name, timezone, currency, opens_before_minutes } = event;
  const address = `/events/${reference}`;
  const close = () => setAsked(null);
  return (
    <RecordPage
      title={name}
      reference={reference}
      list={{ name: words.title, address: '/events' }}
      status={<EventStatus event={event} />}
      main={mayEdit && <Button onPress={() => setAsked('edit')}>{words.edit}</Button>}
      actions={
        mayArchive
          ? [
              {
                id: 'archive',
                name: words.archive,
                isDangerous: true,
                onAction: () => setAsked('archive'),
              },
            ]
          : []
      }
      tabs={[
        { name: words.tabs.overview, address },
        { name: words.tabs.ticketTypes, address: `${address}/ticket-types` },
        { name: words.tabs.sessions, address: `${address}/sessions` },
        { name: words.tabs.entryPoints, address: `${address}/entry-points` },
      ]}
    >
      {tab === '' && <Overview event={event} />}
      {tab === 'ticket-types' && <TicketTypes event={event} />}
      {tab === 'sessions' && <Sessions event={event} />}
      {tab === 'entry-points' && <EntryPoints event={event} />}
      {asked === 'edit' && (
        <OperationDialog
          name="event.update"
          title={words.edit}
          submit={words.save}
          fixed={{ event: reference }}
          initial={{ ...event, opens_before: opens_before_minutes }}
          place={{ zone: timezone, currency }}
          onClose={close}
          onDone={() => notify(words.saved)}
        />
      )}
      {asked === 'archive' && (
        <ConfirmOperation
          name="event.archive"
          input={{ event: reference }}
          title={words.archive}
          what={words.archiveWhat}
          onClose={close}
          onDone={() => notify(words.archived(name))}
        />
      )}
    </RecordPage>
  );
}

function Overview({ event }: { readonly event: EventDescribed }): ReactElement {
  const { events: words, shell } = useWords();
  const formats = useFormats(event.timezone);
  const { starts_at, ends_at, timezone, currency, slug, opens_before_minutes, peers } = event;
  const sold = event.ticket_types.reduce((sum, one) => sum + (one.sold ?? 0), 0);
  const { facts } = words;
  return (
    <FactCard
      facts={[
        { label: facts.starts, value: starts_at === null ? '–' : formats.dayTime(starts_at) },
        { label: facts.ends, value: ends_at === null ? '–' : formats.dayTime(ends_at) },
        { label: facts.zone, value: timezone },
        { label: facts.sold, value: formats.number(sold) },
        { label: facts.currency, value: currency },
        { label: facts.slug, value: slug },
        {
          label: facts.opensBefore,
          value: facts.minutes(formats.number(opens_before_minutes)),
        },
        { label: facts.peers, value: peers ? shell.yes : shell.no },
      ]}
    />
  );
}
