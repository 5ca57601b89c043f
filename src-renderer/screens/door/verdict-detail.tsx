import { ArrowRight, Clock3, Database, LogIn, TicketX } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { formatAge } from '../../state/words/format.ts';
import { keyFactOf } from './key-fact.ts';
import type { KeyFact } from './key-fact.ts';
import styles from './verdict-detail.module.css';

interface Props {
  readonly outcome: ScanOutcome;
  readonly className: string | undefined;
}

/** The key fact of a verdict with its sign, in large type. */
export function VerdictDetail({ outcome, className }: Props): ReactElement | null {
  const words = useWords();
  const place = usePlace();
  const freshAt = useDoorState(({ station }) => station?.sync.fresh_at.tickets ?? null);
  // As old as it was when the verdict came on: a later sync does not make the verdict younger.
  const [ageMs] = useState(() => ageAt(outcome.scanned_at, freshAt));
  const { noData, dataAge } = words.status;
  const age = ageMs === null ? noData : dataAge(formatAge(ageMs, place.locale));
  const fact = keyFactOf(outcome, words, place, age);
  if (fact === null) return null;
  return (
    <p className={`${className} ${styles['detail']}`} data-key-fact="true">
      {signs[fact.sign]}
      {fact.label !== null && `${fact.label} `}
      <bdi className={styles['value']}>{fact.value}</bdi>
    </p>
  );
}

function ageAt(iso: string, freshAt: string | null): number | null {
  return freshAt === null ? null : Date.parse(iso) - Date.parse(freshAt);
}

const signs: Readonly<Record<KeyFact['sign'], ReactElement>> = {
  entered: <LogIn aria-hidden="true" />,
  entrance: <ArrowRight aria-hidden="true" />,
  time: <Clock3 aria-hidden="true" />,
  ticket: <TicketX aria-hidden="true" />,
  data: <Database aria-hidden="true" />,
};
