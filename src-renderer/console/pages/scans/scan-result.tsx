import type { ReactElement } from 'react';
import type { EntryScan } from '../../../../shared/resources/scans.ts';
import type { ReleaseKind } from '../../../../shared/verdict/terms/releases.ts';
import { useWords } from '../../data/console-context.tsx';
import { Status } from '../../components/status.tsx';

/** What a scan came to, in a word; of an admission that ended, how. */
export function ScanResult({
  scan: { result, reason, ended },
}: {
  readonly scan: Pick<EntryScan, 'result' | 'reason'> & {
    readonly ended?: ReleaseKind | null;
  };
}): ReactElement {
  const { tickets: words, scans } = useWords();
  if (ended) return <Status tone="plain" text={scans.endings[ended]} />;
  return result === 'allowed' ? (
    <Status tone="ok" text={words.admitted} />
  ) : (
    <Status tone="no" text={words.reasons[reason] ?? reason} />
  );
}
