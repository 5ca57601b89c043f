import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import styles from './hold-button.module.css';

const HOLD_MS = 1_000;

interface Props {
  readonly children: ReactNode;
  readonly onHeld: () => void;
  /** After `onHeld`. Nothing may take the button's place before: the finger, or the repeating key, would be on that. */
  readonly onReleased: () => void;
  /** Let go too soon, or slid off. */
  readonly onTooShort: () => void;
}

/** Acts when it has been held for a second: by a finger, a mouse, or the Enter key. It fills while it is held. */
export function HoldButton({ children, onHeld, onReleased, onTooShort }: Props): ReactElement {
  const [phase, setPhase] = useState<'idle' | 'holding' | 'held'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = () => {
    setPhase('holding');
    timer.current = setTimeout(() => {
      setPhase('held');
      onHeld();
    }, HOLD_MS);
  };
  const end = () => {
    clearTimeout(timer.current);
    setPhase('idle');
    if (phase === 'held') onReleased();
    else onTooShort();
  };
  return (
    <Button
      className={styles['hold'] ?? ''}
      autoFocus
      data-phase={phase}
      onPressStart={begin}
      onPressEnd={end}
      // The system's menu of a long press would take the finger away.
      onContextMenu={(event) => event.preventDefault()}
    >
      <span className={styles['fill']} style={{ animationDuration: `${HOLD_MS}ms` }} />
      <span className={styles['label']}>{children}</span>
    </Button>
  );
}
