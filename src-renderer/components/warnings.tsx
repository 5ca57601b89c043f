import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useDoorState } from './door-context.tsx';
import styles from './warnings.module.css';

interface Props {
  /** False where a screen tells the last refusal in its own place. */
  readonly withTrouble?: boolean;
}

/** Sentences of the station that must be seen, and the last refusal of something that was asked here. */
export function Warnings({ withTrouble = true }: Props): ReactElement {
  const warnings = useDoorState(({ station }) => station?.warnings ?? none);
  const trouble = useDoorState((state) => state.trouble);
  return (
    <div role="alert" className={styles['warnings']}>
      {warnings.map(({ code, message }) => (
        <Warning key={code} message={message} />
      ))}
      {withTrouble && trouble !== null && <Warning message={trouble} />}
    </div>
  );
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
