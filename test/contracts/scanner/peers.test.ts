import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Compile } from 'typebox/compile';
import { Type } from 'typebox';
import { heartbeat } from '../../../src-server/examples/stations.ts';
import { Setup } from '../../../shared/resources/setup.ts';
import { stationScopes } from '../../../shared/contract/scopes.ts';
import { MICROS_PER_DAY } from '../../../shared/instant.ts';
import { changeEvents, revokeClient } from '../../../src-server/domain/access/clients.ts';
import { updateEvent } from '../../../src-server/domain/events/events.ts';
import {
  makeClient,
  makeDoor,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';

let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let north: TestClient;

const Reply = Compile(Type.Object({ data: Setup }));

beforeAll(async () => {
  host = await startTestServer();
  door = await makeDoor(host);
  north = await makeStation();
});
afterAll(() => host[Symbol.asyncDispose]());

function makeStation(events: readonly string[] = [door.event]): Promise<TestClient> {
  return makeClient(host, door.organiser, { scopes: stationScopes, events });
}

async function readPeers(station = north) {
  const answer = await station.get(`/scanner/events/${door.event}/setup`);
  return Reply.Parse(await answer.json()).data.peers;
}

async function keysOf(station = north): Promise<readonly string[]> {
  return (await readPeers(station))?.keys ?? [];
}

function turn(peers: boolean) {
  return host.database.write((tx) => updateEvent(tx, door.event, { peers }));
}

function listening(address: string) {
  return { ...heartbeat, peer_addresses: [address] };
}

/** Changes the newest key to have been created `days` ago. */
function ageKeys(days: number) {
  return host.database.write(async (tx) => {
    const micros = days * MICROS_PER_DAY;
    await sql`update venue_keys set created_at = created_at - ${micros}`.execute(tx.db);
  });
}

describe('the setup of stations that exchange admissions', () => {
  it('has no keys for peers until the event allows them', async () => {
    expect(await readPeers()).toBeNull();
    await turn(true);
    const peers = await readPeers();
    expect(peers?.keys).toHaveLength(1);
    expect(Buffer.from(peers?.keys[0] ?? '', 'base64url')).toHaveLength(32);
    expect(await keysOf()).toEqual(peers?.keys);
    await turn(false);
    expect(await readPeers()).toBeNull();
    await turn(true);
    expect(await keysOf()).toEqual(peers?.keys);
  });

  it('changes the key every day, and still accepts the previous one', async () => {
    const path = `/scanner/events/${door.event}/setup`;
    const etag = (await north.get(path)).headers.get('etag') ?? '';
    const [first] = await keysOf();
    await ageKeys(1);
    const [second, ...older] = await keysOf();
    expect(older).toEqual([first]);
    expect(second).not.toBe(first);
    const again = await north.call(path, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(200);
    await again.body?.cancel();
    await ageKeys(1);
    expect((await keysOf()).slice(1)).toEqual([second]);
  });

  it('has the same key for every station, however many request it at the same time', async () => {
    await ageKeys(2);
    const asked = await Promise.all(Array.from({ length: 8 }, () => keysOf()));
    expect(new Set(asked.map((keys) => keys.join(' '))).size).toBe(1);
  });

  it('deletes every key that a revoked station knows, including the previous one', async () => {
    const lost = await makeStation();
    const before = await keysOf(lost);
    expect(before).toHaveLength(2);
    await host.database.write((tx) => revokeClient(tx, lost.clientId));
    const after = await keysOf();
    expect(after).toHaveLength(1);
    expect(before).not.toContain(after[0]);
  });

  it('deletes keys when a station loses the event, but not when it gains one', async () => {
    const moved = await makeStation([]);
    const before = await keysOf();
    await host.database.write((tx) => changeEvents(tx, moved.clientId, [door.event]));
    expect(await keysOf(moved)).toEqual(before);
    await host.database.write((tx) => changeEvents(tx, moved.clientId, []));
    expect(await keysOf()).not.toEqual(before);
  });

  it('names where the other stations of the event listen, unless they are revoked', async () => {
    const south = await makeStation();
    const elsewhere = await makeStation();
    const { event } = door;
    for (const address of ['10.1.2.3:1', '172.31.0.1:1', '169.254.7.7:1', '192.168.1.10:47808']) {
      const answer = await north.post('/scanner/heartbeat', { ...listening(address), event });
      expect([address, answer.status]).toEqual([address, 200]);
    }
    await south.post('/scanner/heartbeat', { ...listening('[fd00::11]:47808'), event });
    await elsewhere.post('/scanner/heartbeat', listening('192.168.1.12:47808'));
    expect((await readPeers(north))?.addresses).toEqual(['[fd00::11]:47808']);
    expect((await readPeers(south))?.addresses).toEqual(['192.168.1.10:47808']);
    await host.database.write((tx) => revokeClient(tx, south.clientId));
    expect((await readPeers(north))?.addresses).toEqual([]);
    await north.post('/scanner/heartbeat', { ...heartbeat, event, peer_addresses: undefined });
    expect((await readPeers(elsewhere))?.addresses).toEqual([]);
  });

  it.each([
    'example.org:80',
    '192.168.1.10',
    'http://192.168.1.10:1',
    '[fd00::1]:80/x',
    // Only a station's own network: neither its machine, nor a cloud's metadata, nor the internet.
    '127.0.0.1:22',
    '[::1]:22',
    '[::ffff:127.0.0.1]:22',
    '0.0.0.0:22',
    '169.254.169.254:80',
    '169.254.170.2:80',
    '[fd00:ec2::254]:80',
    '[fd00:0ec2::254]:80',
    '8.8.8.8:53',
    '172.32.0.1:80',
    '10.0.0.256:80',
    '[2001:db8::1]:80',
    '[fe80::1]:80',
  ])('refuses an address such as %s', async (address) => {
    const answer = await north.post('/scanner/heartbeat', {
      ...heartbeat,
      peer_addresses: [address],
    });
    expect(answer.status).toBe(422);
    await answer.body?.cancel();
  });
});
