import type { FirstOrganiser } from '../../shared/station/server.ts';
import type { WriteTransaction } from '../db/transaction.ts';
import { createEvent, eventDefaults } from './events.ts';
import { enrolStation } from './enrol-station.ts';
import { createLocation } from './locations.ts';
import { createOrganiser } from './organisers.ts';
import type { ServerAddress } from './server-address.ts';
import { createTicketType, ticketTypeDefaults } from './ticket-types.ts';

/** Of the prices of a first event; `event update` changes it as long as nothing was sold. */
const FIRST_CURRENCY = 'EUR';
const STATION = 'This computer';
const TICKET_TYPE = 'Admission';

/** An organiser with an event that doors can be opened for at once, and the code that connects a first station. */
export async function beginOrganiser(
  tx: WriteTransaction,
  { organiser: name, event: eventName, entry_points, timezone }: FirstOrganiser,
  server: ServerAddress,
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
  const { code } = await enrolStation(tx, {
    organiser: organiser.reference,
    name: STATION,
    events: 'all',
    location: null,
    server,
  });
  return code;
}

/** Lowercase letters, digits and single hyphens; a name without any of them gives `event`. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return slug === '' ? 'event' : slug;
}
