import type { Setup, SetupPeers } from '../../../shared/contract/scanner.ts';
import { compileStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { listCodeKeys, publicCodeKey } from '../code-keys.ts';
import { listPeerAddresses } from '../stations.ts';
import { listVenueKeys } from '../venue-keys.ts';
import { eventResource, type EventRow } from './events-list.ts';
import { readTicketTypes } from './read-ticket-types.ts';
import { sessionResource } from './sessions-list.ts';

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

/** What the station of this client needs to know of an event before its tickets (scanner surface), but for the server's time and the organiser's keys. */
export async function readSetup(
  tx: ReadTransaction,
  event: EventRow,
  clientRowId: number,
): Promise<Omit<Setup, 'server_time' | 'organiser_keys'>> {
  const addOns = await tx.all(selectAddOns, [event.id]);
  return {
    event: eventResource(event),
    ticket_types: await readTicketTypes(tx, event),
    sessions: await readSetupSessions(tx, event),
    scanner_locations: [...(await tx.all(selectLocations, [event.id]))],
    add_ons: addOns.map((row) => ({ ...row, currency: event.currency })),
    code_keys: (await listCodeKeys(tx, event.organiser_id)).map(publicCodeKey),
    policy: { opens_before_minutes: event.opens_before_minutes },
    peers: await readPeers(tx, event, clientRowId),
  };
}

/** Null as well before the event has a key. */
async function readPeers(
  tx: ReadTransaction,
  event: EventRow,
  clientRowId: number,
): Promise<SetupPeers | null> {
  if (event.peers === 0) return null;
  const keys = await listVenueKeys(tx, event.id);
  if (keys.length === 0) return null;
  return {
    keys: keys.map(({ value }) => value.toString('base64url')),
    addresses: [...(await listPeerAddresses(tx, event, clientRowId))],
  };
}

async function readSetupSessions(tx: ReadTransaction, event: EventRow): Promise<Setup['sessions']> {
  const rows = await tx.all(selectSessions, [event.id]);
  const { opens_before_minutes } = event;
  return rows.map((row) => sessionResource({ ...row, opens_before_minutes }));
}
