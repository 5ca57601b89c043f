import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { reasons } from '../../../../shared/verdict/terms/reason.ts';
import { Button } from '../../../components/button.tsx';
import { useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { useDownload } from '../../data/use-download.ts';
import { useMay } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';
import { readListSearch } from '../../state/list-search.ts';
import { ScanTabs } from './scan-tabs.tsx';
import { ScanResult } from './scan-result.tsx';
import { useScanColumns } from './use-scan-columns.tsx';

/** Every scan at the doors. */
export function ScansPage(): ReactElement {
  const { scans: words } = useWords();
  const { event } = readListSearch(useSearch({ strict: false }));
  const download = useDownload();
  const mayExport = useMay('export.scans') && event !== undefined;
  return (
    <Page
      title={words.title}
      actions={
        mayExport && (
          <Button onPress={() => void download('export.scans', { event })}>{words.export}</Button>
        )
      }
    >
      <ScanTabs />
      <ScanTable />
    </Page>
  );
}

function ScanTable(): ReactElement {
  const { scans: words, tickets } = useWords();
  const { at, holder, where, eventColumn, ofEvent } = useScanColumns();
  const { event } = readListSearch(useSearch({ strict: false }));
  const isNeeded = event !== undefined;
  const locations = useView('location.list', { event }, { isNeeded }).data ?? [];
  return (
    <DataTable
      label={words.title}
      view="scan.list"
      rowKey={({ reference }) => reference}
      rowAddress={({ reference }) => `/scans/${reference}`}
      filters={[
        ofEvent,
        {
          name: 'location',
          label: words.where,
          choices: locations.map(({ reference, name }) => ({ id: reference, name })),
          of: 'event',
        },
        {
          name: 'result',
          label: words.result,
          choices: (['allowed', 'denied'] as const).map((id) => ({ id, name: words.results[id] })),
        },
        {
          name: 'reason',
          label: words.reason,
          choices: reasons
            .filter((id) => id !== 'scanning.allowed')
            .map((id) => ({ id, name: tickets.reasons[id] ?? id })),
        },
      ]}
      columns={[
        at,
        holder,
        { id: 'result', name: words.result, render: (scan) => <ScanResult scan={scan} /> },
        where,
        { id: 'session', name: words.session, render: ({ session }) => session?.name },
        ...eventColumn,
      ]}
      empty={{ title: words.empty, next: words.emptyNext }}
    />
  );
}
