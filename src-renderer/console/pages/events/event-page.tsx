import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { EventDescribed } from '../../../../shared/console/operation-results.ts';
import { slugOf } from '../../../../shared/slug.ts';
import type { Action } from '../../components/menu-popover.tsx';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useWords } from '../../data/console-context.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { Unread } from '../../components/unread.tsx';
import { useAct } from '../../data/use-act.ts';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { AddOns } from './add-ons.tsx';
import { EntryPoints } from './entry-points.tsx';
import { EventExport } from './event-export.tsx';
import { EventOverview } from './event-overview.tsx';
import { EventStatus } from './event-status.tsx';
import { Questions } from './questions.tsx';
import { Sessions } from './sessions.tsx';
import { TicketTypes } from './ticket-types.tsx';
import { slugFollows } from './slug-follows.ts';

const parts = [
  { tab: '', name: 'overview', Part: EventOverview },
  { tab: 'ticket-types', name: 'ticketTypes', Part: TicketTypes },
  { tab: 'add-ons', name: 'addOns', Part: AddOns },
  { tab: 'sessions', name: 'sessions', Part: Sessions },
  { tab: 'entry-points', name: 'entryPoints', Part: EntryPoints },
  { tab: 'questions', name: 'questions', Part: Questions },
] as const;

/** One event with its parts. */
export function EventPage(): ReactElement {
  const reference = useParam('event');
  const { data: event, error, refetch } = useView('event.show', { event: reference });
  if (event === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return <EventRecord key={reference} event={event} />;
}

type Asked = 'edit' | 'copy' | 'archive';

function EventRecord({ event }: { readonly event: EventDescribed }): ReactElement {
  const { events: words } = useWords();
  const tab = useParam('tab');
  const [asked, setAsked] = useState<Asked | null>(null);
  const isLive = event.deleted_at === null;
  const mayEdit = useMay('event.update') && isLive;
  const setStatus = useStatus(event);
  const actions = useActions(event, setAsked);
  const part = parts.find((one) => one.tab === tab);
  if (part === undefined) return <NotFound />;
  const address = `/events/${event.reference}`;
  const edit = { id: 'edit', name: words.edit, onAction: () => setAsked('edit') };
  const publish = {
    id: 'publish',
    name: words.publish,
    look: 'main' as const,
    onAction: () => void setStatus('published'),
  };
  return (
    <RecordPage
      title={event.name}
      reference={event.reference}
      list={{ name: words.title, address: '/events' }}
      status={<EventStatus event={event} />}
      files={<EventExport event={event} />}
      main={[...(mayEdit ? [edit] : []), ...(mayEdit && event.status === 'draft' ? [publish] : [])]}
      actions={actions}
      tabs={parts.map((one) => ({
        name: words.tabs[one.name],
        address: one.tab === '' ? address : `${address}/${one.tab}`,
      }))}
    >
      <part.Part event={event} />
      {asked !== null && <EventDialog event={event} asked={asked} onClose={() => setAsked(null)} />}
    </RecordPage>
  );
}

/** Publishes an event or takes it back, which can be undone. */
function useStatus({ reference, name }: EventDescribed) {
  const { notify } = useConsole();
  const { events: words } = useWords();
  const act = useAct();
  const setStatus = async (status: 'draft' | 'published') => {
    if ((await act('event.update', { event: reference, status })) === null) return;
    const isPublished = status === 'published';
    notify(isPublished ? words.published(name) : words.unpublished(name), () => {
      void setStatus(isPublished ? 'draft' : 'published');
    });
  };
  return setStatus;
}

function useActions(event: EventDescribed, ask: (asked: Asked) => void): readonly Action[] {
  const { events: words } = useWords();
  const setStatus = useStatus(event);
  const isLive = event.deleted_at === null;
  const mayEdit = useMay('event.update') && isLive;
  const mayCopy = useMay('event.copy');
  const mayArchive = useMay('event.archive') && isLive;
  const copy = { id: 'copy', name: words.copy, onAction: () => ask('copy') };
  const unpublish = {
    id: 'unpublish',
    name: words.unpublish,
    onAction: () => void setStatus('draft'),
  };
  const archive = {
    id: 'archive',
    name: words.archive,
    isDangerous: true,
    onAction: () => ask('archive'),
  };
  return [
    ...(mayCopy ? [copy] : []),
    ...(mayEdit && event.status === 'published' ? [unpublish] : []),
    ...(mayArchive ? [archive] : []),
  ];
}

function EventDialog({
  event,
  asked,
  onClose,
}: {
  readonly event: EventDescribed;
  readonly asked: Asked;
  readonly onClose: () => void;
}): ReactElement {
  const { notify } = useConsole();
  const { events: words } = useWords();
  const navigate = useNavigate();
  const { reference, name, timezone, currency, opens_before_minutes } = event;
  const place = { zone: timezone, currency };
  const copyName = words.copyName(name);
  switch (asked) {
    case 'edit':
      return (
        <OperationDialog
          name="event.update"
          title={words.editEvent}
          submit={words.save}
          fixed={{ event: reference }}
          initial={{ ...event, opens_before: opens_before_minutes }}
          without={['status']}
          place={place}
          onClose={onClose}
          onDone={() => notify(words.saved)}
        />
      );
    case 'copy':
      return (
        <OperationDialog
          name="event.copy"
          title={words.copyTitle}
          about={words.copyWhat}
          submit={words.copy}
          fixed={{ event: reference }}
          suggested={{ name: copyName, slug: slugOf(copyName) }}
          follows={slugFollows}
          place={place}
          onClose={onClose}
          onDone={(copy) => {
            notify(words.copied(copy.name));
            void navigate({ to: `/events/${copy.reference}` });
          }}
        />
      );
    case 'archive':
      return (
        <ConfirmOperation
          name="event.archive"
          input={{ event: reference }}
          title={words.archiveEvent}
          what={words.archiveWhat}
          onClose={onClose}
          onDone={() => notify(words.archived(name))}
        />
      );
    default:
      return assertNever(asked);
  }
}
