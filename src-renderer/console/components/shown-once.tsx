import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { useWords } from '../data/console-context.tsx';
import { Modal } from './modal.tsx';
import { Secret } from './secret.tsx';
import styles from './shown-once.module.css';

interface Props {
  readonly title: string;
  /** What to do with it. */
  readonly what: ReactNode;
  readonly values: readonly { readonly label: string; readonly value: string }[];
  /** A text to scan. */
  readonly code?: string;
  readonly onClose: () => void;
}

/** What the server shows this once, such as a secret. It closes only by its button. */
export function ShownOnce({ title, what, values, code, onClose }: Props): ReactElement {
  const { shell } = useWords();
  return (
    <Modal title={title} isHeld onClose={onClose}>
      <p>{what}</p>
      {code !== undefined && (
        <div className={styles['code']}>
          <QrCode text={code} label={title} />
        </div>
      )}
      <dl className={styles['values']}>
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Secret text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Button look="main" onPress={onClose}>
        {shell.kept}
      </Button>
    </Modal>
  );
}
