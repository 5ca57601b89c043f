import type { Instant } from '../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { getEvent } from '../repositories/events.ts';
import {
  findSession,
  insertSession,
  updateSession as writeSession,
  type SessionRow,
} from '../repositories/sessions.ts';
import { countValidTickets, touchTickets } from '../repositories/tickets.ts';
import { checkName, checkOrder } from './checks.ts';
import { DomainError, found, impossible } from './domain-error.ts';
import { liveEvent } from './events.ts';

export interface SessionInput {
  readonly name: string | null;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
}

/** Makes one dated occurrence of a recurring event. */
export async function createSession(
  tx: WriteTransaction,
  event: string,
  input: SessionInput,
): Promise<SessionRow> {
  const { id } = await liveEvent(tx, event);
  return insertSession(tx, { event_id: id, ...checkSession(input) });
}

/** Its tickets show its name and times, so their `updated_at` moves as well. */
export async function updateSession(
  tx: WriteTransaction,
  reference: string,
  changes: Partial<SessionInput>,
): Promise<SessionRow> {
  const current = await liveSession(tx, reference);
  const { name, starts_at, ends_at } = current;
  const columns = checkSession({ name, starts_at, ends_at, ...changes });
  const updated = await writeSession(tx, current.id, columns);
  await touchTickets(tx, 'session_id', current.id);
  return updated;
}

/** §6.4 `session.cancelled`: sold tickets stay valid and refundable, and are refused at the door. */
export async function cancelSession(tx: WriteTransaction, reference: string): Promise<SessionRow> {
  const current = await liveSession(tx, reference);
  const session = await writeSession(tx, current.id, { cancelled_at: tx.now });
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

/** The session, which must belong to the event. */
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
  const session = found(await findSession(tx, reference), 'session', reference);
  if (session.cancelled_at !== null) throw impossible(`The session ${reference} is cancelled.`);
  return session;
}

function checkSession(input: SessionInput): SessionInput {
  checkOrder('ends_at', input.starts_at, input.ends_at);
  const name = input.name === null ? null : checkName('name', input.name);
  return { name, starts_at: input.starts_at, ends_at: input.ends_at };
}
