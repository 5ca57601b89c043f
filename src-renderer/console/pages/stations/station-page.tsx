import { useState } from 'react';
import type { ReactElement } from 'react';
import type { StationShown } from '../../../../shared/console/operation-results.ts';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Status } from '../../components/status.tsx';
import { Unread } from '../../components/unread.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useNow } from '../../data/use-now.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { StationStatus } from './station-status.tsx';

/** One station and what it last reported. */
export function StationPage(): ReactElement {
  const reference = useParam('station');
  const { data: station, error, refetch } = useView('station.show', { station: reference });
  if (station === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return <StationRecord key={reference} station={station} />;
}

function StationRecord({ station }: { readonly station: StationShown }): ReactElement {
  const { notify } = useConsole();
  const { stations: words } = useWords();
  const now = useNow();
  const [asked, setAsked] = useState<'rename' | 'revoke' | null>(null);
  const mayRename = useMay('station.update');
  const mayRevoke = useMay('station.revoke');
  const { client_id, name, revoked_at } = station;
  const isLive = revoked_at === null;
  const close = () => setAsked(null);
  return (
    <RecordPage
      title={name}
      reference={client_id}
      list={{ name: words.title, address: '/stations' }}
      status={
        isLive ? (
          <StationStatus station={station} now={now} />
        ) : (
          <Status tone="no" text={words.revoked} />
        )
      }
      main={
        isLive && mayRename
          ? [{ id: 'rename', name: words.rename, onAction: () => setAsked('rename') }]
          : []
      }
      actions={
        isLive && mayRevoke
          ? [
              {
                id: 'revoke',
                name: words.revoke,
                isDangerous: true,
                onAction: () => setAsked('revoke'),
              },
            ]
          : []
      }
    >
      <Overview station={station} now={now} />
      {asked === 'rename' && (
        <OperationDialog
          name="station.update"
          title={words.rename}
          submit={words.rename}
          fixed={{ station: client_id }}
          initial={{ name }}
          onClose={close}
          onDone={() => notify(words.saved)}
        />
      )}
      {asked === 'revoke' && (
        <ConfirmOperation
          name="station.revoke"
          input={{ station: client_id }}
          title={words.revoke}
          what={words.revokeWhat}
          onClose={close}
          onDone={() => notify(words.wasRevoked)}
        />
      )}
    </RecordPage>
  );
}

function Overview({
  station: { heartbeat, last_heartbeat_at, created_at },
  now,
}: {
  readonly station: StationShown;
  readonly now: number;
}): ReactElement {
  const { stations: words } = useWords();
  const formats = useFormats();
  const events = useEvents();
  const created = { label: words.created, value: formats.dayTime(created_at) };
  if (heartbeat === null || last_heartbeat_at === null) return <FactCard facts={[created]} />;
  const { event, version, queued, needs_attention, replica_at, clock_offset_ms, scanner } =
    heartbeat;
  return (
    <FactCard
      facts={[
        { label: words.seen, value: formats.ago(last_heartbeat_at, now) },
        { label: words.event, value: events.nameOf(event) || words.none },
        { label: words.queued, value: formats.number(queued) },
        { label: words.attention, value: formats.number(needs_attention) },
        {
          label: words.dataAge,
          value: replica_at === null ? words.none : formats.ago(replica_at, now),
        },
        {
          label: words.clock,
          value: clock_offset_ms === null ? words.none : words.seconds(clock_offset_ms / 1_000),
        },
        { label: words.scanner, value: scanner ?? words.none },
        { label: words.version, value: version },
        created,
      ]}
    />
  );
}
