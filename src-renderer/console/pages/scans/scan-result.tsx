import type { ReactElement } from 'react';
import type { EntryScan } from '../../../../shared/resources/scans.ts';
import { useWords } from '../../data/console-context.tsx';
import { Status } from '../../components/status.tsx';

/** What a scan came to, in a word. */
export function ScanResult({
  scan: { result, reason },
}: {
  readonly scan: Pick<EntryScan, 'result' | 'reason'>;
}): ReactElement {
  const { tickets: words } = useWords();
  return result === 'allowed' ? (
    <Status tone="ok" text={words.admitted} />
  ) : (
    <Status tone="no" text={words.reasons[reason] ?? reason} />
  );
}
