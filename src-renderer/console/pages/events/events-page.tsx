import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { Confirm } from '../../components/confirm-operation.tsx';
import { useConsole, useWords } from '../../data/console-context.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Page } from '../../components/page.tsx';
import { useBulk } from '../../data/use-bulk.ts';
import type { RowOf } from '../../data/use-list.ts';
import { useCreating } from '../../data/use-creating.ts';
import { useMay } from '../../data/use-operations.ts';
import { deviceZone } from '../../i18n/formats.ts';
import { EventTable } from './event-table.tsx';
import { slugFollows } from './slug-follows.ts';

/** Every event of the organiser. */
export function EventsPage(): ReactElement {
  const { notify } = useConsole();
  const { events: words } = useWords();
  const navigate = useNavigate();
  const mayCreate = useMay('event.create');
  const mayChange = useMay('event.update');
  const [isCreating, setIsCreating] = useCreating();
  const create = mayCreate && (
    <CreateButton name={words.create} onPress={() => setIsCreating(true)} />
  );
  return (
    <Page title={words.title} actions={create}>
      <EventTable action={create} renderBulk={mayChange ? bulkActions : undefined} />
      {mayCreate && isCreating && (
        <OperationDialog
          name="event.create"
          title={words.create}
          submit={words.create}
          suggested={{ timezone: deviceZone(), currency: 'EUR', status: 'draft' }}
          without={['peers', 'opens_before', 'capacity', 'undo_minutes', 'overrule']}
          follows={slugFollows}
          onClose={() => setIsCreating(false)}
          onDone={({ reference }) => {
            notify(words.created);
            void navigate({ to: `/events/${reference}` });
          }}
        />
      )}
    </Page>
  );
}

function bulkActions(events: readonly RowOf<'event.list'>[], clear: () => void): ReactElement {
  return <BulkActions events={events} onDone={clear} />;
}

function BulkActions({
  events,
  onDone,
}: {
  readonly events: readonly RowOf<'event.list'>[];
  readonly onDone: () => void;
}): ReactElement {
  const { events: words } = useWords();
  const bulk = useBulk();
  const [isAsked, setIsAsked] = useState(false);
  const live = events.filter(({ deleted_at }) => deleted_at === null);
  const drafts = live.filter(({ status }) => status === 'draft');
  const setStatus = (status: 'draft' | 'published') =>
    drafts.map(({ reference }) => ({ event: reference, status }));
  const publish = async () => {
    await bulk.each('event.update', setStatus('published'), words.publishedMany, () => {
      void bulk.each('event.update', setStatus('draft'), words.unpublishedMany);
    });
    onDone();
  };
  const archive = async () => {
    const inputs = live.map(({ reference }) => ({ event: reference }));
    await bulk.each('event.archive', inputs, words.archivedMany);
    onDone();
  };
  return (
    <>
      {drafts.length > 0 && (
        <Button isDisabled={bulk.isBusy} onPress={() => void publish()}>
          {words.publish}
        </Button>
      )}
      {live.length > 0 && (
        <Button isDisabled={bulk.isBusy} onPress={() => setIsAsked(true)}>
          {words.archive}
        </Button>
      )}
      {isAsked && (
        <Confirm
          title={words.archive}
          what={words.archiveManyWhat(live.length)}
          isBusy={bulk.isBusy}
          onClose={() => setIsAsked(false)}
          onConfirm={() => void archive()}
        />
      )}
    </>
  );
}
