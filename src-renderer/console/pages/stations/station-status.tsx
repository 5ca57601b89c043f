import type { ReactElement } from 'react';
import type { ReportedStation } from '../../../../shared/resources/stations.ts';
import { useWords } from '../../data/console-context.tsx';
import { Status } from '../../components/status.tsx';

/** A station reports every half minute while it reaches the server. */
const SILENT_AFTER_MS = 3 * 60_000;

export function StationStatus({
  station: { last_heartbeat_at, heartbeat },
  now,
}: {
  readonly station: Pick<ReportedStation, 'last_heartbeat_at' | 'heartbeat'>;
  readonly now: number;
}): ReactElement {
  const { stations: words } = useWords();
  if (last_heartbeat_at === null) return <Status tone="plain" text={words.never} />;
  if (now - Date.parse(last_heartbeat_at) > SILENT_AFTER_MS)
    return <Status tone="no" text={words.silent} />;
  return (heartbeat?.needs_attention ?? 0) > 0 ? (
    <Status tone="waiting" text={words.attention} />
  ) : (
    <Status tone="ok" text={words.connected} />
  );
}
