import type { ReactElement } from 'react';
import type { OrderListed } from '../../../../shared/console/operation-results.ts';
import type { OrderStatus as State } from '../../../../shared/resources/orders.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { Status, type Tone } from '../../components/status.tsx';

const tones: Readonly<Record<State, Tone>> = {
  draft: 'plain',
  pending_payment: 'waiting',
  awaiting_approval: 'waiting',
  paid: 'ok',
  free_confirmed: 'ok',
  cancelled: 'no',
  refunded: 'no',
};

/** Of an order that was refunded in part, how much. */
export function OrderStatus({
  order: { status, currency, refunded_total },
}: {
  readonly order: Pick<OrderListed, 'status' | 'currency' | 'refunded_total'>;
}): ReactElement {
  const { orders } = useWords();
  const formats = useFormats();
  if (status === 'paid' && refunded_total > 0) {
    const refunded = formats.money(refunded_total, currency);
    return <Status tone="waiting" text={orders.partlyRefunded(refunded)} />;
  }
  return <Status tone={tones[status]} text={orders.statuses[status]} />;
}
