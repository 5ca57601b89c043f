import type { ReactElement, ReactNode } from 'react';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import styles from './page.module.css';
import { Title } from './title.tsx';

interface Props {
  readonly title: string;
  /** Above the title: where it belongs. */
  readonly above?: ReactNode;
  /** Beside the title. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the console: its title, which the browser's tab and a screen reader get too, its actions, and what it is about. */
export function Page({ title, above, beside, actions, children }: Props): ReactElement {
  // An action that is done may take its own button away.
  const kept = useKeptFocus<HTMLElement>();
  return (
    <div className={styles['page']}>
      <header {...kept} className={styles['head']}>
        <div className={styles['what']}>
          {above !== undefined && <div className={styles['above']}>{above}</div>}
          <div className={styles['line']}>
            <Title text={title} className={styles['title']} />
            {beside}
          </div>
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
