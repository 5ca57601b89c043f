import type { ReactElement } from 'react';
import type { Ticket } from '../../../../shared/resources/tickets.ts';
import { useWords } from '../../data/console-context.tsx';
import { Status } from '../../components/status.tsx';

const tones = { valid: 'ok', checked_in: 'plain', cancelled: 'no', refunded: 'no' } as const;

export function TicketStatus({ status }: { readonly status: Ticket['status'] }): ReactElement {
  const { tickets } = useWords();
  return <Status tone={tones[status]} text={tickets.statuses[status]} />;
}
