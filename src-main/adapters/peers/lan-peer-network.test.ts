import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectTcp, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../../test/support/station/run-station.ts';
import { MAX_FRAME_BYTES } from '../../core/peers/peer-message.ts';
import type { PeerLink, PeerListening } from '../../ports/peers.ts';
import { silentLogger } from '../system/system-ports.ts';
import { lanPeerNetwork } from './lan-peer-network.ts';
import { isPrivateAddress, networkOf, readPeerAddress } from './private-address.ts';

const options = {
  port: 0,
  given: [],
  discovers: false,
  hosts: () => ['127.0.0.1'],
  logger: silentLogger,
};
const PATH = '/gatehouse/peers/1';

let listening: PeerListening;
let accepted: PeerLink[];
let frames: string[];
let ends: boolean[];
let known: string | null;

beforeEach(async () => {
  accepted = [];
  frames = [];
  ends = [];
  known = null;
  listening = await lanPeerNetwork(options).listen({
    accepted: (link) => {
      accepted.push(link);
      return {
        frame: (text) => frames.push(text),
        closed: (isProtocolError) => ends.push(isProtocolError),
      };
    },
    found: () => undefined,
    lost: () => undefined,
    isKnown: (host) => host === known,
  });
});
afterEach(() => listening.close());

const address = () => `127.0.0.1:${listening.port}`;

async function connect(
  headers: Record<string, string> = {},
  path = PATH,
): Promise<WebSocket | null> {
  const socket = new WebSocket(`ws://${address()}${path}`, { headers });
  const opened = once(socket, 'open').then(() => socket);
  return Promise.race([opened, once(socket, 'error').then(() => null)]).catch(() => null);
}

function dial(to: string): Promise<PeerLink | null> {
  return new Promise((resolve) => {
    const events = { frame: (text: string) => frames.push(text), closed: () => undefined };
    lanPeerNetwork(options).dial(
      to,
      (link) => {
        resolve(link);
        return events;
      },
      () => resolve(null),
    );
  });
}

describe('stations on the local network', () => {
  it('exchange frames both ways, and notice when the other side closes', async () => {
    const link = await dial(address());
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
  });

  it.each(['93.184.216.34:80', 'example.org:80', '127.0.0.1', '[::ffff:8.8.8.8]:80', '0.0.0.0:80'])(
    'never dial %s',
    async (to) => {
      expect(await dial(to)).toBeNull();
    },
  );

  it('report when nobody listens', async () => {
    const port = listening.port;
    await listening.close();
    expect(await dial(`127.0.0.1:${port}`)).toBeNull();
  });

  it('refuse web pages and other paths', async () => {
    expect(await connect({ origin: 'http://127.0.0.1' })).toBeNull();
    expect(await connect({}, '/')).toBeNull();
    expect(accepted).toEqual([]);
    const answer = request(`http://${address()}/`).end();
    const [response] = await once(answer, 'response');
    expect(response.statusCode).toBe(404);
    response.resume();
  });

  it('end a connection over an oversized frame, as an error of the other side', async () => {
    const socket = await connect();
    socket?.send('x'.repeat(MAX_FRAME_BYTES + 1));
    await until('it has ended', () => ends.length === 1);
    expect(ends).toEqual([true]);
    expect(frames).toEqual([]);
  });

  it('ignore a binary frame', async () => {
    const socket = await connect();
    socket?.send(Buffer.from([1, 2, 3]));
    await until('it came', () => frames.length === 1);
    expect(frames).toEqual(['']);
    socket?.terminate();
  });

  it('keep few connections per address that send no request, and accept stations beside them', async () => {
    const sockets: Socket[] = [];
    let ended = 0;
    for (let number = 0; number < 200; number += 1) {
      const socket = connectTcp(listening.port, '127.0.0.1');
      socket.on('error', () => undefined).on('close', () => (ended += 1));
      sockets.push(socket);
    }
    await until('most have ended', () => ended === 192);
    const station = await connect();
    expect(station).not.toBeNull();
    station?.terminate();
    for (const socket of sockets) socket.destroy();
  });

  it.skipIf(process.platform !== 'linux')(
    'keep room for a known host, however many strangers wait, on however many addresses',
    async () => {
      known = '127.0.0.99';
      const sockets: Socket[] = [];
      let ended = 0;
      const open = (localAddress: string) => {
        const socket = connectTcp({ port: listening.port, host: '127.0.0.1', localAddress });
        sockets.push(socket.on('error', () => undefined).on('close', () => (ended += 1)));
      };
      open(known);
      for (let number = 0; number < 300; number += 1) open(`127.0.1.${number % 100}`);
      await until('most strangers have ended', () => ended === 236);
      expect(sockets[0]?.destroyed).toBe(false);
      sockets[0]?.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const [answer] = await once(sockets[0] ?? new Socket(), 'data');
      expect(String(answer)).toContain('404');
      for (const socket of sockets) socket.destroy();
    },
  );

  it('take no more than 128 connections, and the next one once there is room', async () => {
    const open = await Promise.all(Array.from({ length: 128 }, () => connect()));
    expect(open.every((socket) => socket !== null)).toBe(true);
    expect(await connect()).toBeNull();
    expect(accepted).toHaveLength(128);
    open[0]?.terminate();
    let next: WebSocket | null = null;
    while (next === null) next = await connect();
    expect(accepted).toHaveLength(129);
    for (const socket of [...open, next]) socket?.terminate();
  });

  it('end a connection that sends no request', { tags: ['long'], timeout: 20_000 }, async () => {
    const socket = connectTcp(listening.port, '127.0.0.1');
    await once(socket.resume(), 'close');
    expect(accepted).toEqual([]);
  });

  it('answer no ping: nothing queues up for a peer that does not read', async () => {
    const socket = await connect();
    let pongs = 0;
    socket?.on('pong', () => (pongs += 1));
    socket?.ping();
    socket?.send('after it');
    await until('the frame behind it came', () => frames.length === 1);
    accepted[0]?.send('an answer');
    if (socket !== null) await once(socket, 'message');
    expect(pongs).toBe(0);
    socket?.terminate();
  });

  it('take another port if theirs is in use', async () => {
    const second = await lanPeerNetwork({ ...options, port: listening.port }).listen({
      accepted: () => ({ frame: () => undefined, closed: () => undefined }),
      found: () => undefined,
      lost: () => undefined,
      isKnown: () => false,
    });
    expect(second.port).not.toBe(listening.port);
    await second.close();
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
    expect(networkOf('fd00::1')).toBe(networkOf('fd00:0:0:0:ffff:2:3:4'));
    expect(networkOf('fd00::1')).not.toBe(networkOf('fd00:0:0:1::1'));
    expect(networkOf('::ffff:10.0.0.1')).toBe(networkOf('10.0.0.1'));
    expect(networkOf('10.0.0.1')).not.toBe(networkOf('10.0.0.2'));
  });
});
