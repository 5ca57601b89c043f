import type { CommandResult } from '../../../../shared/station/results.ts';
import { useDoor, useDoorState, useStationChanges } from '../../components/door-context.tsx';
import { useRead } from '../../components/use-read.ts';

interface OrderAnswer {
  readonly ticket: string;
  readonly result: CommandResult;
}

/** A ticket's order, read again whenever the station changes. Null until the station has answered for this order. */
export function useOrder(ticket: string) {
  const { query } = useDoor();
  const isPresent = useDoorState(({ transport }) => transport === 'present');
  const changes = useStationChanges();
  const subject = isPresent ? `${ticket} ${changes}` : null;
  const { value, readAgain } = useRead<OrderAnswer>(subject, async () => ({
    ticket,
    result: await query({ kind: 'read_order', ticket }),
  }));
  return { result: value !== null && isAbout(value, ticket) ? value.result : null, readAgain };
}

/** All tickets of an order share it. */
function isAbout({ ticket: requested, result }: OrderAnswer, ticket: string): boolean {
  if (requested === ticket) return true;
  return (
    result.ok && 'order' in result && result.order.tickets.some((one) => one.ticket === ticket)
  );
}
