import type { ReactElement } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { useWords } from '../../data/console-context.tsx';
import { ScanTabs } from './scan-tabs.tsx';
import { useScanColumns } from './use-scan-columns.tsx';

/** Guests whom a supervisor let in in spite of a refusal. */
export function OverruledPage(): ReactElement {
  const { scans: words, tickets } = useWords();
  const { at, holder, where, eventColumn, ofEvent } = useScanColumns();
  return (
    <Page title={words.overruledTitle}>
      <ScanTabs />
      <DataTable
        label={words.overruledTitle}
        view="scan.list"
        input={overruledOnly}
        rowKey={({ reference }) => reference}
        rowAddress={({ reference }) => `/scans/${reference}`}
        filters={[ofEvent]}
        columns={[
          at,
          holder,
          {
            id: 'reason',
            name: words.overruled,
            render: ({ overruled }) => overruled && tickets.reasons[overruled.reason],
          },
          { id: 'note', name: words.note, render: ({ overruled }) => overruled?.note },
          {
            id: 'by',
            name: words.endedBy,
            render: ({ overruled }) => overruled?.station ?? words.staff,
          },
          where,
          ...eventColumn,
        ]}
        empty={{ title: words.noneOverruled, next: words.noneOverruledNext }}
      />
    </Page>
  );
}

const overruledOnly = { overruled: true } as const;
