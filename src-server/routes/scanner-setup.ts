import { createHash } from 'node:crypto';
import { formatInstant, instantFromMillis } from '../../shared/instant.ts';
import type { Operate } from '../http/call.ts';
import { parseListQuery } from '../http/list-query.ts';
import { readSetup as readEventSetup } from '../services/reads/read-setup.ts';
import { requireEvent } from './visible-event.ts';

/**
 * `GET /scanner/events/{eventKey}/setup`. The entity tag covers the setup without the server's time, which differs on every answer:
 * therefore a weak one.
 */
export const readSetup: Operate = async (call) => {
  const setup = await call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    parseListQuery(call.query, call.contract.query);
    return readEventSetup(tx, event);
  });
  const digest = createHash('sha256').update(JSON.stringify(setup)).digest('base64url');
  const etag = `W/"${digest.slice(0, 22)}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  if (matches(call.ifNoneMatch, etag)) return { status: 304, body: null, headers };
  const server_time = formatInstant(instantFromMillis(Date.now()));
  return { status: 200, body: { data: { ...setup, server_time } }, headers };
};

/** Weak comparison (RFC 9110 §13.1.2). */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
