import { useCallback, useEffect, useState } from 'react';
import type { CommandResult } from '../../../../shared/station/results.ts';
import { useDoor, useDoorState, useStationChanges } from '../../components/door-context.tsx';
import { latestAnswer } from '../../state/latest-answer.ts';

export interface OrderAnswer {
  readonly result: CommandResult | null;
  readonly readAgain: () => void;
}

/** A ticket's order, read again whenever the station changes. Null until the station has answered for this order. */
export function useOrder(ticket: string): OrderAnswer {
  const door = useDoor();
  const [last, take] = useState<{ ticket: string; result: CommandResult } | null>(null);
  const [ask] = useState(() => latestAnswer(take));
  const [asked, setAsked] = useState(0);
  const isPresent = useDoorState(({ transport }) => transport === 'present');
  const changes = useStationChanges();
  useEffect(() => {
    if (!isPresent) return;
    const read = async () => ({
      ticket,
      result: await door.query({ kind: 'read_order', ticket }),
    });
    ask(read());
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again when what it shows may have changed
  }, [door, ask, ticket, isPresent, changes, asked]);
  return {
    result: last !== null && isAbout(last, ticket) ? last.result : null,
    readAgain: useCallback(() => setAsked((before) => before + 1), []),
  };
}

/** All tickets of an order share it. */
function isAbout(
  { ticket: asked, result }: { readonly ticket: string; readonly result: CommandResult },
  ticket: string,
): boolean {
  if (asked === ticket) return true;
  return (
    result.ok && 'order' in result && result.order.tickets.some((one) => one.ticket === ticket)
  );
}
