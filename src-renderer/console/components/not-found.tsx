import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Empty } from './empty.tsx';
import { useWords } from '../data/console-context.tsx';

/** At an address of nothing. */
export function NotFound(): ReactElement {
  const { shell } = useWords();
  return (
    <Empty title={shell.notFound.title} next={shell.notFound.next}>
      <Link to="/home">{shell.notFound.home}</Link>
    </Empty>
  );
}
