import type { ReactElement } from 'react';
import { Page } from '../../components/page.tsx';
import { useWords } from '../../components/console-context.tsx';
import { EventTable } from '../events/event-table.tsx';

export function HomePage(): ReactElement {
  const { shell } = useWords();
  return (
    <Page title={shell.home.title}>
      <EventTable input={{ when: 'upcoming', sort: 'starts' }} />
    </Page>
  );
}
