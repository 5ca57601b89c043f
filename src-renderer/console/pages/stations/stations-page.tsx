import { useState } from 'react';
import type { ReactElement } from 'react';
import type { StationEnrolled } from '../../../../shared/console/operation-results.ts';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Page } from '../../components/page.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { Status } from '../../components/status.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useCreating } from '../../data/use-creating.ts';
import { useMay, useNeedsPlan } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';
import { useNow } from '../../data/use-now.ts';
import { isOwnComputer, stationServer } from '../../state/station-server.ts';
import { StationStatus } from './station-status.tsx';

/** The fleet, as each last reported. */
export function StationsPage(): ReactElement {
  const { base } = useConsole();
  const { stations: words } = useWords();
  const formats = useFormats();
  const [isEnrolling, setIsEnrolling] = useCreating();
  const [enrolled, setEnrolled] = useState<StationEnrolled | null>(null);
  const mayEnrol = useMay('station.enrol');
  const needsPlan = useNeedsPlan('station.enrol');
  const upcoming = useView(
    'event.list',
    { status: 'published', when: 'upcoming', limit: 2 },
    { isNeeded: mayEnrol },
  );
  const [only, another] = upcoming.data?.data ?? [];
  const server = stationServer(base);
  const enrol = mayEnrol && (
    <CreateButton name={words.enrol} onPress={() => setIsEnrolling(true)} />
  );
  const whatOf = ({ expires_at, server_url }: StationEnrolled) => {
    const what = words.codeWhat(formats.dayTime(expires_at));
    const url = new URL(server_url);
    return isOwnComputer(url) ? `${what} ${words.codeHere(url.host)}` : what;
  };
  return (
    <Page
      title={words.title}
      actions={needsPlan ? <Status tone="waiting" text={words.needsPlan} /> : enrol}
    >
      <StationTable mayEnrol={mayEnrol} />
      {mayEnrol && isEnrolling && !upcoming.isPending && (
        <OperationDialog
          name="station.enrol"
          title={words.enrol}
          submit={words.enrol}
          without={['location', 'server', 'certificate']}
          {...(only && !another && { suggested: { events: [only.reference] } })}
          {...(server !== null && { fixed: { server } })}
          onClose={() => setIsEnrolling(false)}
          onDone={setEnrolled}
        />
      )}
      {enrolled !== null && (
        <ShownOnce
          title={words.codeOf(enrolled.name)}
          what={whatOf(enrolled)}
          code={enrolled.enrolment_code}
          values={[{ label: words.code, value: enrolled.enrolment_code }]}
          onClose={() => setEnrolled(null)}
        />
      )}
    </Page>
  );
}

function StationTable({ mayEnrol }: { readonly mayEnrol: boolean }): ReactElement {
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
      empty={{ title: words.empty, next: mayEnrol && words.emptyNext }}
    />
  );
}
