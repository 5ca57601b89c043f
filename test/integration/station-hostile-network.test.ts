import { gzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { furnishEvent, type FurnishedEvent } from '../support/station/furnish-event.ts';
import { HostileNetwork, type Passing, type Trick } from '../support/station/hostile-network.ts';
import { RealServer } from '../support/station/real-server.ts';
import { runStation, temporaryDirectory, until } from '../support/station/run-station.ts';

const TROUBLE_MS = 3_000;
const SCANS = 3;
/** From the end of the trouble until everything is sent, on a machine with other things to do. */
const RECOVERED_MS = 60_000;

const isStream = ({ path }: Passing) => /\/(?:stream|snapshot)/.test(path);
const isUpload = ({ path }: Passing) => path.endsWith('/scanner/scans');
const ownError = (code: string) => JSON.stringify({ code, message: 'no', correlation_id: 'x' });
const retryAfter = (value: string) => ['content-type: application/json', `retry-after: ${value}`];

const isFraming = (line: string) => /^(?:transfer-encoding|content-length|connection):/i.test(line);

/** Something on the way answers everything itself. */
function says(status: string, headers: readonly string[] = [], body = '<p>Sign in'): Trick {
  const head = [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`];
  return async ({ client }) => void client.write(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function writes(bytes: string): Trick {
  return async ({ client }) => void client.write(bytes, 'latin1');
}

/** The server's answer with another head or body; streams pass. */
function changes(change: (head: readonly string[], body: Buffer) => Buffer): Trick {
  return async (passing) => {
    if (isStream(passing)) return passing.pass();
    const answer = await passing.answer();
    const end = answer.indexOf('\r\n\r\n');
    const lines = answer.subarray(0, end).toString('latin1').split('\r\n');
    const head = lines.filter((line) => !isFraming(line));
    passing.client.end(change(head, unchunked(lines, answer.subarray(end + 4))));
  };
}

function unchunked(lines: readonly string[], body: Buffer): Buffer {
  if (!lines.some((line) => /^transfer-encoding: chunked/i.test(line))) return body;
  const end = body.indexOf('\r\n');
  const size = Number.parseInt(body.toString('latin1', 0, end), 16);
  if (end < 0 || size === 0) return Buffer.alloc(0);
  const rest = unchunked(lines, body.subarray(end + 2 + size + 2));
  return Buffer.concat([body.subarray(end + 2, end + 2 + size), rest]);
}

function answerOf(head: readonly string[], body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

const withLength = (head: readonly string[], body: Buffer, more: readonly string[] = []) =>
  answerOf([...head, ...more, `content-length: ${body.length}`], body);

/** Each answer is that of the request before. */
function swaps(): Trick {
  let before: Buffer | null = null;
  return async (passing) => {
    if (isStream(passing)) return passing.pass();
    const own = await passing.answer();
    passing.client.end(before ?? own);
    before = own;
  };
}

/** Each path keeps its first answer. */
function replays(): Trick {
  const first = new Map<string, Buffer>();
  return async (passing) => {
    if (isStream(passing)) return passing.pass();
    const [path = ''] = passing.path.split('?');
    const own = await passing.answer();
    const kept = first.get(path) ?? own;
    first.set(path, kept);
    passing.client.end(kept);
  };
}

function loses(which: (passing: Passing) => boolean): Trick {
  return async (passing) => {
    if (!which(passing)) return passing.pass();
    await passing.answer();
    passing.client.resetAndDestroy();
  };
}

/** After them nothing of the server has arrived, so the door must not be called live. */
const dark: Readonly<Record<string, Trick>> = {
  'a portal that says 200': says('200 OK', ['content-type: text/html']),
  'a portal with JSON': says('200 OK', ['content-type: application/json'], '{"ok":true}'),
  'a portal that redirects': says('302 Found', ['location: http://portal.example/']),
  'a portal that says 511': says('511 Network Authentication Required'),
  'nothing in a 200': says('200 OK', [], ''),
  'a 204': writes('HTTP/1.1 204 No Content\r\n\r\n'),
  'a 304 that nobody asked for': writes('HTTP/1.1 304 Not Modified\r\n\r\n'),
  'another protocol': writes('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'),
  SSH: writes('SSH-2.0-OpenSSH_9.6\r\n'),
  'a TLS alert': writes('\x15\x03\x03\0\x02\x02\x28'),
  'a 429 with an absurd wait': says(
    '429 No',
    retryAfter('1000000000000'),
    ownError('rate.limited'),
  ),
  'a 429 with a negative wait': says('429 No', retryAfter('-5'), ownError('rate.limited')),
  'a 429 with no wait': says('429 No', retryAfter('0'), ownError('rate.limited')),
  'a 503 of a gateway': says('503 No', ['retry-after: 99999']),
  'a 401 of a gateway': says('401 No'),
  'a 403 of the server': says(
    '403 No',
    ['content-type: application/json'],
    ownError('plan.required'),
  ),
  silence: async () => undefined,
  resets: async ({ client }) => void client.resetAndDestroy(),
  'lost answers': loses(() => true),
  'garbage after a length': changes((head, body) =>
    answerOf([...head, `content-length: ${body.length + 9}`], body),
  ),
  'a body that ends early': changes((head, body) =>
    withLength(head, body.subarray(0, body.length >> 1)),
  ),
  'two lengths': changes((head, body) => withLength(head, body, ['content-length: 1'])),
  'a chunk without a size': changes((head) =>
    answerOf([...head, 'transfer-encoding: chunked'], Buffer.from('zz\r\n')),
  ),
  'endless 103s': async ({ client }) => {
    while (!client.destroyed) {
      client.write('HTTP/1.1 103 Early Hints\r\n\r\n');
      await sleep(50);
    }
  },
  'a byte a second': async (passing) => {
    if (isStream(passing)) return;
    for (const byte of await passing.answer()) {
      if (passing.client.destroyed) return;
      passing.client.write(Buffer.of(byte));
      await sleep(1_000);
    }
  },
};

/** Some of what the server says arrives. */
const dim: Readonly<Record<string, Trick>> = {
  'a 100 before each answer': (passing) =>
    passing.pass(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n')),
  'a 103 before each answer': (passing) =>
    passing.pass(Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')),
  compression: changes((head, body) =>
    withLength(head, gzipSync(body), ['content-encoding: gzip']),
  ),
  'another type': changes((head, body) =>
    withLength(
      head.filter((line) => !/^content-type/i.test(line)),
      body,
      ['content-type: text/plain'],
    ),
  ),
  'another year': changes((head, body) =>
    withLength(
      head.filter((line) => !/^date/i.test(line)),
      body,
      ['date: Thu, 01 Jan 2099 00:00:01 GMT'],
    ),
  ),
  'each answer twice': changes((head, body) =>
    Buffer.concat([withLength(head, body), withLength(head, body)]),
  ),
  'answers of the request before': swaps(),
  'first answers again and again': replays(),
  'lost answers to uploads': loses(isUpload),
  'uploads that nobody answers': async (passing) =>
    isUpload(passing) ? undefined : passing.pass(),
  'uploads with no results': (passing) =>
    isUpload(passing)
      ? says('200 OK', ['content-type: application/json'], '{"data":[]}')(passing)
      : passing.pass(),
  'a stream that is none': (passing) =>
    isStream(passing)
      ? writes(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${'x'.repeat(400_000)}`)(
          passing,
        )
      : passing.pass(),
};

/** What still works then, at once and all the time. */
const HARMLESS = [
  'a 100 before each answer',
  'a 103 before each answer',
  'compression',
  'another type',
  'each answer twice',
];

describe('a door behind a network that plays tricks', { tags: ['long'] }, () => {
  const names = [...Object.keys(dark), ...Object.keys(dim)];
  const server = new RealServer();
  let venue: FurnishedEvent;

  beforeAll(async () => {
    await server.start();
    venue = await furnishEvent(server, { tickets: names.length * (SCANS + 1), clients: names });
  });
  afterAll(() => server.remove());

  it.concurrent.each(Object.entries({ ...dark, ...dim }))(
    'admits, says what is true, and sends every scan once: %s',
    async (name, trick) => {
      const place = names.indexOf(name);
      const client = venue.clients[place];
      if (client === undefined) throw new Error('expected a client');
      const tickets = venue.tickets.slice(place * (SCANS + 1), (place + 1) * (SCANS + 1));
      await using network = new HostileNetwork(Number(new URL(server.url).port));
      await network.listen();
      await using directory = await temporaryDirectory();
      const enrolment = {
        server_url: network.url,
        client_id: client.id,
        client_secret: client.secret,
      };
      await using door = await runStation({ dataDir: directory.path, enrolment });
      const isLive = () => door.state().sync.connection.kind === 'live';
      await until('the door is live', () => door.state().phase.kind === 'ready' && isLive());

      network.trick = trick;
      network.cutAll();
      for (const ticket of tickets) {
        expect(await door.scan(ticket)).toMatchObject({ kind: 'admitted', ticket });
        await sleep(TROUBLE_MS / tickets.length);
      }
      if (name in dark) expect(isLive()).toBe(false);
      if (HARMLESS.includes(name)) await until('all is sent', () => door.state().sync.queued === 0);

      network.trick = null;
      network.cutAll();
      const isWell = () => isLive() && door.state().sync.queued === 0;
      await until('all is sent and the door is live', isWell, RECOVERED_MS);
      expect(door.state().sync.needs_attention).toBe(0);
      const stored = await server.scansOf(venue.event, client);
      const sent = stored.filter(({ ticket }) => tickets.some((one) => one === ticket));
      expect(sent.map(({ reference }) => reference).toSorted()).toEqual(
        door.outcomes.map(({ reference }) => reference).toSorted(),
      );
    },
  );
});
