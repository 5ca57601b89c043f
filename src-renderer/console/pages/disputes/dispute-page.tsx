import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Unread } from '../../components/unread.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { DisputeAmount } from './dispute-parts.tsx';

/** One dispute: what the processor said of it, and which order it is about. */
export function DisputePage(): ReactElement {
  const reference = useParam('dispute');
  const { disputes: words } = useWords();
  const formats = useFormats();
  const { data: dispute, error, refetch } = useView('dispute.show', { dispute: reference });
  if (dispute === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  const { order, charge, amount, reason, created_at } = dispute;
  return (
    <RecordPage
      title={words.dispute}
      reference={reference}
      list={{ name: words.title, address: '/orders/disputes' }}
    >
      <p>{words.next}</p>
      <FactCard
        facts={[
          {
            label: words.order,
            value: order === null ? words.unnamed : <Link to={`/orders/${order}`}>{order}</Link>,
          },
          {
            label: words.amount,
            value: amount === null ? words.unnamed : <DisputeAmount dispute={dispute} />,
          },
          { label: words.reason, value: reason ?? words.unnamed },
          { label: words.charge, value: charge ?? words.unnamed },
          { label: words.recorded, value: formats.dayTime(created_at) },
        ]}
      />
    </RecordPage>
  );
}
