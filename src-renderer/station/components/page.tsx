import { ScanLine } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { WarningList } from './warning-list.tsx';
import styles from './page.module.css';

interface Props {
  readonly title: string;
  readonly intro: string;
  readonly children?: ReactNode;
  readonly withTrouble?: boolean;
  readonly width?: 'narrow' | 'wide';
  /** Back to the previous screen. */
  readonly back?: ReactNode;
  /** Below everything else: the station's state. */
  readonly foot?: ReactNode;
}

/** A screen with a single task, before the door opens. */
export function Page({
  title,
  intro,
  children,
  withTrouble = true,
  width = 'narrow',
  back,
  foot,
}: Props): ReactElement {
  return (
    <div className={styles['page']}>
      <main className={styles['column']} data-width={width}>
        <div className={styles['head']}>
          <p className={styles['brand']}>
            <ScanLine size={24} aria-hidden="true" /> Gatehouse
          </p>
          {back}
        </div>
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['intro']}>{intro}</p>
        {children}
      </main>
      <footer>
        <WarningList withTrouble={withTrouble} />
        {foot}
      </footer>
    </div>
  );
}
