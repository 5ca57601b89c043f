import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ContactDescribed } from '../../../../shared/console/operation-results.ts';
import type { Fact } from '../../../components/facts.tsx';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Status } from '../../components/status.tsx';
import { Unread } from '../../components/unread.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { nameOf } from '../../state/person-name.ts';
import { OrderTable } from '../orders/order-table.tsx';
import { TicketTable } from '../tickets/ticket-table.tsx';

/** One person, with what they bought and hold. */
export function ContactPage(): ReactElement {
  const reference = useParam('contact');
  const { data: contact, error, refetch } = useView('contact.show', { contact: reference });
  if (contact === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return <ContactRecord key={reference} contact={contact} />;
}

function ContactRecord({ contact }: { readonly contact: ContactDescribed }): ReactElement {
  const { contacts: words } = useWords();
  const tab = useParam('tab');
  const { reference } = contact;
  const address = `/contacts/${reference}`;
  const [asked, setAsked] = useState<'edit' | 'erase' | null>(null);
  const mayEdit = useMay('contact.update') && !contact.is_erased;
  const mayErase = useMay('contact.erase') && !contact.is_erased;
  return (
    <RecordPage
      title={contact.is_erased ? words.erased : nameOf(contact) || words.nobody}
      reference={reference}
      list={{ name: words.title, address: '/contacts' }}
      status={contact.is_erased && <Status tone="plain" text={words.erasedAt} />}
      main={mayEdit ? [{ id: 'edit', name: words.edit, onAction: () => setAsked('edit') }] : []}
      actions={
        mayErase
          ? [
              {
                id: 'erase',
                name: words.erase,
                isDangerous: true,
                onAction: () => setAsked('erase'),
              },
            ]
          : []
      }
      tabs={[
        { name: words.overview, address },
        { name: words.orders, address: `${address}/orders` },
        { name: words.tickets, address: `${address}/tickets` },
      ]}
    >
      {tab === 'orders' ? (
        <OrderTable input={{ contact: reference }} />
      ) : tab === 'tickets' ? (
        <TicketTable input={{ contact: reference }} />
      ) : (
        <Overview contact={contact} />
      )}
      {asked !== null && (
        <AskedDialog contact={contact} asked={asked} onClose={() => setAsked(null)} />
      )}
    </RecordPage>
  );
}

function Overview({ contact }: { readonly contact: ContactDescribed }): ReactElement {
  const { contacts: words } = useWords();
  const formats = useFormats();
  const { email, mobile, unsubscribed_at, erased_at, created_at, orders, tickets } = contact;
  const optionalDay = (label: string, at: string | null) =>
    optional(label, at === null ? null : formats.day(at));
  return (
    <FactCard
      facts={[
        ...optional(words.email, email),
        ...optional(words.mobile, mobile),
        { label: words.orders, value: formats.number(orders) },
        { label: words.tickets, value: formats.number(tickets) },
        { label: words.since, value: formats.day(created_at) },
        ...optionalDay(words.unsubscribed, unsubscribed_at),
        ...optionalDay(words.erasedAt, erased_at),
      ]}
    />
  );
}

function optional(label: string, value: string | null): readonly Fact[] {
  return value === null || value === '' ? [] : [{ label, value }];
}

function AskedDialog({
  contact,
  asked,
  onClose,
}: {
  readonly contact: ContactDescribed;
  readonly asked: 'edit' | 'erase';
  readonly onClose: () => void;
}): ReactElement {
  const { notify } = useConsole();
  const { contacts: words } = useWords();
  const formats = useFormats();
  const { reference, email, orders, tickets } = contact;
  return asked === 'edit' ? (
    <OperationDialog
      name="contact.update"
      title={words.edit}
      submit={words.save}
      fixed={{ contact: reference }}
      initial={{ ...contact }}
      onClose={onClose}
      onDone={() => notify(words.saved)}
    />
  ) : (
    <ConfirmOperation
      name="contact.erase"
      input={{ contact: reference }}
      title={words.erase}
      what={words.eraseWhat(formats.number(orders), formats.number(tickets))}
      {...(email !== null && { typed: email })}
      onClose={onClose}
      onDone={() => notify(words.erasedNow)}
    />
  );
}
