import { createHash } from 'node:crypto';
import type { Setup } from '../../shared/contract/scanner.ts';
import { formatInstant } from '../../shared/instant.ts';
import type { Call, Operate } from '../http/call.ts';
import { parseListQuery } from '../http/list-query.ts';
import { currentCodeKey } from '../services/code-keys.ts';
import { organiserKeys, readOrganiserKeys } from '../services/organiser-keys.ts';
import { readSetup as readEventSetup } from '../services/reads/read-setup.ts';
import { isRenewed, renewVenueKey } from '../services/venue-keys.ts';
import { requireEvent } from './visible-event.ts';

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

/** Weak comparison (RFC 9110 §13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
