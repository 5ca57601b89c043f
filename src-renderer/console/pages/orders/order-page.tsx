import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { OrderDescribed } from '../../../../shared/console/operation-results.ts';
import type { Action } from '../../components/menu-popover.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { Unread } from '../../components/unread.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { RecordDispute, useDisputeFacts } from '../disputes/dispute-parts.tsx';
import { TicketTable } from '../tickets/ticket-table.tsx';
import { History } from './history.tsx';
import { leftOf, OrderDialog, type OrderAction } from './order-dialog.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderStatus } from './order-status.tsx';
import styles from './order-page.module.css';
import { nameOf } from '../../state/person-name.ts';

/** One order with what was bought, its tickets, and who did what to it. */
export function OrderPage(): ReactElement {
  const reference = useParam('order');
  const { data: order, error, refetch } = useView('order.show', { order: reference });
  if (order === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return <OrderRecord key={reference} order={order} />;
}

function OrderRecord({ order }: { readonly order: OrderDescribed }): ReactElement {
  const { orders: words, disputes } = useWords();
  const [asked, setAsked] = useState<OrderAction | 'dispute' | null>(null);
  const mayRead = useMay('order.history');
  const { reference, contact } = order;
  const actions = useActions(order, setAsked);
  const others = actions.slice(1);
  const mayDispute = useMay('dispute.create') && order.confirmed_at !== null && order.total > 0;
  const dispute = { id: 'dispute', name: disputes.create, onAction: () => setAsked('dispute') };
  return (
    <RecordPage
      title={nameOf(contact) || words.nobody}
      reference={reference}
      list={{ name: words.title, address: '/orders' }}
      status={<OrderStatus order={order} />}
      main={actions.slice(0, 1)}
      actions={mayDispute ? [...others, dispute] : others}
    >
      <div className={styles['parts']}>
        <OrderLines order={order} />
        <Overview order={order} />
      </div>
      <Section title={words.tickets}>
        <TicketTable input={{ order: reference }} />
      </Section>
      {mayRead && (
        <Section title={words.history}>
          <History order={order} />
        </Section>
      )}
      {asked === 'dispute' ? (
        <RecordDispute order={order} onClose={() => setAsked(null)} />
      ) : (
        asked !== null && <OrderDialog order={order} asked={asked} onClose={() => setAsked(null)} />
      )}
    </RecordPage>
  );
}

/** What may be done with it now, the likeliest first. */
function useActions(order: OrderDescribed, ask: (asked: OrderAction) => void): readonly Action[] {
  const { orders: words } = useWords();
  const mayConfirm = useMay('order.confirm');
  const mayMail = useMay('order.mail');
  const mayCancel = useMay('order.cancel');
  const mayRefund = useMay('order.refund');
  const { status, confirmed_at } = order;
  const isOpen = ['draft', 'pending_payment', 'awaiting_approval'].includes(status);
  const isConfirmed = status === 'paid' || status === 'free_confirmed';
  const action = (id: OrderAction, isDangerous: boolean): Action => ({
    id,
    name: words.actions[id],
    isDangerous,
    onAction: () => ask(id),
  });
  return [
    ...(mayConfirm && isOpen ? [action('confirm', false)] : []),
    ...(mayMail && isConfirmed ? [action('mail', false)] : []),
    ...(mayRefund && confirmed_at !== null && leftOf(order) > 0 ? [action('refund', true)] : []),
    ...(mayCancel && isConfirmed ? [action('cancel', true)] : []),
  ];
}

function Overview({ order }: { readonly order: OrderDescribed }): ReactElement {
  const { orders: words } = useWords();
  const events = useEvents();
  const { event, contact, buyer, payment_method, confirmed_at, created_at } = order;
  const disputes = useDisputeFacts(order.reference);
  const formats = useFormats(events.find(event)?.timezone);
  return (
    <FactCard
      facts={[
        {
          label: words.event,
          value: <Link to={`/events/${event}`}>{events.nameOf(event)}</Link>,
        },
        ...(buyer === null
          ? []
          : [
              {
                label: words.buyer,
                value: <Link to={`/contacts/${buyer}`}>{nameOf(contact) || words.nobody}</Link>,
              },
            ]),
        ...(contact?.email
          ? [{ label: words.email, value: <EmailText email={contact.email} /> }]
          : []),
        ...(order.external_id === null
          ? []
          : [{ label: words.externalId, value: order.external_id }]),
        ...(payment_method === undefined
          ? []
          : [{ label: words.payment, value: words.methods[payment_method] }]),
        { label: words.placed, value: formats.dayTime(created_at) },
        ...(confirmed_at === null
          ? []
          : [{ label: words.confirmedAt, value: formats.dayTime(confirmed_at) }]),
        ...disputes,
      ]}
    />
  );
}

/** It breaks before its `@` where it has to. */
function EmailText({ email }: { readonly email: string }): ReactElement {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
