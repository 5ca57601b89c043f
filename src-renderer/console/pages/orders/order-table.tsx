import { useState } from 'react';
import type { ReactElement } from 'react';
import { orderStatuses } from '../../../../shared/contract/statuses.ts';
import { Button } from '../../../components/button.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { Confirm } from '../../components/confirm-operation.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { useBulk } from '../../data/use-bulk.ts';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { nameOf } from '../../state/person-name.ts';
import { useEventColumn } from '../events/use-event-column.ts';
import { OrderStatus } from './order-status.tsx';

interface Props {
  /** What the page fixes, such as whose orders. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Orders with their buyers. */
export function OrderTable({ input }: Props): ReactElement {
  const { orders: words } = useWords();
  const formats = useFormats();
  const events = useEvents();
  const eventColumn = useEventColumn();
  const mayMail = useMay('order.mail');
  const mayCreate = useMay('order.create');
  const mayImport = useMay('order.import');
  const next = mayCreate && words.emptyNext[mayImport ? 'placeOrImport' : 'place'];
  return (
    <DataTable
      label={words.title}
      view="order.list"
      {...(input !== undefined && { input })}
      rowKey={({ reference }) => reference}
      rowName={({ reference, contact }) => nameOf(contact) || reference}
      rowAddress={({ reference }) => `/orders/${reference}`}
      filters={[
        { name: 'event', label: words.event, choices: events.choices },
        {
          name: 'status',
          label: words.status,
          choices: orderStatuses.map((id) => ({ id, name: words.statuses[id] })),
        },
      ]}
      columns={[
        {
          id: 'buyer',
          name: words.buyer,
          render: ({ contact }) => nameOf(contact) || words.nobody,
        },
        ...eventColumn,
        {
          id: 'status',
          name: words.status,
          render: (order) => <OrderStatus order={order} />,
        },
        {
          id: 'placed',
          name: words.placed,
          isTime: true,
          render: ({ created_at, event }) => (
            <ZonedTime at={created_at} zone={events.find(event)?.timezone} />
          ),
          sort: { up: 'oldest', down: 'newest' },
        },
        {
          id: 'total',
          name: words.total,
          isNumeric: true,
          render: ({ total, currency }) => formats.money(total, currency),
          sort: { up: 'amount', down: '-amount' },
        },
      ]}
      empty={{ title: words.empty, next }}
      renderBulk={
        mayMail ? (rows, clear) => <MailOrders orders={rows} onDone={clear} /> : undefined
      }
    />
  );
}

/** Asks before the tickets of several orders are sent: emails cannot be taken back. */
function MailOrders({
  orders,
  onDone,
}: {
  readonly orders: readonly { readonly reference: string }[];
  readonly onDone: () => void;
}): ReactElement {
  const { orders: words } = useWords();
  const bulk = useBulk();
  const [isAsking, setIsAsking] = useState(false);
  const mail = async () => {
    const inputs = orders.map(({ reference }) => ({ order: reference, again: true }));
    await bulk.each('order.mail', inputs, words.mailedOrders);
    onDone();
  };
  return (
    <>
      <Button onPress={() => setIsAsking(true)}>{words.mail}</Button>
      {isAsking && (
        <Confirm
          title={words.mail}
          what={words.mailWhat}
          isHarmless
          isBusy={bulk.isBusy}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void mail()}
        />
      )}
    </>
  );
}
