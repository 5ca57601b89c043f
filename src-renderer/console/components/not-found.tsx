import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Page } from './page.tsx';
import { useWords } from '../data/console-context.tsx';

/** At an address of nothing. */
export function NotFound(): ReactElement {
  const { shell } = useWords();
  return (
    <Page title={shell.notFound.title}>
      <p>{shell.notFound.next}</p>
      <p>
        <Link to="/home">{shell.notFound.home}</Link>
      </p>
    </Page>
  );
}
