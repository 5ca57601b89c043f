import type { ReactElement } from 'react';
import { Tabs } from '../../components/record-page.tsx';
import { useWords } from '../../data/console-context.tsx';
import { useMay } from '../../data/use-operations.ts';

/** Orders, and the disputes about their payments. */
export function OrderTabs(): ReactElement | null {
  const { orders, disputes } = useWords();
  const maySeeDisputes = useMay('dispute.list');
  if (!maySeeDisputes) return null;
  return (
    <Tabs
      label={orders.title}
      tabs={[
        { name: orders.title, address: '/orders' },
        { name: disputes.title, address: '/orders/disputes' },
      ]}
    />
  );
}
