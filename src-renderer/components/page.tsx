import { ScanLine } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Warnings } from './warnings.tsx';
import styles from './page.module.css';

interface Props {
  readonly title: string;
  readonly intro: string;
  readonly children?: ReactNode;
  readonly withTrouble?: boolean;
  /** Below everything: the station's state. */
  readonly foot?: ReactNode;
}

/** A screen with one thing to do, before the door is there. */
export function Page({ title, intro, children, withTrouble = true, foot }: Props): ReactElement {
  return (
    <div className={styles['page']}>
      <main className={styles['column']}>
        <p className={styles['brand']}>
          <ScanLine size={24} aria-hidden="true" /> Gatehouse
        </p>
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['intro']}>{intro}</p>
        {children}
      </main>
      <footer>
        <Warnings withTrouble={withTrouble} />
        {foot}
      </footer>
    </div>
  );
}
