import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { OrderDescribed } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import type { Action } from '../../components/action-menu.tsx';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useFormats, useWords } from '../../components/console-context.tsx';
import { Loading } from '../../components/loading.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard, RecordPage, Section } from '../../components/record-page.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { TicketTable } from '../tickets/ticket-table.tsx';
import { History } from './history.tsx';
import { OrderStatus } from './order-status.tsx';
import { nameOf } from '../../state/person-name.ts';

type Asked = 'confirm' | 'cancel' | 'refund' | 'mail';

/** One order with what was bought, its tickets, and who did what to it. */
export function OrderPage(): ReactElement {
  const reference = useParam('order');
  const { data: order, error, refetch } = useView('order.show', { order: reference });
  if (order === undefined)
    return error === null ? <Loading /> : <Trouble error={error} onRetry={() => void refetch()} />;
  return <OrderRecord order={order} />;
}

function OrderRecord({ order }: { readonly order: OrderDescribed }): ReactElement {
  const { orders: words } = useWords();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayRead = useMay('order.history');
  const { reference, contact, status } = order;
  const actions = useActions(order, setAsked);
  const [main, ...others] = actions;
  return (
    <RecordPage
      title={nameOf(contact) || words.nobody}
      reference={reference}
      list={{ name: words.title, address: '/orders' }}
      status={<OrderStatus status={status} />}
      main={main !== undefined && <Button onPress={main.onAction}>{main.name}</Button>}
      actions={others}
    >
      <Overview order={order} />
      <Lines order={order} />
      <Section title={words.tickets}>
        <TicketTable input={{ order: reference }} />
      </Section>
      {mayRead && (
        <Section title={words.history}>
          <History order={reference} />
        </Section>
      )}
      {asked !== null && <AskedDialog order={order} asked={asked} onClose={() => setAsked(null)} />}
    </RecordPage>
  );
}

/** What may be done with it now, the likeliest first. */
function useActions(
  { status, total }: OrderDescribed,
  ask: (asked: Asked) => void,
): readonly Action[] {
  const { orders: words } = useWords();
  const mayConfirm = useMay('order.confirm');
  const mayMail = useMay('order.mail');
  const mayCancel = useMay('order.cancel');
  const mayRefund = useMay('order.refund');
  const isOpen = ['draft', 'pending_payment', 'awaiting_approval'].includes(status);
  const isConfirmed = status === 'paid' || status === 'free_confirmed';
  const action = (id: Asked, isDangerous: boolean): Action => ({
    id,
    name: words.actions[id],
    isDangerous,
    onAction: () => ask(id),
  });
  return [
    ...(mayConfirm && isOpen ? [action('confirm', false)] : []),
    ...(mayMail && isConfirmed ? [action('mail', false)] : []),
    ...(mayRefund && isConfirmed && total > 0 ? [action('refund', true)] : []),
    ...(mayCancel && isConfirmed ? [action('cancel', true)] : []),
  ];
}

function AskedDialog({
  order,
  asked,
  onClose,
}: {
  readonly order: OrderDescribed;
  readonly asked: Asked;
  readonly onClose: () => void;
}): ReactElement {
  const { notify } = useConsole();
  const { orders: words } = useWords();
  const formats = useFormats();
  const { reference, currency, total } = order;
  const title = words.actions[asked];
  const common = { title, onClose, submit: title };
  const fixed = { order: reference };
  switch (asked) {
    case 'confirm':
      return (
        <ConfirmOperation
          {...common}
          name="order.confirm"
          input={fixed}
          what={words.confirmWhat}
          onDone={() => notify(words.confirmed)}
        />
      );
    case 'cancel':
      return (
        <OperationDialog
          {...common}
          name="order.cancel"
          fixed={fixed}
          onDone={() => notify(words.cancelled)}
        />
      );
    case 'refund':
      return (
        <OperationDialog
          {...common}
          title={words.refundOf(formats.money(total, currency))}
          name="order.refund"
          fixed={fixed}
          place={{ currency }}
          onDone={() => notify(words.refunded)}
        />
      );
    case 'mail':
      return (
        <OperationDialog
          {...common}
          name="order.mail"
          fixed={fixed}
          onDone={({ emails, refused, without_email }) =>
            notify(
              refused.length + without_email === 0
                ? words.mailed(formats.number(emails))
                : words.mailedPartly(
                    formats.number(emails),
                    formats.number(refused.length + without_email),
                  ),
            )
          }
        />
      );
    default:
      return assertNever(asked);
  }
}

function Overview({ order }: { readonly order: OrderDescribed }): ReactElement {
  const { orders: words } = useWords();
  const events = useEvents();
  const { event, contact, currency, confirmed_at, created_at } = order;
  const formats = useFormats(events.find(event)?.timezone);
  const money = (minor: number) => formats.money(minor, currency);
  return (
    <FactCard
      facts={[
        {
          label: words.event,
          value: <Link to={`/events/${event}`}>{events.nameOf(event)}</Link>,
        },
        ...(contact?.email ? [{ label: words.email, value: contact.email }] : []),
        { label: words.placed, value: formats.dayTime(created_at) },
        ...(confirmed_at === null
          ? []
          : [{ label: words.confirmedAt, value: formats.dayTime(confirmed_at) }]),
        ...(order.discount_total === 0
          ? []
          : [{ label: words.discount, value: money(-order.discount_total) }]),
        ...(order.tax_total === 0 ? [] : [{ label: words.tax, value: money(order.tax_total) }]),
        { label: words.total, value: money(order.total) },
      ]}
    />
  );
}

function Lines({ order }: { readonly order: OrderDescribed }): ReactElement | null {
  const { orders: words } = useWords();
  const formats = useFormats();
  const event = order.event ?? '';
  const types = useView('ticket-type.list', { event }).data ?? [];
  const addOns = useView('add-on.list', { event }).data ?? [];
  const nameOfSellable = (reference: string) =>
    [...types, ...addOns].find((one) => one.reference === reference)?.name ?? reference;
  return (
    <Section title={words.lines}>
      <FactCard
        facts={order.lines.map(({ kind, sellable, quantity, redeemed }) => ({
          label: nameOfSellable(sellable),
          value:
            kind === 'ticket'
              ? words.times(formats.number(quantity))
              : words.redeemed(formats.number(redeemed), formats.number(quantity)),
        }))}
      />
    </Section>
  );
}
