import type { Setup, SetupPeers, setupRoutes } from '../../../shared/resources/setup.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { contentTag, holdsTag } from '../../http/responses/entity-tag.ts';
import type { RequestContext, Handler, HandlersOf } from '../../http/request-context.ts';
import { entryPoint } from '../../store/admission-facts.ts';
import { signSetupKeys } from '../../../shared/sealing/trusted-keys.ts';
import { listCodeKeys, publicCodeKey } from '../../store/access/code-keys.ts';
import type { EventRow } from '../../store/events.ts';
import { listPeerAddresses } from '../../store/access/stations.ts';
import { listVenueKeys } from '../../store/access/venue-keys.ts';
import { currentCodeKey } from '../../domain/tickets/code-keys.ts';
import { readEpoch } from '../../domain/access/epoch.ts';
import { organiserKeys, pairOf } from '../../domain/access/organiser-keys.ts';
import { findOrganiserKeys, type OrganiserKeysRow } from '../../store/access/organiser-keys.ts';
import { isRenewed, renewVenueKey } from '../../domain/access/venue-keys.ts';
import { eventResource, readSetupTicketTypes, requireVisibleEvent } from '../resources/events.ts';
import { parseListQuery } from '../lists/list-parameters.ts';
import { sessionResource } from '../resources/sessions.ts';

/**
 * `GET /scanner/events/{eventKey}/setup`. The entity tag is weak because it leaves out the server's time, which differs in every
 * response.
 */
const readSetup: Handler = async (context) => {
  const { setup, now } = await readWithKeys(context);
  const etag = `W/"${contentTag(JSON.stringify(setup))}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  if (holdsTag(context.header('if-none-match'), etag)) return { status: 304, body: null, headers };
  return { status: 200, body: { data: { ...setup, server_time: formatInstant(now) } }, headers };
};

export const setupHandlers: HandlersOf<typeof setupRoutes> = { readSetup };

/**
 * A station must have the keys before it needs them, because by then it may be offline. So keys that are missing or a day old are
 * generated here.
 */
async function readWithKeys(
  context: RequestContext,
): Promise<{ readonly setup: Omit<Setup, 'server_time'>; readonly now: Instant }> {
  const { organiserId } = context.caller;
  const first = await readOnce(context);
  const { setup, keys } = first;
  if (setup.code_keys.length > 0 && first.hasVenueKey && keys !== undefined) {
    return { setup: await signed(setup, keys), now: first.now };
  }
  await context.database.write(async (tx) => {
    await currentCodeKey(tx, organiserId);
    await organiserKeys(tx, organiserId);
    if (!first.hasVenueKey) await renewVenueKey(tx, first.eventId);
  });
  const made = await readOnce(context);
  if (made.keys === undefined) throw new Error('expected the keys that were just made');
  return { setup: await signed(made.setup, made.keys), now: made.now };
}

async function signed(
  setup: Omit<Setup, 'server_time' | 'keys_signature'>,
  { statement_public, statement_secret }: OrganiserKeysRow,
): Promise<Omit<Setup, 'server_time'>> {
  const { event, code_keys, peers } = setup;
  const keys = { event: event.reference, code_keys, venue_keys: peers?.keys ?? [] };
  const signature = await signSetupKeys(keys, pairOf(statement_public, statement_secret));
  return { ...setup, keys_signature: signature };
}

function readOnce(context: RequestContext) {
  return context.database.read(async (tx) => {
    const event = await requireVisibleEvent(context, tx);
    parseListQuery(context.query, context.contract.query);
    return {
      now: tx.now,
      eventId: event.id,
      setup: await readEventSetup(tx, event, context.caller.clientRowId),
      keys: await findOrganiserKeys(tx, context.caller.organiserId),
      hasVenueKey: event.peers === 0 || (await isRenewed(tx, event.id, tx.now)),
    };
  });
}

const sessionsOfEvent = prepareQuery((db, $: Parameter<{ eventId: number }>) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('event_id', '=', $('eventId'))
    .orderBy('starts_at')
    .orderBy('reference'),
);
const locationsOfEvent = prepareQuery((db, $: Parameter<{ eventId: number }>) =>
  db
    .selectFrom('locations')
    .select(['reference', 'name', 'direction', 'archived_at'])
    .where('event_id', '=', $('eventId'))
    .orderBy('created_at')
    .orderBy('reference'),
);
const addOnsOfEvent = prepareQuery((db, $: Parameter<{ eventId: number }>) =>
  db
    .selectFrom('add_ons')
    .select(['reference', 'name', 'price'])
    .where('event_id', '=', $('eventId'))
    .orderBy('created_at')
    .orderBy('reference'),
);

/**
 * What a station needs to know about an event besides its tickets (scanner surface), except the server's time and the signature of
 * the keys.
 */
async function readEventSetup(
  tx: ReadTransaction,
  event: EventRow,
  clientRowId: number,
): Promise<Omit<Setup, 'server_time' | 'keys_signature'>> {
  const eventId = event.id;
  const { opens_before_minutes, capacity, undo_minutes, overrule } = event;
  const sessions = await tx.all(sessionsOfEvent, { eventId });
  const addOns = await tx.all(addOnsOfEvent, { eventId });
  const locations = await tx.all(locationsOfEvent, { eventId });
  const archived = locations.filter(({ archived_at }) => archived_at !== null);
  const epoch = await readEpoch(tx);
  const inUse = locations.filter(({ archived_at }) => archived_at === null);
  return {
    event: eventResource(event),
    ticket_types: await readSetupTicketTypes(tx, event),
    sessions: sessions.map((row) => sessionResource({ ...row, opens_before_minutes })),
    scanner_locations: inUse.map((row) => ({ ...entryPoint(row), direction: row.direction })),
    archived_locations: archived.map(entryPoint),
    add_ons: addOns.map((row) => ({ ...row, currency: event.currency })),
    code_keys: (await listCodeKeys(tx, event.organiser_id)).map(publicCodeKey),
    policy: { opens_before_minutes, capacity, undo_minutes, overrule },
    peers: await readPeers(tx, event, clientRowId),
    ...(epoch === null ? {} : { epoch }),
  };
}

/** Null before the event has a key. */
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
