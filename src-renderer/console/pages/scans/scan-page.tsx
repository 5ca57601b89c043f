import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { Loading } from '../../components/loading.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { useParam } from '../../data/use-param.ts';
import { useTicketZone } from '../../data/use-ticket-zone.ts';
import { useView } from '../../data/use-view.ts';
import { ScanResult } from './scan-result.tsx';

/** One scan: when, where, and what it came to. */
export function ScanPage(): ReactElement {
  const reference = useParam('scan');
  const { scans: words } = useWords();
  const { data: scan, error, refetch } = useView('scan.show', { scan: reference });
  const formats = useFormats(useTicketZone(scan?.ticket ?? null));
  if (scan === undefined)
    return error === null ? <Loading /> : <Trouble error={error} onRetry={() => void refetch()} />;
  const { ticket, scanned_at, created_at, scanner_location, session } = scan;
  return (
    <RecordPage
      title={formats.dayTime(scanned_at)}
      reference={reference}
      list={{ name: words.title, address: '/scans' }}
      status={<ScanResult scan={scan} />}
    >
      <FactCard
        facts={[
          ...(ticket === null
            ? []
            : [{ label: words.ticket, value: <Link to={`/tickets/${ticket}`}>{ticket}</Link> }]),
          { label: words.where, value: scanner_location?.name ?? words.nowhere },
          ...(session === null ? [] : [{ label: words.session, value: session.name }]),
          { label: words.at, value: formats.dayTime(scanned_at) },
          { label: words.recorded, value: formats.dayTime(created_at) },
        ]}
      />
    </RecordPage>
  );
}
