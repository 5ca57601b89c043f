import { stationScopes } from '../../../shared/contract/scopes.ts';
import type { Instant } from '../../../shared/instant.ts';
import { DEFAULT_ENROLMENT_DAYS } from '../../../shared/contract/retention.ts';
import type { EnrolmentChoice } from '../../../shared/station/server.ts';
import { keysFingerprint } from '../../../shared/sealing/trusted-keys.ts';
import {
  formatEnrolmentCode,
  readEnrolmentCode,
} from '../../../shared/ticket-code/enrolment-code.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import type { ClientRow } from '../../store/access/clients.ts';
import { findEvent, listEventRows } from '../../store/events.ts';
import { listLocations } from '../../store/locations.ts';
import { listOrganisers } from '../../store/access/organisers.ts';
import { beginEnrolment, createClient, type EventGrant } from './clients.ts';
import { DomainError, invalid } from '../../rules/domain-error.ts';
import { eventOfLocation } from '../events/locations.ts';
import { organiserKeys } from './organiser-keys.ts';
import type { ServerAddress } from './server-address.ts';

export interface EnrolledStation {
  readonly client: ClientRow;
  /** Everything that the station needs to connect. Shown only once, because it holds the secret. */
  readonly code: string;
  /** When the code stops working, if no station has used it by then. */
  readonly endsAt: Instant;
  /** References of the event and entry point that the code selects. */
  readonly event: string | null;
  readonly location: string | null;
}

/**
 * Creates a station's client and its enrolment code. The code selects the given entry point, or the only event that the client may
 * see.
 */
export async function enrolStation(
  tx: WriteTransaction,
  input: {
    readonly organiser: string;
    readonly name: string;
    readonly events: EventGrant;
    /** The reference of an entry point; null leaves the choice to door staff. */
    readonly location: string | null;
    readonly server: ServerAddress;
    /** How long the code works. */
    readonly days?: number;
  },
): Promise<EnrolledStation> {
  const { organiser, name, events, location, server, days = DEFAULT_ENROLMENT_DAYS } = input;
  // Nobody learns this secret: the station takes another with its code.
  const { client } = await createClient(tx, {
    organiser,
    name,
    scopes: stationScopes,
    events,
  });
  const event = await chosenEvent(tx, { events, location, organiserId: client.organiser_id });
  const { enrolment_secret, ends_at: endsAt } = await beginEnrolment(tx, client, days);
  const keys = await organiserKeys(tx, client.organiser_id);
  const code = formatEnrolmentCode({
    server_url: server.url,
    client_id: client.client_id,
    client_secret: enrolment_secret,
    certificate: server.certificate,
    keys: await keysFingerprint({
      statements: keys.statement_public.toString('base64url'),
      sealing: keys.sealing_public.toString('base64url'),
    }),
    event,
    location,
  });
  if (readEnrolmentCode(code) === null) {
    throw invalid(
      'server',
      'Expected the address of a server, such as https://tickets.example.org/v1.',
    );
  }
  return { client, code, endsAt, event, location };
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
  const granted = events === 'all' ? null : await referencesOf(tx, events);
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

async function referencesOf(
  tx: WriteTransaction,
  events: readonly string[],
): Promise<readonly (string | null)[]> {
  const references = [];
  for (const event of events) references.push((await findEvent(tx, event))?.reference ?? null);
  return references;
}

/** Organisers, events and entry points that a station can be enrolled for, newest first. */
export async function readEnrolmentChoices(
  tx: ReadTransaction,
): Promise<readonly EnrolmentChoice[]> {
  const organisers = new Map(
    (await listOrganisers(tx)).map((organiser) => [organiser.id, organiser]),
  );
  const choices: EnrolmentChoice[] = [];
  for (const event of await listEventRows(tx, null)) {
    const organiser = organisers.get(event.organiser_id);
    if (organiser === undefined) continue;
    const locations = (await listLocations(tx, event.id)).filter(
      ({ archived_at }) => archived_at === null,
    );
    choices.push({
      event: event.reference,
      name: event.name,
      organiser: organiser.reference,
      organiser_name: organiser.display_name,
      entry_points: locations.map(({ reference, name }) => ({ reference, name })),
    });
  }
  return choices;
}
