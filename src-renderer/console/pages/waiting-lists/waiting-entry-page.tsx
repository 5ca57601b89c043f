import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { WaitlistEntryShown } from '../../../../shared/console/operation-results.ts';
import { isReference } from '../../../../shared/references.ts';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Unread } from '../../components/unread.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { nameOf } from '../../state/person-name.ts';
import { WaitingDialog, type AskedOfEntry } from './waiting-dialogs.tsx';
import { EntryStatus, useEntryActions } from './waiting-entry.tsx';
import { WaitingWordsProvider, useWaitingWords } from './waiting-words.ts';

/** One who waits: for what, since when, and what came of it. */
export function WaitingEntryPage(): ReactElement {
  const reference = useParam('entry');
  const { data: entry, error, refetch } = useView('waitlist.show', { entry: reference });
  if (entry === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return (
    <WaitingWordsProvider>
      <WaitingEntry key={reference} entry={entry} />
    </WaitingWordsProvider>
  );
}

function WaitingEntry({ entry }: { readonly entry: WaitlistEntryShown }): ReactElement {
  const words = useWaitingWords();
  const events = useEvents();
  const formats = useFormats(events.find(entry.event)?.timezone);
  const [asked, setAsked] = useState<AskedOfEntry | null>(null);
  const actions = useEntryActions(setAsked)(entry);
  const { reference, email, event, sellable, sellable_name, quantity, status } = entry;
  const { contact, order, created_at, offered_at, closed_at } = entry;
  const part = isReference('addOn', sellable) ? 'add-ons' : 'ticket-types';
  const at = (label: string, time: string | null) =>
    time === null ? [] : [{ label, value: formats.dayTime(time) }];
  return (
    <RecordPage
      title={email || words.erased}
      reference={reference}
      list={{ name: words.title, address: '/waiting-lists' }}
      status={<EntryStatus entry={entry} />}
      main={actions.filter(({ isDangerous }) => isDangerous !== true)}
      actions={actions.filter(({ isDangerous }) => isDangerous)}
    >
      <FactCard
        facts={[
          ...(contact === null
            ? []
            : [
                {
                  label: words.contact,
                  value: (
                    <Link to={`/contacts/${contact.reference}`}>{nameOf(contact) || email}</Link>
                  ),
                },
              ]),
          {
            label: words.sellable,
            value: <Link to={`/events/${event}/${part}`}>{sellable_name}</Link>,
          },
          { label: words.quantity, value: formats.number(quantity) },
          {
            label: words.event,
            value: <Link to={`/events/${event}`}>{events.nameOf(event)}</Link>,
          },
          ...at(words.since, created_at),
          ...at(words.statuses.offered, offered_at),
          ...at(words.statuses[status], closed_at),
          ...(order === null
            ? []
            : [{ label: words.order, value: <Link to={`/orders/${order}`}>{order}</Link> }]),
        ]}
      />
      {asked !== null && <WaitingDialog asked={asked} onClose={() => setAsked(null)} />}
    </RecordPage>
  );
}
