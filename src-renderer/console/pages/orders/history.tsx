import type { ReactElement } from 'react';
import type { OrderDescribed } from '../../../../shared/console/operation-results.ts';
import { useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ResourceLink } from '../../components/resource-link.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { useEvents } from '../../data/use-events.ts';

/** Who did what to an order and its tickets, by the clock of its event. */
export function History({ order }: { readonly order: OrderDescribed }): ReactElement {
  const { orders: words, done } = useWords();
  const zone = useEvents().find(order.event)?.timezone;
  const deeds: Readonly<Record<string, string>> = done;
  return (
    <DataTable
      label={words.history}
      view="order.history"
      isPart
      input={{ order: order.reference }}
      rowKey={({ at, operation, resource }) => `${at} ${operation} ${resource}`}
      columns={[
        {
          id: 'at',
          name: words.when,
          isTime: true,
          render: ({ at }) => <ZonedTime at={at} zone={zone} />,
        },
        { id: 'who', name: words.who, render: ({ actor }) => actor },
        {
          id: 'what',
          name: words.what,
          render: ({ operation }) => deeds[operation] ?? operation,
        },
        {
          id: 'resource',
          name: words.which,
          isReference: true,
          render: ({ resource }) =>
            resource === order.reference ? resource : <ResourceLink reference={resource} />,
        },
      ]}
      empty={{ title: words.noHistory }}
    />
  );
}
