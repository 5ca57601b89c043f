import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatInstant } from '../../../shared/instant.ts';
import { updateTicketType } from '../../../src-server/domain/events/ticket-types.ts';
import {
  isInsideOf,
  readReleaseVectors,
  standingOf,
  type ReleaseVector,
} from '../../support/release-vectors.ts';
import {
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';

const vectors = readReleaseVectors();
/** Scans and releases, the latter first, and one item at a time from the last. */
const ORDERS = ['scans first', 'releases first', 'backwards'] as const;

let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let unused: string[];

beforeAll(async () => {
  host = await startTestServer();
  door = await makeDoor(host, vectors.length * ORDERS.length);
  unused = [...(await ticketsOf(host, door.event))];
});
afterAll(() => host[Symbol.asyncDispose]());

const json = async (response: Response) => Object(await response.json());
const data = async (path: string) => (await json(await door.client.get(path))).data;
const inside = async (): Promise<number> =>
  (await data(`/integration/events/${door.event}/attendance`)).inside;

/** What the server says of a ticket once everything has been uploaded in this order. */
async function ask(vector: ReleaseVector, order: (typeof ORDERS)[number]) {
  const ticket = unused.pop() ?? '';
  // References are unique, and sort as the vector's do.
  const own = ulid().toLowerCase().slice(0, -1);
  const long = (name: string) => name.replace('_', `_${own}`);
  const short = (reference: string | null) => reference?.replace(own, '') ?? null;
  const item = { ticket, clock_offset_ms: 0, sequence: 1 };
  const scans = vector.admitted.map(({ reference, scanned_at }) => ({
    ...item,
    reference: long(reference),
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: formatInstant(scanned_at),
    snapshot: { watermark: null },
  }));
  const releases = vector.released.map(({ reference, scan, kind, released_at }) => ({
    ...item,
    reference: long(reference),
    scan: scan === null ? null : long(scan),
    kind,
    released_at: formatInstant(released_at),
  }));
  const before = await inside();
  const uploads = [
    { path: 'scans', items: scans },
    { path: 'releases', items: releases },
  ];
  const backwards = uploads
    .flatMap(({ path, items }) => items.map((one) => ({ path, items: [one] })))
    .toReversed();
  const ordered = {
    'scans first': uploads,
    'releases first': uploads.toReversed(),
    backwards,
  }[order];
  for (const { path, items } of ordered) {
    if (items.length === 0) continue;
    const answer = await json(await door.client.post(`/scanner/${path}`, { items }));
    for (const { status } of answer.data) expect(status).toBe('recorded');
  }
  const listed = async (path: string) =>
    (await data(path)).data.filter((one: { ticket: string }) => one.ticket === ticket);
  const ends = await listed(`/integration/events/${door.event}/releases?per_page=100`);
  const conflicts = await listed(`/scanner/events/${door.event}/conflicts?state=open&per_page=100`);
  const isInside = (await inside()) - before === 1;
  const checkIn = await json(
    await door.client.post('/integration/scans', { ticket }, { 'idempotency-key': randomUUID() }),
  );
  return {
    ends: Object.fromEntries(
      ends.map((one: { reference: string; scan: string | null }) => [
        short(one.reference),
        short(one.scan),
      ]),
    ),
    doubleAdmissions: conflicts
      .map((one: { scan: string; other_scan: string }) => ({
        scan: short(one.scan),
        other_scan: short(one.other_scan),
      }))
      .toSorted((a: { scan: string }, b: { scan: string }) => (a.scan < b.scan ? -1 : 1)),
    reason: checkIn.reason,
    isInside,
  };
}

describe('the server knows what became of admissions', () => {
  it.each(vectors)('$name', async (vector) => {
    await host.database.write((tx) =>
      updateTicketType(tx, door.ticketType, { re_entry: vector.reEntry }),
    );
    const { ends, doubleAdmissions } = vector;
    for (const order of ORDERS) {
      expect(await ask(vector, order), order).toEqual({
        ends,
        doubleAdmissions,
        reason: standingOf(vector) === null ? 'scanning.allowed' : 'scanning.already_scanned',
        isInside: isInsideOf(vector),
      });
    }
  });
});
