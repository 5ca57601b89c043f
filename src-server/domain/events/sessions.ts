import type { Instant } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { getEvent } from '../../store/events.ts';
import {
  findSession,
  insertSession,
  updateSessionRow,
  type SessionRow,
} from '../../store/sessions.ts';
import { countValidTickets, touchTickets } from '../../store/tickets.ts';
import { checkName, checkOrder } from '../../rules/checks.ts';
import { DomainError, wrongState } from '../../rules/domain-error.ts';
import { liveEvent } from './events.ts';
import { requireSession } from '../../rules/require-row.ts';

export interface SessionInput {
  readonly name: string | null;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
}

/** Creates one dated occurrence of a recurring event. */
export async function createSession(
  tx: WriteTransaction,
  event: string,
  input: SessionInput,
): Promise<SessionRow> {
  const { id } = await liveEvent(tx, event);
  return insertSession(tx, { event_id: id, ...checkSession(input) });
}

/** Its tickets show its name and times, so their `updated_at` changes as well. */
export async function updateSession(
  tx: WriteTransaction,
  reference: string,
  changes: Partial<SessionInput>,
): Promise<SessionRow> {
  const current = await liveSession(tx, reference);
  const { name, starts_at, ends_at } = current;
  const columns = checkSession({ name, starts_at, ends_at, ...changes });
  const updated = await updateSessionRow(tx, current.id, columns);
  await touchTickets(tx, 'session_id', current.id);
  return updated;
}

/** Cancels a session and emits `session.cancelled` (§6.4). Sold tickets stay valid and refundable, but doors refuse them. */
export async function cancelSession(tx: WriteTransaction, reference: string): Promise<SessionRow> {
  const current = await liveSession(tx, reference);
  const session = await updateSessionRow(tx, current.id, { cancelled_at: tx.now });
  await touchTickets(tx, 'session_id', session.id);
  const event = await getEvent(tx, session.event_id);
  tx.emit({
    organiser_id: event.organiser_id,
    event_id: event.id,
    name: 'session.cancelled',
    data: {
      session: session.reference,
      event: event.reference,
      name: session.name,
      starts_at: session.starts_at,
      ends_at: session.ends_at,
      tickets: await countValidTickets(tx, session.id),
    },
  });
  return session;
}

/** Finds a session of the event. Throws `resource.not_found` otherwise. */
export async function sessionOf(
  tx: ReadTransaction,
  eventId: number,
  reference: string,
): Promise<SessionRow> {
  const session = await findSession(tx, reference);
  if (session?.event_id === eventId) return session;
  throw new DomainError('resource.not_found', `There is no session ${reference}.`, 'session');
}

async function liveSession(tx: ReadTransaction, reference: string): Promise<SessionRow> {
  const session = await requireSession(tx, reference);
  if (session.cancelled_at !== null) throw wrongState(`session ${reference}`, 'cancelled');
  return session;
}

function checkSession(input: SessionInput): SessionInput {
  checkOrder('ends_at', input.starts_at, input.ends_at);
  const name = input.name === null ? null : checkName('name', input.name);
  return { name, starts_at: input.starts_at, ends_at: input.ends_at };
}
