import { ScanLine } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Warnings } from './warnings.tsx';
import styles from './page.module.css';

interface Props {
  readonly title: string;
  readonly intro: string;
  readonly children?: ReactNode;
  readonly withTrouble?: boolean;
  readonly width?: 'narrow' | 'wide';
  /** The way to the screen before. */
  readonly back?: ReactNode;
  /** Below everything: the station's state. */
  readonly foot?: ReactNode;
}

/** A screen with one thing to do, before the door is there. */
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
        <Warnings withTrouble={withTrouble} />
        {foot}
      </footer>
    </div>
  );
}
