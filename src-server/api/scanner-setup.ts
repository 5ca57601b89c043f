import { createHash } from 'node:crypto';
import type { Setup, SetupPeers } from '../../shared/contract/scanner.ts';
import { formatInstant } from '../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../database/prepared-query.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import type { Call, Operate } from '../http/call.ts';
import { listCodeKeys, publicCodeKey } from '../repositories/code-keys.ts';
import type { EventRow } from '../repositories/events.ts';
import { listPeerAddresses } from '../repositories/stations.ts';
import { listVenueKeys } from '../repositories/venue-keys.ts';
import { currentCodeKey } from '../services/code-keys.ts';
import { organiserKeys, readOrganiserKeys } from '../services/organiser-keys.ts';
import { isRenewed, renewVenueKey } from '../services/venue-keys.ts';
import { eventResource, readTicketTypes, requireEvent } from './events.ts';
import { parseListQuery } from './list-query.ts';
import { sessionResource } from './sessions.ts';

/**
 * `GET /scanner/events/{eventKey}/setup`. The entity tag covers the setup without the server's time, which differs on every answer:
 * therefore a weak one.
 */
export const readSetup: Operate = async (call) => {
  const setup = await readWithKeys(call);
  const digest = createHash('sha256').update(JSON.stringify(setup)).digest('base64url');
  const etag = `W/"${digest.slice(0, 22)}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  if (matchesEntityTag(call.header('if-none-match'), etag))
    return { status: 304, body: null, headers };
  const server_time = formatInstant(call.clock.now());
  return { status: 200, body: { data: { ...setup, server_time } }, headers };
};

/**
 * A station must know the keys before it needs them: by then it may be offline. So those that are missing, or a day old, are made when
 * it asks.
 */
async function readWithKeys(call: Call): Promise<Omit<Setup, 'server_time'>> {
  const { organiserId } = call.caller;
  const first = await readOnce(call);
  const { setup, keys } = first;
  if (setup.code_keys.length > 0 && first.hasVenueKey && keys !== null) {
    return { ...setup, organiser_keys: keys };
  }
  await call.database.write(async (tx) => {
    await currentCodeKey(tx, organiserId);
    await organiserKeys(tx, organiserId);
    if (!first.hasVenueKey) await renewVenueKey(tx, first.eventId);
  });
  const made = await readOnce(call);
  if (made.keys === null) throw new Error('expected the keys that were just made');
  return { ...made.setup, organiser_keys: made.keys };
}

function readOnce(call: Call) {
  return call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    parseListQuery(call.query, call.contract.query);
    return {
      eventId: event.id,
      setup: await readEventSetup(tx, event, call.caller.clientRowId),
      keys: await readOrganiserKeys(tx, call.caller.organiserId),
      hasVenueKey: event.peers === 0 || (await isRenewed(tx, event.id, call.clock.now())),
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
    .select(['reference', 'name'])
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

/** What the station of this client needs to know of an event before its tickets (scanner surface), but for the server's time and the organiser's keys. */
async function readEventSetup(
  tx: ReadTransaction,
  event: EventRow,
  clientRowId: number,
): Promise<Omit<Setup, 'server_time' | 'organiser_keys'>> {
  const eventId = event.id;
  const { opens_before_minutes } = event;
  const sessions = await tx.all(sessionsOfEvent, { eventId });
  const addOns = await tx.all(addOnsOfEvent, { eventId });
  return {
    event: eventResource(event),
    ticket_types: await readTicketTypes(tx, event),
    sessions: sessions.map((row) => sessionResource({ ...row, opens_before_minutes })),
    scanner_locations: [...(await tx.all(locationsOfEvent, { eventId }))],
    add_ons: addOns.map((row) => ({ ...row, currency: event.currency })),
    code_keys: (await listCodeKeys(tx, event.organiser_id)).map(publicCodeKey),
    policy: { opens_before_minutes },
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

/** Weak comparison (RFC 9110 §13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
