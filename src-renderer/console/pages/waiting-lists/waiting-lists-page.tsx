import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { WaitlistEntryDescribed } from '../../../../shared/console/operation-results.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { useConsole } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Page } from '../../components/page.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';
import { readListSearch } from '../../state/list-search.ts';
import { WaitingBulk, WaitingDialog, type AskedOfEntry } from './waiting-dialogs.tsx';
import { EntryStatus, useEntryActions } from './waiting-entry.tsx';
import { WaitingWordsProvider, useWaitingWords } from './waiting-words.ts';

const statuses = ['waiting', 'offered', 'converted', 'expired'] as const;

/** Who waits for what is sold out, in the order of the line. */
export function WaitingListsPage(): ReactElement {
  return (
    <WaitingWordsProvider>
      <WaitingLists />
    </WaitingWordsProvider>
  );
}

function WaitingLists(): ReactElement {
  const words = useWaitingWords();
  const { event } = readListSearch(useSearch({ strict: false }));
  const events = useEvents();
  const sellables = useSellables(event);
  const mayJoin = useMay('waitlist.join');
  const mayOffer = useMay('waitlist.offer');
  const [isJoining, setIsJoining] = useState(false);
  const [asked, setAsked] = useState<AskedOfEntry | null>(null);
  const actions = useEntryActions(setAsked);
  const add = mayJoin && event !== undefined && (
    <CreateButton name={words.add} onPress={() => setIsJoining(true)} />
  );
  return (
    <Page title={words.title} actions={add}>
      <DataTable
        label={words.title}
        view="waitlist.list"
        rowKey={({ reference }) => reference}
        rowName={({ email, reference }) => email || reference}
        rowAddress={({ reference }) => `/waiting-lists/${reference}`}
        filters={[
          { name: 'event', label: words.event, choices: events.choices, isPlace: true },
          ...(sellables.length > 0
            ? [{ name: 'sellable', label: words.sellable, choices: sellables, of: 'event' }]
            : []),
          {
            name: 'status',
            label: words.status,
            choices: statuses.map((id) => ({ id, name: words.statuses[id] })),
          },
        ]}
        columns={[
          { id: 'email', name: words.email, render: ({ email }) => email || words.erased },
          { id: 'status', name: words.status, render: (entry) => <EntryStatus entry={entry} /> },
          {
            id: 'quantity',
            name: words.quantity,
            isNumeric: true,
            render: ({ quantity }) => quantity,
          },
          { id: 'sellable', name: words.sellable, render: ({ sellable_name }) => sellable_name },
          {
            id: 'event',
            name: words.event,
            render: (row) => <Link to={`/events/${row.event}`}>{events.nameOf(row.event)}</Link>,
          },
          {
            id: 'since',
            name: words.since,
            isTime: true,
            render: (row) => (
              <ZonedTime at={row.created_at} zone={events.find(row.event)?.timezone} />
            ),
            sort: { up: 'oldest', down: 'newest' },
          },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
        actions={actions}
        renderBulk={mayOffer ? waitingBulk : undefined}
      />
      {isJoining && event !== undefined && (
        <JoinDialog event={event} sellables={sellables} onClose={() => setIsJoining(false)} />
      )}
      {asked !== null && <WaitingDialog asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}

function waitingBulk(entries: readonly WaitlistEntryDescribed[], clear: () => void): ReactElement {
  return <WaitingBulk entries={entries} onDone={clear} />;
}

/** What somebody can wait for at an event. */
function useSellables(event: string | undefined) {
  const isNeeded = event !== undefined;
  const types = useView('ticket-type.list', { event }, { isNeeded }).data ?? [];
  const addOns = useView('add-on.list', { event }, { isNeeded }).data ?? [];
  return [...types, ...addOns].map(({ reference, name }) => ({ id: reference, name }));
}

function JoinDialog({
  event,
  sellables,
  onClose,
}: {
  readonly event: string;
  readonly sellables: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}): ReactElement {
  const { notify } = useConsole();
  const words = useWaitingWords();
  return (
    <OperationDialog
      name="waitlist.join"
      title={words.add}
      submit={words.add}
      fixed={{ event }}
      options={{ sellable: sellables }}
      suggested={{ quantity: 1 }}
      onClose={onClose}
      onDone={({ email }) => notify(words.added(email))}
    />
  );
}
