import type { FirstOrganiser } from '../../shared/station/server.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { createEvent, eventDefaults } from './events.ts';
import { enrolStation } from './enrol-station.ts';
import { createLocation } from './locations.ts';
import { listEvents } from '../repositories/events.ts';
import { revokeClient } from './clients.ts';
import { createOrganiser, listOrganisers } from './organisers.ts';
import type { ServerAddress } from './server-address.ts';
import { listStations } from './stations.ts';
import { createTicketType, ticketTypeDefaults } from './ticket-types.ts';

/** Of the prices of a first event; `event update` changes it as long as nothing was sold. */
const FIRST_CURRENCY = 'EUR';
const STATION = 'This computer';
const TICKET_TYPE = 'Admission';

/**
 * An organiser with an event that doors can be opened for at once, and the code that connects a first station. Whoever begins with
 * the same names again, because the computer ended before it had the code, gets what was begun then, with another code.
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

/** The reference of the organiser. */
async function begin(
  tx: WriteTransaction,
  { organiser: name, event: eventName, entry_points, timezone }: FirstOrganiser,
): Promise<string> {
  const organiser = await createOrganiser(tx, { name, plan: 'pro', email: null });
  const event = await createEvent(tx, organiser.reference, {
    ...eventDefaults,
    name: eventName,
    slug: slugOf(eventName),
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

/** The one with such an event, if there is one; stations that were made for it and never heard are ended. */
async function begunBefore(
  tx: WriteTransaction,
  { organiser: name, event: eventName }: FirstOrganiser,
): Promise<string | null> {
  for (const organiser of await listOrganisers(tx)) {
    if (organiser.display_name !== name.trim()) continue;
    const events = await listEvents(tx, organiser.id);
    if (!events.some((event) => event.name === eventName.trim())) continue;
    for (const station of await listStations(tx, organiser.id)) {
      const isUnused = station.name === STATION && station.heartbeat === null;
      if (isUnused) await revokeClient(tx, station.client_id);
    }
    return organiser.reference;
  }
  return null;
}

/** Lowercase letters, digits and single hyphens; a name without any of them gives `event`. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return slug === '' ? 'event' : slug;
}
