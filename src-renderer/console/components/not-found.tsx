import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Page } from './page.tsx';
import { useWords } from '../data/console-context.tsx';
import styles from './trouble.module.css';

/** At an address of nothing. */
export function NotFound(): ReactElement {
  const { shell } = useWords();
  return (
    <Page title={shell.notFound.title}>
      <div className={styles['trouble']}>
        <p className={styles['next']}>{shell.notFound.next}</p>
        <Link to="/home">{shell.notFound.home}</Link>
      </div>
    </Page>
  );
}
