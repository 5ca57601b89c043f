import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../shared/contract/parse-json.ts';
import { instantFromMillis, MICROS_PER_HOUR, addMicros } from '../../shared/instant.ts';
import { operations, routeTable } from '../../shared/resources/route-table.ts';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import { StreamHeartbeat } from '../../shared/resources/event-stream.ts';
import type { Logger } from '../../src-main/ports/system.ts';
import { tokenReply } from '../../src-main/wire/replies.ts';
import { stationScopes } from '../../shared/contract/scopes.ts';
import { createAddOn } from '../../src-server/domain/events/add-ons.ts';
import { createClient } from '../../src-server/domain/access/clients.ts';
import { updateEvent } from '../../src-server/domain/events/events.ts';
import { createOrder } from '../../src-server/domain/sales/create-order.ts';
import { createSession } from '../../src-server/domain/events/sessions.ts';
import { updateTicketType } from '../../src-server/domain/events/ticket-types.ts';
import {
  acceptedValues,
  farValues,
  fieldsOf,
  withField,
  type FarField,
} from '../support/far-values.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import { LyingProxy } from '../support/station/lying-proxy.ts';
import { RealServer } from '../support/station/real-server.ts';
import { runStation, temporaryDirectory, until } from '../support/station/run-station.ts';

/** Times and numbers at the ends of their types and beyond, in every field of every answer that a station reads. */
let server: RealServer;
let proxy: LyingProxy;
let venue: Awaited<ReturnType<RealServer['furnish']>>;
let sold = 0;

const routes = operations.map((operation): RouteContract => routeTable[operation]);
/** The answers of a successful request, by method and path. */
const answers: readonly { readonly is: RegExp; readonly schema: TSchema; readonly path: string }[] =
  [
    ...routes.flatMap(({ method, path, responses }) => {
      const schema = responses[200];
      const pattern = path.replaceAll(/\{\w+\}/g, '[^/?]+');
      return schema === undefined || schema === null
        ? []
        : [
            {
              is: new RegExp(`^${method} /v1${pattern}(?:\\?|$)`),
              schema,
              path: `${method} ${path}`,
            },
          ];
    }),
    { is: /^POST \/oauth\/token$/, schema: tokenReply.Type(), path: 'POST /oauth/token' },
  ];

beforeAll(async () => {
  server = new RealServer();
  await server.start();
  venue = await server.furnish(2);
  const { event, type } = venue;
  const now = instantFromMillis(Date.now());
  const hours = (count: number) => addMicros(now, count * MICROS_PER_HOUR);
  await changeEvent(server, async (tx) => {
    await updateEvent(tx, event, { starts_at: hours(-1), ends_at: hours(5), peers: true });
    await updateTicketType(tx, type, { valid_from: hours(-2), valid_until: hours(9) });
    await createSession(tx, event, { name: 'Tonight', starts_at: hours(-1), ends_at: hours(5) });
    const addOn = await createAddOn(tx, event, { name: 'Cloakroom', price: 300, total: null });
    await createOrder(tx, {
      event,
      lines: [{ sellable: addOn.reference, quantity: 2, session: null }],
      contact: null,
      answers: {},
      status: 'confirmed',
    });
  });
  proxy = new LyingProxy(server.url);
  await proxy.start();
});
afterAll(async () => {
  await proxy.stop();
  await server.remove();
});

/** Puts a value into the chosen fields of whatever is answered. */
function lieWith(
  far: (field: FarField & { readonly answer: string }, value: unknown) => unknown,
): void {
  proxy.rewrite = (method, url) => {
    const answer = answers.find(({ is }) => is.test(`${method} ${url}`));
    if (answer === undefined) return null;
    const { schema, path: of } = answer;
    const hash = createHash('sha256');
    return (line) => {
      const [, head = '', text = ''] = /^(data: ?|)(.*)$/.exec(line) ?? [];
      const body = parseJson(text);
      if (typeof body !== 'object' || body === null) return line;
      const isHeartbeat = head !== '' && Compile(StreamHeartbeat).Check(body);
      const replaced = withField(isHeartbeat ? StreamHeartbeat : schema, body, (field, value) =>
        far({ ...field, answer: of }, value),
      );
      if (!of.endsWith('/snapshot')) return head + JSON.stringify(replaced);
      if ('checksum' in body)
        return JSON.stringify({ ...Object(replaced), checksum: hash.copy().digest('hex') });
      const written = JSON.stringify(replaced);
      if (!('kind' in body) || body.kind !== 'start') hash.update(`${written}\n`);
      return written;
    };
  };
}

