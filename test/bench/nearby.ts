import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { lanPeerNetwork } from '../../src-main/adapters/peers/lan-peer-network.ts';
import { openVenueKey } from '../../src-main/adapters/peers/venue-key.ts';
import { SqlitePeerStore } from '../../src-main/adapters/sqlite/sqlite-peer-store.ts';
import {
  silentLogger,
  systemRandom,
  systemTimers,
} from '../../src-main/adapters/system/system-ports.ts';
import { deviceClock } from '../../src-main/adapters/system/device-clock.ts';
import type { OwnAdmission } from '../../src-main/ports/journal.ts';
import type { PeerAdmission } from '../../shared/verdict/peer-admission.ts';
import { PeerDialer } from '../../src-main/station/peers/peer-dialer.ts';
import { PeerExchange } from '../../src-main/station/peers/peer-exchange.ts';
import { StationClock } from '../../src-main/station/clock/station-clock.ts';
import { rowOf, type BenchPart, type Sample } from './bench-part.ts';
import { countCpu } from './measured.ts';
import { quantile } from './statistics.ts';

/** One that admits, and as many others as the budget names. */
const STATIONS = 21;
const HOST = '127.0.0.1';
const GOAL_MS = 250;
/** All stations together, which is a busy venue. */
const PER_SECOND = 20;
const ADMISSIONS = 200;
const QUICK_ADMISSIONS = 5;
const keys = ['today', 'yesterday'].map((name) =>
  openVenueKey(Buffer.from(name.padEnd(32)).toString('base64url')),
);

/** How soon an admission is known at 20 stations nearby, all of them in this process on loopback sockets. */
export const nearbyPart: BenchPart = {
  name: 'nearby',
  summary: 'an admission at one station until 20 others nearby know it, without a server',
  run: async ({ repetitions, quick }) => {
    const admissions = quick ? QUICK_ADMISSIONS : ADMISSIONS;
    const stations: Sample[] = [];
    const bare: Sample[] = [];
    for (let run = 0; run < repetitions; run += 1) {
      bare.push(await bareDelay(admissions));
      stations.push(await peerDelay(admissions));
    }
    return [
      rowOf({
        what: `admission known at ${STATIONS - 1} stations nearby, ${PER_SECOND}/s, p99`,
        unit: 'admission and station',
        measure: 'ms',
        subject: { name: 'stations', samples: stations },
        baseline: { name: 'the same bytes as WebSocket messages', samples: bare },
        goals: [{ of: 'wall', most: GOAL_MS }],
      }),
    ];
  },
};

/** The 99th percentile of the waits. */
async function bareDelay(messages: number): Promise<Sample> {
  const server = new WebSocketServer({ host: HOST, port: 0, perMessageDeflate: false });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  const begun: number[] = [];
  const waits: number[] = [];
  const clients = await Promise.all(
    Array.from({ length: STATIONS - 1 }, async () => {
      const socket = new WebSocket(`ws://${HOST}:${address.port}`, { perMessageDeflate: false });
      socket.on('message', (data: Buffer) => {
        const number = Number(data.toString().slice(0, 6));
        waits.push(performance.now() - (begun[number] ?? 0));
      });
      await new Promise((resolve) => socket.once('open', resolve));
      return socket;
    }),
  );
  const cpuMicros = countCpu();
  for (let number = 0; number < messages; number += 1) {
    begun.push(performance.now());
    const text = String(number).padEnd(400);
    for (const socket of server.clients) socket.send(text);
    await sleep(1000 / PER_SECOND);
  }
  while (waits.length < messages * clients.length) await sleep(20);
  const cpu = cpuMicros() / messages / STATIONS;
  for (const socket of clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
  return { wall: quantile(waits, 0.99), cpuMicros: cpu };
}

async function peerDelay(admissions: number): Promise<Sample> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-nearby-'));
  const begun = new Map<string, number>();
  const waits: number[] = [];
  const stations: Awaited<ReturnType<typeof openNearby>>[] = [];
  for (let index = 0; index < STATIONS; index += 1) {
    const given = stations.map(({ port }) => `${HOST}:${port}`);
    const known = (hash: string) => {
      const at = begun.get(hash);
      if (at !== undefined) waits.push(performance.now() - at);
    };
    stations.push(await openNearby(join(folder, `${index}.db`), { index, given, known }));
  }
  while (stations.some(({ exchange }) => exchange.near().length < STATIONS - 1)) await sleep(50);
  await sleep(500);
  const cpuMicros = countCpu();
  for (let number = 0; number < admissions; number += 1) {
    const ticket = `tkt_${String(number).padStart(26, '0')}`;
    begun.set(keys[0]?.hash(ticket) ?? '', performance.now());
    stations[number % STATIONS]?.admit(ticket);
    await sleep(1000 / PER_SECOND);
  }
  while (waits.length < admissions * (STATIONS - 1)) await sleep(20);
  const cpu = cpuMicros() / admissions / STATIONS;
  for (const station of stations) await station.close();
  await rm(folder, { recursive: true, force: true });
  return { wall: quantile(waits, 0.99), cpuMicros: cpu };
}

class WatchedStore extends SqlitePeerStore {
  readonly #known: (hash: string) => void;
  readonly #own: string;

  constructor(path: string, own: string, known: (hash: string) => void) {
    super(path, silentLogger);
    this.#own = own;
    this.#known = known;
  }

  override put(series: string, admissions: readonly PeerAdmission[], through: number): void {
    super.put(series, admissions, through);
    if (series.startsWith(this.#own)) return;
    for (const { h } of admissions) this.#known(h);
  }
}

async function openNearby(
  path: string,
  options: {
    readonly index: number;
    readonly given: readonly string[];
    readonly known: (hash: string) => void;
  },
) {
  const station = String(options.index).padStart(26, '0');
  const own: OwnAdmission[] = [];
  const store = new WatchedStore(path, station, options.known);
  const clock = new StationClock(deviceClock);
  const network = lanPeerNetwork({
    port: 0,
    given: options.given,
    discovers: false,
    hosts: () => [HOST],
    logger: silentLogger,
  });
  const exchange: PeerExchange = new PeerExchange({
    clock,
    timers: systemTimers,
    logger: silentLogger,
    journal: {
      admittedAfter: (_event, sequence, limit) => own.slice(sequence, sequence + limit),
    },
    store,
    event: 'evt_1',
    station,
    keys,
    clientId: () => `gci_${station}`,
    place: () => null,
    introduced: (link, other) => dialer.introduced(link, other),
    isNamed: (host) => dialer.names(host),
    changed: () => undefined,
  });
  const dialer: PeerDialer = new PeerDialer({
    network,
    timers: systemTimers,
    random: systemRandom(),
    station,
    keys,
    connected: (link) => exchange.connected(link),
    hasContact: (other) => exchange.hasContact(other),
  });
  const listening = await network.listen(keys, {
    accepted: (link) => exchange.connected(link),
    rejected: (reason) => exchange.rejected(reason),
    found: () => undefined,
    lost: () => undefined,
    isKnown: (host) => exchange.isKnown(host),
  });
  dialer.begin();
  return {
    exchange,
    port: listening.port,
    admit: (ticket: string) => {
      own.push({
        sequence: own.length + 1,
        ticket,
        scanned_at: clock.now(),
        location: null,
        ends: null,
      });
      exchange.admitted();
    },
    close: async () => {
      dialer.close();
      exchange.close();
      await listening.close();
      store.close();
    },
  };
}
