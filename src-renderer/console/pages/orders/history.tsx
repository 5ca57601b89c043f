import type { ReactElement } from 'react';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';

/** Who did what to an order and its tickets. */
export function History({ order }: { readonly order: string }): ReactElement {
  const { orders: words, done } = useWords();
  const deeds: Readonly<Record<string, string>> = done;
  const formats = useFormats();
  return (
    <DataTable
      label={words.history}
      view="order.history"
      isPart
      input={{ order }}
      rowKey={({ at, operation, resource }) => `${at} ${operation} ${resource}`}
      columns={[
        { id: 'at', name: words.when, isTime: true, render: ({ at }) => formats.dayTime(at) },
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
          render: ({ resource }) => resource,
        },
      ]}
      empty={{ title: words.noHistory }}
    />
  );
}
