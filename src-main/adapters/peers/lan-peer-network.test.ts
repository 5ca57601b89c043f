import { once } from 'node:events';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { venueKey } from '../../../test/support/station/peer-doors.ts';
import { until } from '../../../test/support/station/run-station.ts';
import { MAX_FRAME_BYTES } from '../../core/peers/peer-message.ts';
import type { PeerLink, PeerListening, PeerRejection, VenueKey } from '../../ports/peers.ts';
import { silentLogger } from '../system/system-ports.ts';
import { lanPeerNetwork } from './lan-peer-network.ts';
import { isPrivateAddress, peerNetworkOf, readPeerAddress } from './private-address.ts';
import { openVenueKey } from './venue-key.ts';

const options = {
  port: 0,
  given: [],
  discovers: false,
  hosts: () => ['127.0.0.1'],
  logger: silentLogger,
};
const keyOf = (name: string) => openVenueKey(venueKey(name));
const KEYS = [keyOf('today'), keyOf('yesterday')];
const [TODAY = keyOf('today')] = KEYS;
const psk = Buffer.from(TODAY.psk());

let listening: PeerListening;
let accepted: PeerLink[];
let frames: string[];
let ends: boolean[];
let rejections: PeerRejection[];
let known: string | null;
let sockets: Socket[];

