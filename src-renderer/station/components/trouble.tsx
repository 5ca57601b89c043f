import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { CommandError } from '../state/command-error.ts';
import { useErrorText } from './door-context.tsx';
import styles from './trouble.module.css';

/** Why the last choice failed. It stands there empty before, so that a screen reader announces it. */
export function Trouble({ error }: { readonly error: CommandError | null }): ReactElement {
  const errorText = useErrorText();
  return (
    <div role="alert" className={styles['trouble']}>
      {error !== null && (
        <>
          <TriangleAlert size={22} aria-hidden="true" />
          <span dir="auto">{errorText(error)}</span>
        </>
      )}
    </div>
  );
}
