import type { Integrator, Setup, Ticket } from './integrator.ts';

/** Tickets for scans at a door, each returned once. */
export interface TicketPool {
  /** Valid, not admitted, and allowed at this door. */
  readonly admissible: () => Ticket;
  /** Valid and not admitted, but for other entry points only. */
  readonly forElsewhere: () => Ticket;
  readonly cancelled: () => Ticket;
  /** A well-formed reference of no ticket. */
  readonly unknown: () => string;
  readonly setup: Setup;
}

/** Sorts the tickets of an event by the expected verdict at `location`, from the API's data. */
export async function fillTicketPool(
  integrator: Integrator,
  event: string,
  locationOf: (setup: Setup) => string,
): Promise<TicketPool> {
  const [setup, tickets, scans] = await Promise.all([
    integrator.setup(event),
    integrator.tickets(event),
    integrator.scans(event),
  ]);
  const location = locationOf(setup);
  const admitted = new Set(scans.filter(isAllowed).map(({ ticket }) => ticket));
  const now = new Date().toISOString();
  const open = tickets.filter(
    (ticket) => ticket.status === 'valid' && !admitted.has(ticket.reference) && isNow(ticket, now),
  );
  const isHere = ({ entry_points: places }: Ticket) => places?.includes(location) ?? true;
  let unknown = 0;
  return {
    setup,
    admissible: dispenser('admissible', open.filter(isHere)),
    forElsewhere: dispenser(
      'for elsewhere',
      open.filter((ticket) => !isHere(ticket)),
    ),
    cancelled: dispenser(
      'cancelled',
      tickets.filter(({ status }) => status === 'cancelled'),
    ),
    unknown: () => {
      unknown += 1;
      return `tkt_7zzzzzzzzzzzzzzzzzzzzzzz${String(unknown).padStart(2, '0')}`;
    },
  };
}

function isAllowed({ result }: { readonly result: string }): boolean {
  return result === 'allowed';
}

function isNow({ valid_from: from, valid_until: until }: Ticket, now: string): boolean {
  return (from ?? now) <= now && (until ?? '9999') > now;
}

function dispenser(kind: string, tickets: readonly Ticket[]): () => Ticket {
  let next = 0;
  return () => {
    const ticket = tickets[next];
    next += 1;
    if (ticket === undefined) throw new Error(`the demo has no further ticket that is ${kind}`);
    return ticket;
  };
}
