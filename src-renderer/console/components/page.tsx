import { useEffect, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import styles from './page.module.css';
import { useWords } from '../data/console-context.tsx';

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
  const { shell } = useWords();
  useEffect(() => {
    document.title = `${title} · ${shell.product}`;
  }, [title, shell.product]);
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <div className={styles['what']}>
          {above !== undefined && <div className={styles['above']}>{above}</div>}
          <div className={styles['line']}>
            <Title text={title} />
            {beside}
          </div>
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Takes the focus when somebody has come here from another page, but not from whoever types. */
function Title({ text }: { readonly text: string }): ReactElement {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('nav') !== null)
      ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={ref} tabIndex={-1} className={styles['title']} dir="auto">
      {text}
    </h1>
  );
}
