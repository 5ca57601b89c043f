import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ImportDescribed } from '../../../../shared/console/operation-results.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Section } from '../../../components/section.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import { ImportStatus, UndoImport, useImportActions } from './import-parts.tsx';
import { useImportWords } from './import-words.ts';
import styles from './import.module.css';

/** What was imported, each of which can be undone while none of its guests was let in. */
export function ImportHistory({
  event,
}: {
  /** Empty: for any. */
  readonly event: string;
}): ReactElement {
  const { importing: words } = useImportWords();
  const formats = useFormats();
  const events = useEvents();
  const [undoing, setUndoing] = useState<ImportDescribed | null>(null);
  const actions = useImportActions(setUndoing);
  const ofEvent: Column<ImportDescribed> = {
    id: 'event',
    name: words.event,
    render: (row) => <Link to={`/events/${row.event}`}>{events.nameOf(row.event)}</Link>,
  };
  return (
    <Section title={words.history}>
      <DataTable
        label={words.history}
        view="order.import-list"
        input={event === '' ? {} : { event }}
        rowKey={({ reference }) => reference}
        rowName={({ file }) => file}
        rowAddress={({ reference }) => `/import/${reference}`}
        columns={[
          { id: 'file', name: words.file, render: ({ file }) => file },
          {
            id: 'state',
            name: words.state,
            render: ({ status, lines_done, lines }) => (
              <>
                <ImportStatus status={status} />
                {status === 'running' && (
                  <span className={styles['why']}>
                    {words.linesDone(formats.number(lines_done), formats.number(lines))}
                  </span>
                )}
              </>
            ),
          },
          ...(event === '' ? [ofEvent] : []),
          {
            id: 'when',
            name: words.when,
            isTime: true,
            render: (row) => (
              <ZonedTime at={row.created_at} zone={events.find(row.event)?.timezone} />
            ),
            sort: { up: 'oldest', down: 'newest' },
          },
          {
            id: 'tickets',
            name: words.tickets,
            isNumeric: true,
            render: ({ report }) => report !== null && formats.number(report.new_tickets),
          },
        ]}
        empty={{ title: words.historyEmpty }}
        actions={actions}
      />
      {undoing !== null && <UndoImport undoing={undoing} onClose={() => setUndoing(null)} />}
    </Section>
  );
}
