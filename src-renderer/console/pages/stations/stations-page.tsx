import { useState } from 'react';
import type { ReactElement } from 'react';
import type { StationEnrolled } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Page } from '../../components/page.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useCreating } from '../../data/use-creating.ts';
import { useMay } from '../../data/use-operations.ts';
import { useNow } from '../../data/use-now.ts';
import { StationStatus } from './station-status.tsx';

/** The fleet, as each last reported. */
export function StationsPage(): ReactElement {
  const { stations: words } = useWords();
  const formats = useFormats();
  const [isEnrolling, setIsEnrolling] = useCreating();
  const [enrolled, setEnrolled] = useState<StationEnrolled | null>(null);
  const mayEnrol = useMay('station.enrol');
  const enrol = mayEnrol && (
    <CreateButton name={words.enrol} onPress={() => setIsEnrolling(true)} />
  );
  return (
    <Page title={words.title} actions={enrol}>
      <StationTable />
      {mayEnrol && isEnrolling && (
        <OperationDialog
          name="station.enrol"
          title={words.enrol}
          submit={words.enrol}
          without={['location', 'server', 'certificate']}
          onClose={() => setIsEnrolling(false)}
          onDone={setEnrolled}
        />
      )}
      {enrolled !== null && (
        <ShownOnce
          title={words.codeOf(enrolled.name)}
          what={words.codeWhat(formats.dayTime(enrolled.expires_at))}
          code={enrolled.enrolment_code}
          values={[{ label: words.code, value: enrolled.enrolment_code }]}
          onClose={() => setEnrolled(null)}
        />
      )}
    </Page>
  );
}

function StationTable(): ReactElement {
  const { stations: words } = useWords();
  const formats = useFormats();
  const events = useEvents();
  const now = useNow();
  return (
    <DataTable
      label={words.title}
      view="station.list"
      rowKey={({ client_id }) => client_id}
      rowName={({ name }) => name}
      rowAddress={({ client_id }) => `/stations/${client_id}`}
      columns={[
        {
          id: 'name',
          name: words.name,
          render: ({ name }) => name,
          sort: { up: 'name', down: '-name' },
        },
        {
          id: 'status',
          name: words.status,
          render: (station) => <StationStatus station={station} now={now} />,
        },
        {
          id: 'event',
          name: words.event,
          render: ({ heartbeat }) => events.nameOf(heartbeat?.event ?? null),
        },
        {
          id: 'queued',
          name: words.queued,
          isNumeric: true,
          render: ({ heartbeat }) => heartbeat && formats.number(heartbeat.queued),
        },
        {
          id: 'seen',
          name: words.seen,
          render: ({ last_heartbeat_at: at }) => at && formats.ago(at, now),
        },
        { id: 'version', name: words.version, render: ({ heartbeat }) => heartbeat?.version },
      ]}
      empty={{ title: words.empty, next: words.emptyNext }}
    />
  );
}