beforeEach(async () => {
  accepted = [];
  frames = [];
  ends = [];
  rejections = [];
  known = null;
  sockets = [];
  listening = await lanPeerNetwork(options).listen(KEYS, {
    accepted: (link) => {
      accepted.push(link);
      return {
        frame: (text) => frames.push(text),
        closed: (isProtocolError) => ends.push(isProtocolError),
      };
    },
    rejected: (reason) => rejections.push(reason),
    found: () => undefined,
    lost: () => undefined,
    isKnown: (host) => host === known,
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listening.close();
  await until('all have ended', () => ends.length === accepted.length);
});

const address = () => `127.0.0.1:${listening.port}`;

function dial(to = address(), keys: readonly VenueKey[] = KEYS): Promise<PeerLink | null> {
  return new Promise((resolve) => {
    lanPeerNetwork(options).dial(to, {
      keys,
      opened: (link) => {
        resolve(link);
        return { frame: (text) => frames.push(text), closed: () => undefined };
      },
      failed: () => resolve(null),
    });
  });
}

/** A connection of something that is no station, from an address of this machine. */
function open(localAddress = '127.0.0.1'): Socket {
  const socket = connectTcp({ port: listening.port, host: '127.0.0.1', localAddress });
  sockets.push(socket.on('error', () => undefined));
  return socket;
}

/** A connection by TLS. */
function openTls(change: ConnectionOptions): Socket {
  const socket = connectTls({
    host: '127.0.0.1',
    port: listening.port,
    ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
    maxVersion: 'TLSv1.2',
    checkServerIdentity: () => undefined,
    pskCallback: () => ({ identity: TODAY.id, psk }),
    ...change,
  });
  sockets.push(socket.on('error', () => undefined));
  return socket;
}

const closed = (socket: Socket) =>
  new Promise((resolve) => {
    socket.resume().on('close', resolve);
  });

/** Somebody between two stations: what they send passes through `pass`. */
async function tap(pass: (bytes: Buffer) => readonly Buffer[]): Promise<string> {
  const server = createServer((from) => {
    const to = open();
    sockets.push(from.on('error', () => undefined));
    from.on('data', (bytes) => pass(bytes).forEach((each) => to.write(each)));
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy()).pipe(from);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('expected a port');
  return `127.0.0.1:${bound.port}`;
}

describe('stations on the local network', () => {
  it('exchange frames both ways, and notice when the other side closes', async () => {
    const link = await dial();
    expect(link).toMatchObject({ dialed: true, address: address() });
    await until('it was accepted', () => accepted.length === 1);
    expect(accepted[0]?.dialed).toBe(false);
    link?.send('from the one');
    accepted[0]?.send('from the other');
    await until('both have heard', () => frames.length === 2);
    expect(frames.toSorted()).toEqual(['from the one', 'from the other']);
    link?.close();
    await until('the other has noticed', () => ends.length === 1);
    expect(ends).toEqual([false]);
    expect(rejections).toEqual([]);
  });

  it('receive each frame whole, however its bytes arrive', async () => {
    const socket = openTls({});
    const sent = ['é', '', 'x'.repeat(MAX_FRAME_BYTES), '{"a":1}'];
    const bytes = Buffer.from(sent.map((frame) => `${frame}\n`).join(''));
    for (const part of [bytes.subarray(0, 1), bytes.subarray(1)]) socket.write(part);
    await until('all have come', () => frames.length === sent.length);
    expect(frames).toEqual(sent);
  });

  it.each([
    ['the newer key of one is the older of the other', ['b', 'a'], ['c', 'b']],
    ['the older key of one is the newer of the other', ['c', 'b'], ['b', 'a']],
  ])('connect if %s', async (_, own, others) => {
    const events = { found: () => undefined, lost: () => undefined, isKnown: () => false };
    const other = await lanPeerNetwork(options).listen(others.map(keyOf), {
      ...events,
      accepted: () => ({ frame: () => undefined, closed: () => undefined }),
      rejected: () => undefined,
    });
    const link = await dial(`127.0.0.1:${other.port}`, own.map(keyOf));
    expect(link).not.toBeNull();
    await other.close();
  });

  it.each(['93.184.216.34:80', 'example.org:80', '127.0.0.1', '[::ffff:8.8.8.8]:80', '0.0.0.0:80'])(
    'never dial %s',
    async (to) => {
      expect(await dial(to)).toBeNull();
    },
  );

  it('report when nobody listens', async () => {
    const to = address();
    await listening.close();
    expect(await dial(to)).toBeNull();
  });

  it('refuse a station with other keys, and count it', async () => {
    expect(await dial(address(), [keyOf('other'), keyOf('revoked')])).toBeNull();
    await until('it is counted', () => rejections.length === 1);
    expect(rejections).toEqual(['refused']);
    expect(accepted).toEqual([]);
  });

  const wrong = Buffer.alloc(32, 1);
  it.each<readonly [string, ConnectionOptions]>([
    [
      'names the key but does not have it',
      { pskCallback: () => ({ identity: TODAY.id, psk: wrong }) },
    ],
    ['has a key of another name', { pskCallback: () => ({ identity: 'unknown', psk }) }],
    [
      'has the key itself, not what connections use',
      {
        pskCallback: () => ({
          identity: TODAY.id,
          psk: Buffer.from(venueKey('today'), 'base64url'),
        }),
      },
    ],
    ['wants no forward secrecy', { ciphers: 'PSK-CHACHA20-POLY1305' }],
    ['expects a certificate, as a web page', { ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }],
    ['wants another version of TLS', { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' }],
  ])('refuse a program that %s, and count it', async (_, change) => {
    const socket = openTls(change);
    let isSecure = false;
    socket.on('secureConnect', () => (isSecure = true));
    await closed(socket);
    await until('it is counted', () => rejections.length === 1);
    expect({ isSecure, rejections, accepted }).toEqual({
      isSecure: false,
      rejections: ['refused'],
      accepted: [],
    });
  });

  it.each(['GET / HTTP/1.1\r\nHost: a\r\n\r\n', '0'.repeat(400), '\0\u{1F600}'.repeat(200)])(
    'refuse a program that speaks no TLS: %j',
    async (text) => {
      const socket = open();
      socket.write(text);
      await closed(socket);
      await until('it is counted', () => rejections.length === 1);
      expect(rejections).toEqual(['refused']);
    },
  );

  it('show nothing of what they say to a listener on the network', async () => {
    const wire: Buffer[] = [];
    const link = await dial(
      await tap((bytes) => {
        wire.push(bytes);
        return [bytes];
      }),
    );
    link?.send('admitted');
    await until('it came', () => frames.length === 1);
    const recorded = Buffer.concat(wire);
    expect(recorded.includes('admitted')).toBe(false);
    expect(recorded.includes(psk)).toBe(false);
  });

  it('accept nothing of a recorded connection', async () => {
    const wire: Buffer[] = [];
    const link = await dial(
      await tap((bytes) => {
        wire.push(bytes);
        return [bytes];
      }),
    );
    link?.send('admitted');
    await until('it came', () => frames.length === 1);
    const thief = open();
    thief.write(Buffer.concat(wire));
    await closed(thief);
    await until('it is counted', () => rejections.length === 1);
    expect({ frames, rejections }).toEqual({ frames: ['admitted'], rejections: ['refused'] });
    expect(accepted).toHaveLength(1);
  });

  it.each<readonly [string, readonly string[], (bytes: Buffer) => readonly Buffer[]]>([
    [
      'changed',
      [],
      (bytes) => [Buffer.from(bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
    ],
    ['said twice', ['first'], (bytes) => [bytes, bytes]],
    ['said by somebody else', [], (bytes) => [Buffer.from('first\n'), bytes]],
  ])('end a connection in which something was %s', async (_, heard, change) => {
    let isOpen = false;
    const link = await dial(await tap((bytes) => (isOpen ? change(bytes) : [bytes])));
    await until('it was accepted', () => accepted.length === 1);
    isOpen = true;
    link?.send('first');
    await until('it has ended', () => ends.length === 1);
    expect({ frames, ends }).toEqual({ frames: heard, ends: [true] });
  });

  it('end a connection in which something was left out', async () => {
    let passes = true;
    const link = await dial(await tap((bytes) => (passes ? [bytes] : [])));
    await until('it was accepted', () => accepted.length === 1);
    link?.send('first');
    await until('it came', () => frames.length === 1);
    passes = false;
    link?.send('second');
    await new Promise((resolve) => setImmediate(resolve));
    await until('it is sent', () => link?.buffered === 0);
    passes = true;
    link?.send('third');
    await until('it has ended', () => ends.length === 1);
    expect({ frames, ends }).toEqual({ frames: ['first'], ends: [true] });
  });

  it.each([
    ['with a line end', '\n'],
    ['without one', ''],
  ])(
    'end a connection over an oversized frame %s, as an error of the other side',
    async (_, end) => {
      openTls({}).write(`${'x'.repeat(MAX_FRAME_BYTES + 1)}${end}`);
      await until('it has ended', () => ends.length === 1);
      expect(ends).toEqual([true]);
      expect(frames).toEqual([]);
    },
  );

  it('keep few connections per address that say nothing, and accept stations beside them', async () => {
    let ended = 0;
    for (let number = 0; number < 200; number += 1) open().on('close', () => (ended += 1));
    await until('most have ended', () => ended === 192);
    expect(await dial()).not.toBeNull();
    expect(new Set(rejections)).toEqual(new Set(['silent']));
  });

  it.skipIf(process.platform !== 'linux').each([
    ['one machine keeps', 1],
    ['many machines keep', 40],
  ])('accept other stations while %s opening silent connections', async (_, machines) => {
    let isOver = false;
    const flood = (machine: number) => {
      if (isOver) return;
      open(`127.0.1.${machine}`).on('close', () => setTimeout(flood, 20, machine));
    };
    for (let number = 0; number < 80; number += 1) flood(1 + (number % machines));
    await until('most are ended', () => rejections.length >= 72);
    expect(await dial()).not.toBeNull();
    isOver = true;
    expect(new Set(rejections)).toEqual(new Set(['silent']));
  });

  it.skipIf(process.platform !== 'linux')(
    'keep room for a known host, however many strangers wait, on however many addresses',
    async () => {
      known = '127.0.0.99';
      let ended = 0;
      const count = (socket: Socket) => socket.on('close', () => (ended += 1));
      const first = count(open(known));
      for (let number = 0; number < 300; number += 1) count(open(`127.0.1.${number % 100}`));
      await until('most strangers have ended', () => ended === 236);
      expect(first.destroyed).toBe(false);
      first.resume().write('GET / HTTP/1.1\r\n\r\n');
      await until('it was answered', () => rejections.at(-1) === 'refused');
    },
  );

  it('take no more than 128 connections, and the next one once there is room', async () => {
    const links: (PeerLink | null)[] = [];
    while (links.length < 128) links.push(await dial());
    expect(links).not.toContain(null);
    await until('all are accepted', () => accepted.length === 128);
    const over = openTls({});
    await closed(over);
    expect(accepted).toHaveLength(128);
    links[0]?.close();
    await until('there is room', () => ends.length === 1);
    const next = await dial();
    await until('the next is accepted', () => accepted.length === 129);
    for (const link of [...links, next]) link?.close();
  });

  it('end a connection that says nothing, and count it', { tags: ['long'] }, async () => {
    await closed(open());
    expect({ accepted, rejections }).toEqual({ accepted: [], rejections: ['silent'] });
  });

  it('take another port if theirs is in use', async () => {
    const second = await lanPeerNetwork({ ...options, port: listening.port }).listen(KEYS, {
      accepted: () => ({ frame: () => undefined, closed: () => undefined }),
      rejected: () => undefined,
      found: () => undefined,
      lost: () => undefined,
      isKnown: () => false,
    });
    expect(second.port).not.toBe(listening.port);
    await second.close();
  });

  it('end their connections when they stop listening', async () => {
    const link = await dial();
    await until('it was accepted', () => accepted.length === 1);
    const stranger = open();
    await once(stranger, 'connect');
    await listening.close();
    await until('they have ended', () => ends.length === 1 && stranger.destroyed);
    link?.close();
  });
});

describe('an address of the local network', () => {
  it.each(['10.0.0.1', '172.16.3.4', '192.168.1.1', '169.254.1.1', '127.0.0.1', 'fd00::1', '::1'])(
    'is %s',
    (host) => {
      expect(isPrivateAddress(host)).toBe(true);
    },
  );

  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '100.64.0.1',
    '224.0.0.251',
    '2001:db8::1',
    'fe80::1',
    'host',
    '',
  ])('is not %s', (host) => {
    expect(isPrivateAddress(host)).toBe(false);
  });

  it('is read with its port', () => {
    expect(readPeerAddress('192.168.1.20:8797')).toEqual({ host: '192.168.1.20', port: 8797 });
    expect(readPeerAddress('[fd00::20]:8797')).toEqual({ host: 'fd00::20', port: 8797 });
    expect(readPeerAddress('192.168.1.20:0')).toBeNull();
    expect(readPeerAddress('192.168.1.20:65536')).toBeNull();
  });

  it('counts as one network with those that the same machine can use', () => {
    expect(peerNetworkOf('fd00::1')).toBe(peerNetworkOf('fd00:0:0:0:ffff:2:3:4'));
    expect(peerNetworkOf('fd00::1')).not.toBe(peerNetworkOf('fd00:0:0:1::1'));
    expect(peerNetworkOf('::ffff:10.0.0.1')).toBe(peerNetworkOf('10.0.0.1'));
    expect(peerNetworkOf('10.0.0.1')).not.toBe(peerNetworkOf('10.0.0.2'));
  });
});
