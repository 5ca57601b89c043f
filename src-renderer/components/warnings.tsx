import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { refusalText } from '../state/refusal.ts';
import { warningText } from '../state/words/warning-text.ts';
import { useDoorState, usePlace, useWords } from './door-context.tsx';
import styles from './warnings.module.css';

interface Props {
  /** False where a screen tells the last refusal in its own place. */
  readonly withTrouble?: boolean;
}

/** What the station warns of, and the last refusal of something that was asked here. */
export function Warnings({ withTrouble = true }: Props): ReactElement {
  const warnings = useDoorState(({ station }) => station?.warnings ?? none);
  const place = usePlace();
  const trouble = useTrouble();
  return (
    <div role="alert" className={styles['warnings']}>
      {warnings.map((warning) => (
        <Warning key={warning.code} message={warningText(warning, place)} />
      ))}
      {withTrouble && trouble !== null && <Warning message={trouble} />}
    </div>
  );
}

/** The form that connects a station tells its refusals itself. */
function useTrouble(): string | null {
  const words = useWords();
  const station = useDoorState((state) => state.station);
  const isToldElsewhere = useDoorState(({ sheet }) => sheet?.kind === 'connect');
  const trouble = useDoorState((state) => state.trouble);
  return trouble === null || isToldElsewhere ? null : refusalText(trouble, words, station);
}

function Warning({ message }: { readonly message: string }): ReactElement {
  return (
    <p className={styles['warning']}>
      <TriangleAlert size={22} aria-hidden="true" />
      <span dir="auto">{message}</span>
    </p>
  );
}

const none: readonly never[] = [];
