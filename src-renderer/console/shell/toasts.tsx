import { X } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { useConsole, useConsoleState, useWords } from '../data/console-context.tsx';
import type { Toast } from '../state/console.ts';
import styles from './toasts.module.css';

/** What was just done, with an undo where there is one. */
export function Toasts(): ReactElement {
  const toasts = useConsoleState((state) => state.toasts);
  return (
    <div className={styles['toasts']} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <Line key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

const SHOWN_MS = 6_000;
/** An undo stays for whoever has to find it first. */
const UNDO_SHOWN_MS = 12_000;

function Line({ toast: { id, text, undo } }: { readonly toast: Toast }): ReactElement {
  const { dismiss } = useConsole();
  const { shell } = useWords();
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), undo === null ? SHOWN_MS : UNDO_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, undo, dismiss]);
  return (
    <div className={styles['toast']}>
      <span dir="auto" className={styles['text']}>
        {text}
      </span>
      {undo !== null && (
        <span className={styles['undo']}>
          <Button
            onPress={() => {
              dismiss(id);
              undo();
            }}
          >
            {shell.undo}
          </Button>
        </span>
      )}
      <Button look="icon" aria-label={shell.dismiss} onPress={() => dismiss(id)}>
        <X size={15} aria-hidden="true" />
      </Button>
    </div>
  );
}
