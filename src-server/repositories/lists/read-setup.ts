import type { Setup } from '../../../shared/contract/scanner.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { sessionWindow } from '../../../shared/verdict/session-window.ts';
import { compileStatement } from '../../db/query.ts';
import type { ReadTransaction } from '../../db/transaction.ts';
import { eventResource, type EventRow } from './events-list.ts';
import { formatOrNull } from './format.ts';
import { readTicketTypes } from './read-ticket-types.ts';

const selectSessions = compileStatement((db) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('event_id', '=', 0)
    .orderBy('starts_at')
    .orderBy('reference'),
);
const selectLocations = compileStatement((db) =>
  db
    .selectFrom('locations')
    .select(['reference', 'name'])
    .where('event_id', '=', 0)
    .orderBy('created_at')
    .orderBy('reference'),
);
const selectAddOns = compileStatement((db) =>
  db
    .selectFrom('add_ons')
    .select(['reference', 'name', 'price'])
    .where('event_id', '=', 0)
    .orderBy('created_at')
    .orderBy('reference'),
);

/** What a station needs to know of an event before its tickets (scanner surface), but for the server's time. */
export async function readSetup(
  tx: ReadTransaction,
  event: EventRow,
): Promise<Omit<Setup, 'server_time'>> {
  const addOns = await tx.all(selectAddOns, [event.id]);
  return {
    event: eventResource(event),
    ticket_types: await readTicketTypes(tx, event),
    sessions: await readSetupSessions(tx, event),
    scanner_locations: [...(await tx.all(selectLocations, [event.id]))],
    add_ons: addOns.map((row) => ({ ...row, currency: event.currency })),
    code_keys: [],
    policy: { opens_before_minutes: event.opens_before_minutes },
  };
}

async function readSetupSessions(tx: ReadTransaction, event: EventRow): Promise<Setup['sessions']> {
  const rows = await tx.all(selectSessions, [event.id]);
  return rows.map((row) => {
    const window = sessionWindow(row, event);
    return {
      reference: row.reference,
      name: row.name,
      starts_at: formatInstant(row.starts_at),
      ends_at: formatInstant(row.ends_at),
      cancelled_at: formatOrNull(row.cancelled_at),
      entry_from: formatInstant(window.entry_from),
      entry_until: formatInstant(window.entry_until),
      updated_at: formatInstant(row.updated_at),
    };
  });
}
