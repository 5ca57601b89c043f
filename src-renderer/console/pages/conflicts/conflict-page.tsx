import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { OfHolder } from '../../../../shared/console/operation-results.ts';
import type { ConflictDetails, ConflictScan } from '../../../../shared/resources/conflicts.ts';
import { useConsole, useFormats } from '../../data/console-context.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { Status } from '../../components/status.tsx';
import { Unread } from '../../components/unread.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { nameOf } from '../../state/person-name.ts';
import { ScanResult } from '../scans/scan-result.tsx';
import { ConflictsWordsProvider, useConflictsWords } from './conflicts-words.ts';
import styles from './conflict.module.css';

/** One conflict: its scans side by side, and what was decided. */
export function ConflictPage(): ReactElement {
  const reference = useParam('conflict');
  const { data: conflict, error, refetch } = useView('conflict.show', { conflict: reference });
  if (conflict === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return (
    <ConflictsWordsProvider>
      <ConflictRecord key={reference} conflict={conflict} />
    </ConflictsWordsProvider>
  );
}

function ConflictRecord({
  conflict,
}: {
  readonly conflict: OfHolder<ConflictDetails>;
}): ReactElement {
  const { notify } = useConsole();
  const words = useConflictsWords();
  const events = useEvents();
  const zone = events.find(conflict.event)?.timezone;
  const formats = useFormats(zone);
  const [isResolving, setIsResolving] = useState(false);
  const { reference, kind, state, event, ticket, holder, scans } = conflict;
  const { note, resolved_by, resolved_at } = conflict;
  const mayResolve = useMay('conflict.resolve') && state === 'open';
  return (
    <RecordPage
      title={words.kinds[kind]}
      reference={reference}
      list={{ name: words.title, address: '/conflicts' }}
      status={<Status tone={state === 'open' ? 'waiting' : 'ok'} text={words.states[state]} />}
      main={
        mayResolve
          ? [{ id: 'resolve', name: words.resolve, onAction: () => setIsResolving(true) }]
          : []
      }
    >
      <p>
        {words.what[kind]} {nameOf(holder) !== '' && <bdi>{nameOf(holder)} · </bdi>}
        <Link to={`/events/${event}`}>{events.nameOf(event)}</Link> ·{' '}
        <Link to={`/tickets/${ticket}`}>{words.ticket}</Link>
      </p>
      <Comparison scans={scans} zone={zone} />
      {note !== null && (
        <Section title={words.decision}>
          <FactCard
            facts={[
              { label: words.note, value: note },
              { label: words.by, value: resolved_by },
              {
                label: words.states.resolved,
                value: resolved_at === null ? null : formats.dayTime(resolved_at),
              },
            ]}
          />
        </Section>
      )}
      {isResolving && (
        <OperationDialog
          name="conflict.resolve"
          title={words.resolve}
          about={words.resolveWhat}
          submit={words.resolve}
          fixed={{ conflict: reference }}
          onClose={() => setIsResolving(false)}
          onDone={() => notify(words.resolved)}
        />
      )}
    </RecordPage>
  );
}

/** The scans side by side, so that what differs between them stands in one line. */
function Comparison({
  scans,
  zone,
}: {
  readonly scans: readonly ConflictScan[];
  /** Of the event. */
  readonly zone: string | undefined;
}): ReactElement {
  const words = useConflictsWords();
  const formats = useFormats(zone);
  const rows: readonly {
    readonly label: string;
    readonly render: (scan: ConflictScan) => ReactNode;
  }[] = [
    { label: words.result, render: (scan) => <ScanResult scan={scan} /> },
    { label: words.scannedAt, render: ({ scanned_at }) => formats.exactly(scanned_at) },
    {
      label: words.where,
      render: ({ scanner_location }) => scanner_location?.name ?? words.nowhere,
    },
    { label: words.station, render: ({ station }) => station ?? words.staff },
    {
      label: words.clock,
      render: ({ clock_suspect, clock_offset_ms }) =>
        clock_suspect ? words.suspect : clock_offset_ms === null ? words.unknown : words.sure,
    },
    {
      label: words.scan,
      render: ({ reference }) => <Link to={`/scans/${reference}`}>{reference}</Link>,
    },
  ];
  return (
    <table className={styles['pair']}>
      <thead>
        <tr>
          <td />
          {scans.map(({ reference }, index) => (
            <th key={reference} scope="col">
              {words.sides[index]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, render }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {scans.map((scan) => (
              <td key={scan.reference} dir="auto">
                {render(scan)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
