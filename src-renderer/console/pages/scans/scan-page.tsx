import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type {
  OperationResults,
  ReleaseDescribed,
} from '../../../../shared/console/operation-results.ts';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { Unread } from '../../components/unread.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { nameOf } from '../../state/person-name.ts';
import { ScanResult } from './scan-result.tsx';

/** One scan: when, where, what it came to, and what ended it. */
export function ScanPage(): ReactElement {
  const reference = useParam('scan');
  const { data: scan, error, refetch } = useView('scan.show', { scan: reference });
  if (scan === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return <ScanRecord key={reference} scan={scan} />;
}

function ScanRecord({ scan }: { readonly scan: OperationResults['scan.show'] }): ReactElement {
  const { notify } = useConsole();
  const { scans: words, tickets: ofTickets } = useWords();
  const events = useEvents();
  const zone = events.find(scan.event)?.timezone;
  const formats = useFormats(zone);
  const [isEnding, setIsEnding] = useState(false);
  const { reference, ticket, scanned_at, created_at, scanner_location, session } = scan;
  const { result, overruled, holder, event, releases } = scan;
  const mayEnd = useMay('scan.release') && result === 'allowed' && scan.ended !== 'mistake';
  return (
    <RecordPage
      title={formats.dayTime(scanned_at)}
      reference={reference}
      list={{ name: words.title, address: '/scans' }}
      status={<ScanResult scan={scan} />}
      main={mayEnd ? [{ id: 'end', name: words.end, onAction: () => setIsEnding(true) }] : []}
    >
      <FactCard
        facts={[
          ...(holder === null
            ? []
            : [
                {
                  label: ofTickets.holder,
                  value: (
                    <Link to={`/contacts/${holder.reference}`}>
                      {nameOf(holder) || holder.reference}
                    </Link>
                  ),
                },
              ]),
          {
            label: words.event,
            value: <Link to={`/events/${event}`}>{events.nameOf(event)}</Link>,
          },
          ...(ticket === null
            ? []
            : [{ label: words.ticket, value: <Link to={`/tickets/${ticket}`}>{ticket}</Link> }]),
          { label: words.where, value: scanner_location?.name ?? words.nowhere },
          ...(session === null ? [] : [{ label: words.session, value: session.name }]),
          { label: words.at, value: formats.dayTime(scanned_at) },
          { label: words.recorded, value: formats.dayTime(created_at) },
          ...(overruled === undefined
            ? []
            : [
                { label: words.overruled, value: ofTickets.reasons[overruled.reason] },
                { label: words.note, value: overruled.note },
                { label: words.endedBy, value: overruled.station ?? words.staff },
              ]),
        ]}
      />
      {releases.map((release) => (
        <Ended key={release.reference} release={release} zone={zone} />
      ))}
      {isEnding && (
        <OperationDialog
          name="scan.release"
          title={words.end}
          submit={words.end}
          fixed={{ scan: reference }}
          onClose={() => setIsEnding(false)}
          onDone={() => notify(words.ended)}
        />
      )}
    </RecordPage>
  );
}

function Ended({
  release: { kind, note, released_at, released_by, scanner_location },
  zone,
}: {
  readonly release: ReleaseDescribed;
  /** Of the event. */
  readonly zone: string | undefined;
}): ReactElement {
  const { scans: words } = useWords();
  const formats = useFormats(zone);
  return (
    <Section title={words.ended}>
      <FactCard
        facts={[
          { label: words.endedAs, value: words.kinds[kind] },
          { label: words.endedAt, value: formats.dayTime(released_at) },
          ...(note === null ? [] : [{ label: words.note, value: note }]),
          ...(scanner_location === null
            ? []
            : [{ label: words.where, value: scanner_location.name }]),
          { label: words.endedBy, value: released_by ?? words.staff },
        ]}
      />
    </Section>
  );
}
