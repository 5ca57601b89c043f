import { stationScopes } from '../../shared/contract/scopes.ts';
import { formatEnrolmentCode, readEnrolmentCode } from '../../shared/ticket-code/enrolment-code.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import type { ClientRow } from '../repositories/clients.ts';
import { findEvent } from '../repositories/events.ts';
import { createClient, type EventGrant } from './clients.ts';
import { DomainError, invalid } from './domain-error.ts';
import { eventOfLocation } from './locations.ts';
import type { ServerAddress } from './server-address.ts';

export interface EnrolledStation {
  readonly client: ClientRow;
  /** Everything that the station needs. Shown once: it holds the secret. */
  readonly code: string;
  /** What the code chooses for the station, as references. */
  readonly event: string | null;
  readonly location: string | null;
}

/** Makes the client of a station, and the code that connects it. An entry point, or an event that is its only one, is chosen for it. */
export async function enrolStation(
  tx: WriteTransaction,
  input: {
    readonly organiser: string;
    readonly name: string;
    readonly events: EventGrant;
    /** The reference of an entry point; null leaves the choice to whoever stands there. */
    readonly location: string | null;
    readonly server: ServerAddress;
  },
): Promise<EnrolledStation> {
  const { organiser, name, events, location, server } = input;
  const { client, client_secret } = await createClient(tx, {
    organiser,
    name,
    scopes: stationScopes,
    events,
  });
  const event = await chosenEvent(tx, { events, location, organiserId: client.organiser_id });
  const code = formatEnrolmentCode({
    server_url: server.url,
    client_id: client.client_id,
    client_secret,
    certificate: server.certificate,
    event,
    location,
  });
  if (readEnrolmentCode(code) === null) {
    throw invalid(
      'server',
      'Expected the address of a server, such as https://tickets.example.org/v1.',
    );
  }
  return { client, code, event, location };
}

async function chosenEvent(
  tx: WriteTransaction,
  {
    events,
    location,
    organiserId,
  }: {
    readonly events: EventGrant;
    readonly location: string | null;
    readonly organiserId: number;
  },
): Promise<string | null> {
  const granted =
    events === 'all' ? null : await Promise.all(events.map((event) => referenceOf(tx, event)));
  if (location === null) return granted?.length === 1 ? (granted[0] ?? null) : null;
  const event = await eventOfLocation(tx, location);
  const isGranted = granted === null || granted.includes(event.reference);
  if (event.organiser_id === organiserId && isGranted) return event.reference;
  throw new DomainError(
    'resource.not_found',
    `${location} is no entry point of the events that this station may see.`,
    'location',
  );
}

async function referenceOf(tx: WriteTransaction, event: string): Promise<string | null> {
  return (await findEvent(tx, event))?.reference ?? null;
}
