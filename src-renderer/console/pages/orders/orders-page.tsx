import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { useWords } from '../../data/console-context.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { Page } from '../../components/page.tsx';
import { useDownload } from '../../data/use-download.ts';
import { useMay } from '../../data/use-operations.ts';
import { readListSearch } from '../../state/list-search.ts';
import { OrderTable } from './order-table.tsx';
import { OrderTabs } from '../disputes/order-tabs.tsx';

/** Every order of the organiser. */
export function OrdersPage(): ReactElement {
  const { orders: words } = useWords();
  const navigate = useNavigate();
  const { event } = readListSearch(useSearch({ strict: false }));
  const mayCreate = useMay('order.create');
  const mayExport = useMay('export.orders');
  const download = useDownload();
  const actions = (
    <>
      {mayExport && (
        <Button onPress={() => void download('export.orders', { event })}>{words.export}</Button>
      )}
      {mayCreate && (
        <CreateButton name={words.create} onPress={() => void navigate({ to: '/orders/new' })} />
      )}
    </>
  );
  return (
    <Page title={words.title} actions={actions}>
      <OrderTabs />
      <OrderTable />
    </Page>
  );
}
