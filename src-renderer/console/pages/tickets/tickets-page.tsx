import type { ReactElement } from 'react';
import { useWords } from '../../data/console-context.tsx';
import { Page } from '../../components/page.tsx';
import { TicketTable } from './ticket-table.tsx';

/** Every ticket of the organiser. */
export function TicketsPage(): ReactElement {
  const { tickets: words } = useWords();
  return (
    <Page title={words.title}>
      <TicketTable />
    </Page>
  );
}
