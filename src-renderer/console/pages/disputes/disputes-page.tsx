import { useState } from 'react';
import type { ReactElement } from 'react';
import { CreateButton } from '../../components/create-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { OrderTabs } from './order-tabs.tsx';
import { DisputeAmount, RecordDispute } from './dispute-parts.tsx';

/** Payments that buyers have disputed with their banks. */
export function DisputesPage(): ReactElement {
  const { disputes: words } = useWords();
  const formats = useFormats();
  const mayCreate = useMay('dispute.create');
  const [isCreating, setIsCreating] = useState(false);
  // With several, it has to be chosen: an amount in another one may be a hundred times as much.
  const [only, ...others] = new Set(useEvents().all.map(({ currency }) => currency));
  return (
    <Page
      title={words.title}
      actions={
        mayCreate && <CreateButton name={words.create} onPress={() => setIsCreating(true)} />
      }
    >
      <OrderTabs />
      <DataTable
        label={words.title}
        view="dispute.list"
        rowKey={({ dispute, created_at }) => `${dispute} ${created_at}`}
        rowAddress={({ dispute }) => addressOf(dispute)}
        columns={[
          { id: 'dispute', name: words.dispute, render: ({ dispute }) => dispute ?? words.unnamed },
          { id: 'reason', name: words.reason, render: ({ reason }) => reason },
          { id: 'order', name: words.order, isReference: true, render: ({ order }) => order },
          {
            id: 'recorded',
            name: words.recorded,
            isTime: true,
            render: ({ created_at }) => formats.dayTime(created_at),
            sort: { up: 'oldest', down: 'newest' },
          },
          {
            id: 'amount',
            name: words.amount,
            isNumeric: true,
            render: (dispute) => <DisputeAmount dispute={dispute} />,
          },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
      {isCreating && (
        <RecordDispute
          currency={others.length === 0 ? only : undefined}
          onClose={() => setIsCreating(false)}
        />
      )}
    </Page>
  );
}

/** Undefined for one that the processor did not name. */
function addressOf(dispute: string | null): string | undefined {
  return dispute === null ? undefined : `/orders/disputes/${dispute}`;
}
