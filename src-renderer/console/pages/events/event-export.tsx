import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import type { EventDescribed } from '../../../../shared/console/operation-results.ts';
import { ActionMenu } from '../../components/action-menu.tsx';
import { useWords } from '../../data/console-context.tsx';
import { useDownload } from '../../data/use-download.ts';
import { useOperations } from '../../data/use-operations.ts';

const kinds = ['tickets', 'orders', 'attendance', 'scans'] as const;

/** Files of an event, for a spreadsheet. */
export function EventExport({ event }: { readonly event: EventDescribed }): ReactElement {
  const { events } = useWords();
  const words = events.export;
  const operations = useOperations();
  const download = useDownload();
  return (
    <ActionMenu
      label={words.title}
      actions={kinds
        .filter((kind) => operations.get(`export.${kind}`)?.allowed === true)
        .map((kind) => ({
          id: kind,
          name: words[kind],
          onAction: () => void download(`export.${kind}`, { event: event.reference }),
        }))}
    >
      <Download size={16} aria-hidden="true" />
      {words.title}
    </ActionMenu>
  );
}