function beHonest(): void {
  proxy.rewrite = () => null;
  proxy.rewriteHeaders = (headers) => headers;
}

/** A station that was told the truth, then this, is stopped and started with what it kept, and is told the truth again. */
async function survives(lie: () => void): Promise<void> {
  await using directory = await temporaryDirectory();
  const errors: unknown[] = [];
  const logger: Logger = {
    info: () => undefined,
    warn: () => undefined,
    error: (details, message) => errors.push([message, details]),
  };
  // One of its own: a client gets sixty tokens a minute, and every start takes one.
  const { client, client_secret } = await changeEvent(server, (tx) =>
    createClient(tx, {
      organiser: venue.organiser,
      name: 'Door',
      scopes: stationScopes,
      events: 'all',
    }),
  );
  const open = () => {
    const enrolment = { server_url: proxy.url, client_id: client.client_id, client_secret };
    return runStation({ dataDir: directory.path, enrolment, logger });
  };
  const judges = async (door: Awaited<ReturnType<typeof open>>) => {
    const [ticket = ''] = venue.tickets;
    await door.send({ kind: 'read_stations' });
    await door.send({ kind: 'read_figures' });
    await door.send({ kind: 'read_add_ons', ticket });
    await door.send({ kind: 'read_conflicts', state: 'open', page: null });
    await door.send({ kind: 'self_test' });
    expect(await door.scan(ticket)).toSatisfy(
      ({ kind }: { kind: string }) => kind === 'admitted' || kind === 'denied',
    );
  };
  beHonest();
  {
    await using door = await open();
    await until('the door is ready', () => door.state().phase.kind === 'ready');
    await door.send({ kind: 'select_entry_point', location: venue.north });
    lie();
    const passed = proxy.passed.length;
    await door.send({ kind: 'sync_now' });
    await until('it is told', () => proxy.passed.length > passed + 5);
    await judges(door);
  }
  {
    const passed = proxy.passed.length;
    await using door = await open();
    await until('it is told again', () => proxy.passed.length > passed + 3);
    await judges(door);
  }
  beHonest();
  await using door = await open();
  await until('it is live', () => door.state().sync.connection.kind === 'live');
  await until('all is sent', () => door.state().sync.queued === 0);
  expect(door.state().clock.suspect).toBe(false);
  const ticket = await server.sellOne(venue);
  sold += 1;
  await until('it is known', () => door.state().counters.expected >= sold + 2);
  expect(await door.scan(ticket)).toMatchObject({ kind: 'admitted' });
  expect(errors).toEqual([]);
}

interface Lie {
  readonly time: unknown;
  readonly number: unknown;
  /** All answers if omitted. */
  readonly answer?: string;
}

/** What is null stays so: of a row with a time of its deletion nothing else is read. */
function lieOf({ time, number, answer: only }: Lie): () => void {
  return () =>
    lieWith(({ kind, answer }, value) => {
      if (value === null || (only !== undefined && only !== answer)) return undefined;
      return kind === 'time' ? time : number;
    });
}

function pairsOf({ time: times, number: numbers }: typeof farValues): readonly Lie[] {
  return times.map((time, index) => ({ time, number: numbers[index % numbers.length] }));
}

describe('a station', () => {
  it.each<Lie>([
    { time: '1684-07-28T00:12:25.259009Z', number: Number.MIN_SAFE_INTEGER },
    { time: '2255-06-05T23:47:34.740991Z', number: Number.MAX_SAFE_INTEGER },
    { time: '2026-02-31T00:00:00.000000Z', number: -1 },
  ])('judges scans whatever it is told: $time, $number', (lie) => survives(lieOf(lie)));

  it('judges scans whatever the headers of answers say', () =>
    survives(() => {
      proxy.rewriteHeaders = (headers) => ({
        ...headers,
        date: 'Sat, 13 Sep 275760 00:00:00 GMT',
        ratelimit: 'limit=999999999, remaining=9, reset=999999999',
        'retry-after': 'Tue, 20 Apr -271821 00:00:00 GMT',
      });
    }));

  const long = { tags: ['long'] };
  it.each(pairsOf(farValues))('judges scans whatever it is told: $time, $number', long, (lie) =>
    survives(lieOf(lie)),
  );

  const told = answers.filter(({ schema }) => fieldsOf(schema).length > 0);
  it.each(told)('judges scans whatever $path says', long, async ({ path }) => {
    for (const lie of pairsOf(acceptedValues)) await survives(lieOf({ ...lie, answer: path }));
  });
});
