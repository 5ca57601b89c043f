import { addMicros, MICROS_PER_HOUR } from '../../shared/instant.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { findEvent, updateEventRow } from '../store/events.ts';
import { listEventSessions, updateSessionRow } from '../store/sessions.ts';
import { listTicketTypes, updateTicketTypeRow } from '../store/ticket-types.ts';
import { touchTickets } from '../store/tickets.ts';
import type { DemoCredentials } from './demo-credentials.ts';
import { openingBefore, programme, hoursAfter } from './programme.ts';

/** If the demo's first event is over or nearly so, moves all dates so that it is the current one. */
export async function rollForward(
  tx: WriteTransaction,
  demo: Pick<DemoCredentials, 'events'>,
): Promise<void> {
  const current = await findEvent(tx, demo.events[0]?.reference ?? '');
  if (current === undefined || current.starts_at === null || current.ends_at === null) return;
  if (tx.now < addMicros(current.ends_at, -MICROS_PER_HOUR)) return;
  const startsAfterHours = programme[0]?.startsAfterHours ?? 0;
  const delta = hoursAfter(openingBefore(tx.now), startsAfterHours) - current.starts_at;
  for (const { reference } of demo.events) await moveEvent(tx, reference, delta);
}

async function moveEvent(tx: WriteTransaction, reference: string, delta: number): Promise<void> {
  const event = await findEvent(tx, reference);
  if (event === undefined) return;
  await updateEventRow(tx, event.id, {
    starts_at: event.starts_at === null ? null : addMicros(event.starts_at, delta),
    ends_at: event.ends_at === null ? null : addMicros(event.ends_at, delta),
  });
  for (const type of await listTicketTypes(tx, event.id)) {
    if (type.valid_from === null) continue;
    await updateTicketTypeRow(tx, type.id, { valid_from: addMicros(type.valid_from, delta) });
    await touchTickets(tx, 'ticket_type_id', type.id);
  }
  for (const session of await listEventSessions(tx, event.id)) {
    await updateSessionRow(tx, session.id, {
      starts_at: addMicros(session.starts_at, delta),
      ends_at: addMicros(session.ends_at, delta),
    });
    await touchTickets(tx, 'session_id', session.id);
  }
}
