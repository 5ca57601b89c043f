import { slugOf } from '../../../shared/slug.ts';
import type { FirstOrganiser } from '../../../shared/station/server.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { createEvent, eventDefaults } from '../events/events.ts';
import { enrolStation } from './enrol-station.ts';
import { createLocation } from '../events/locations.ts';
import { listEventRows } from '../../store/events.ts';
import { revokeClient } from './clients.ts';
import { createOrganiser, listOrganisers } from './organisers.ts';
import type { ServerAddress } from './server-address.ts';
import { readStations } from './stations.ts';
import { createTicketType, ticketTypeDefaults } from '../events/ticket-types.ts';

/** Currency of the first event; `event update` can change it until something is sold. */
const FIRST_CURRENCY = 'EUR';
const STATION = 'This computer';
const TICKET_TYPE = 'Admission';

/**
 * Creates an organiser, an event that is ready for scanning, and the code that connects a first station. If the computer stopped
 * before the code was used, calling again with the same names continues with the same organiser and a new code.
 */
export async function beginOrganiser(
  tx: WriteTransaction,
  first: FirstOrganiser,
  server: ServerAddress,
): Promise<string> {
  const organiser = (await begunBefore(tx, first)) ?? (await begin(tx, first));
  const { code } = await enrolStation(tx, {
    organiser,
    name: STATION,
    events: 'all',
    location: null,
    server,
  });
  return code;
}

/** Returns the organiser's reference. */
async function begin(
  tx: WriteTransaction,
  { organiser: name, event: eventName, entry_points, timezone }: FirstOrganiser,
): Promise<string> {
  const organiser = await createOrganiser(tx, { name, plan: 'pro', email: null });
  const event = await createEvent(tx, organiser.reference, {
    ...eventDefaults,
    name: eventName,
    slug: slugOf(eventName) || 'event',
    timezone,
    currency: FIRST_CURRENCY,
  });
  for (const point of entry_points) {
    await createLocation(tx, { event: event.reference, name: point });
  }
  await createTicketType(tx, event.reference, {
    ...ticketTypeDefaults,
    name: TICKET_TYPE,
    price: 0,
  });
  return organiser.reference;
}

/** The organiser of an earlier attempt, if there is one; its stations that never connected are revoked. */
async function begunBefore(
  tx: WriteTransaction,
  { organiser: name, event: eventName }: FirstOrganiser,
): Promise<string | null> {
  for (const organiser of await listOrganisers(tx)) {
    if (organiser.display_name !== name.trim()) continue;
    const events = await listEventRows(tx, organiser.id);
    if (!events.some((event) => event.name === eventName.trim())) continue;
    for (const station of await readStations(tx, organiser.id)) {
      const isUnused = station.name === STATION && station.heartbeat === null;
      if (isUnused) await revokeClient(tx, station.client_id);
    }
    return organiser.reference;
  }
  return null;
}
