import type { ReactElement } from 'react';
import type { OrderStatus as State } from '../../../../shared/resources/orders.ts';
import { useWords } from '../../data/console-context.tsx';
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

export function OrderStatus({ status }: { readonly status: State }): ReactElement {
  const { orders } = useWords();
  return <Status tone={tones[status]} text={orders.statuses[status]} />;
}
