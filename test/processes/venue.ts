import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReEntry } from '../../shared/verdict/terms/releases.ts';
import { updateEvent } from '../../src-server/domain/events/events.ts';
import { updateTicketType } from '../../src-server/domain/events/ticket-types.ts';
import { freePort } from '../support/free-port.ts';
import { serve, type ServeProcess } from '../support/e2e/serve.ts';
import {
  changeEvent,
  furnishEvent,
  type FurnishedEvent,
} from '../support/station/furnish-event.ts';
import {
  checkConflicts,
  checkJournal,
  checkRefusals,
  checkReleases,
  checkShown,
  checkUploads,
  compareReplica,
  countInside,
  type ServerTruth,
} from './check-round.ts';
import { FaultProxy } from './fault-proxy.ts';
import { readServer } from './read-server.ts';
import { inspectorOptions, StationSeat } from './station-seat.ts';
import { waitFor } from './wait-for.ts';

/** Recovery takes as long as the slowest time-out and the request budget require. */
export const SETTLED_WITHIN_MS = 150_000;
const REPLICAS_POLL_MS = 200;
/** Attempts before a server counts as unable to start. */
const STARTS = 10;
/** Rows appear in the server's lists after this delay. */
const LISTS_TRAIL_MS = 2_500;

export interface VenueShape {
  readonly stations: number;
  readonly tickets: number;
  /** Whether the stations exchange admissions with each other. */
  readonly peers: boolean;
  readonly reEntry: ReEntry;
  /** Whether every process opens V8's inspector. */
  readonly isInspected?: boolean;
}

interface VenueParts {
  readonly event: FurnishedEvent;
  readonly reEntry: ReEntry;
  readonly seats: readonly StationSeat[];
  readonly port: number;
  readonly inspectorPort: number | null;
}

/** A server and its stations, each with its own data folder and process, and the proxies between them. */
export class Venue implements AsyncDisposable {
  readonly event: FurnishedEvent;
  readonly reEntry: ReEntry;
  readonly seats: readonly StationSeat[];
  readonly data: string;
  readonly counts: Record<string, number> = {};
  truth: ServerTruth | null = null;
  readonly serverInspectorPort: number | null;
  readonly #port: number;
  readonly #trouble: string[] = [];
  #server: ServeProcess | null = null;
  #starting: Promise<void> | null = null;

  constructor(data: string, { event, reEntry, seats, port, inspectorPort }: VenueParts) {
    this.data = data;
    this.event = event;
    this.reEntry = reEntry;
    this.seats = seats;
    this.#port = port;
    this.serverInspectorPort = inspectorPort;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Null while it is not running. */
  get serverPid(): number | null {
    return this.#server?.pid ?? null;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Does nothing if it is running. */
  startServer(args: readonly string[] = []): Promise<void> {
    if (this.#server !== null) return Promise.resolve();
    this.#starting ??= this.#start(args).finally(() => (this.#starting = null));
    return this.#starting;
  }

  async killServer(): Promise<boolean> {
    const server = this.#server;
    this.#server = null;
    await server?.kill();
    return server !== null;
  }

  signalServer(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#server !== null) process.kill(this.#server.pid, signal);
  }

  trouble(): readonly string[] {
    return [...this.#trouble, ...this.seats.flatMap((seat) => seat.trouble)];
  }

  async end(): Promise<void> {
    await this.#starting;
    await this.killServer();
    for (const seat of this.seats) {
      await seat.kill();
      await seat.proxy[Symbol.asyncDispose]();
      await seat.peerProxy?.[Symbol.asyncDispose]();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  async #start(args: readonly string[]): Promise<void> {
    const server = await this.#serve(args);
    this.#server = server;
    void this.#watch(server);
  }

  /** Retries if another program's connection holds the port for a moment. */
  async #serve(args: readonly string[]): Promise<ServeProcess> {
    for (let left = STARTS; ; left -= 1) {
      try {
        return await serve(
          join(this.data, 'server'),
          ['--port', String(this.#port), ...args],
          inspectorOptions(this.serverInspectorPort),
        );
      } catch (error) {
        if (left === 1) throw error;
        await sleep(500);
      }
    }
  }

  async #watch(server: ServeProcess): Promise<void> {
    const code = await server.ended;
    if (this.#server !== server) return;
    this.#server = null;
    this.#trouble.push(`the server ended by itself with ${code}`);
  }
}

/** Resolves when every station has its event, before which doors accept no scan. */
export async function openVenue(
  data: string,
  { stations, tickets, peers, reEntry, isInspected = false }: VenueShape,
): Promise<Venue> {
  const names = Array.from({ length: stations }, (_, index) => `station-${index + 1}`);
  mkdirSync(join(data, 'server'), { mode: 0o700 });
  const clients = [...names, 'reader'];
  const event = await furnishEvent({ dataDir: join(data, 'server') }, { tickets, clients });
  await changeEvent({ dataDir: join(data, 'server') }, async (tx) => {
    await updateEvent(tx, event.event, { peers });
    await updateTicketType(tx, event.type, { re_entry: reEntry });
  });
  const port = await freePort();
  const inspectorPorts = isInspected ? await freePorts(stations + 1) : [];
  const doors = peers ? await openPeerProxies(stations) : [];
  const seats: StationSeat[] = [];
  for (const [index, name] of names.entries()) {
    const client = event.clients[index];
    if (client === undefined) throw new Error('expected a client for each station');
    const door = doors[index];
    const given = doors.filter((other) => other !== door).map(({ proxy }) => proxy.address);
    seats.push(
      new StationSeat({
        name,
        dataDir: join(data, name),
        client,
        location: index % 2 === 0 ? event.north : event.south,
        proxy: await FaultProxy.to(port),
        peers: door === undefined ? null : { ...door, given },
        inspectorPort: inspectorPorts[index] ?? null,
      }),
    );
  }
  const inspectorPort = inspectorPorts[stations] ?? null;
  const venue = new Venue(data, { event, reEntry, seats, port, inspectorPort });
  try {
    await openDoors(venue);
    return venue;
  } catch (error) {
    await venue.end();
    throw error;
  }
}

function freePorts(count: number): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: count }, () => freePort()));
}

async function openPeerProxies(count: number) {
  const ports = await freePorts(count);
  return Promise.all(ports.map(async (port) => ({ port, proxy: await FaultProxy.to(port) })));
}

/** Opens the doors up to the point where they accept scans. From then on, a station may lose its server during the first import. */
async function openDoors(venue: Venue): Promise<void> {
  await venue.startServer();
  for (const seat of venue.seats) seat.start();
  const waiting = await waitFor(performance.now() + SETTLED_WITHIN_MS, () =>
    venue.seats.flatMap((seat) =>
      /importing|ready/.test(seat.progress?.phase ?? '') ? [] : [seat.name],
    ),
  );
  if (waiting.length > 0) throw new Error(`${waiting.join(', ')} never heard of the event`);
}

/** Ends every fault and starts every process that is not running. `serverArgs` are for the server if it has to be started. */
export async function heal(venue: Venue, serverArgs: readonly string[] = []): Promise<void> {
  await venue.startServer(serverArgs);
  for (const [index, seat] of venue.seats.entries()) {
    await seat.proxy.heal();
    await seat.peerProxy?.heal();
    // Half of the stations have to detect a dead connection by themselves.
    if (index % 2 === 0) {
      seat.proxy.endSilentConnections();
      seat.peerProxy?.endSilentConnections();
    }
    seat.signal('SIGCONT');
    seat.start();
  }
  venue.signalServer('SIGCONT');
}

/** Heals everything and waits until the queues are empty and every replica equals the server. Returns what failed. */
export async function settle(venue: Venue, serverArgs: readonly string[] = []): Promise<string[]> {
  await heal(venue, serverArgs);
  const until = performance.now() + SETTLED_WITHIN_MS;
  const unsent = await waitFor(until, () =>
    venue.seats.flatMap((seat) => {
      const { progress } = seat;
      const isIdle = progress?.queued === 0 && progress.phase === 'ready';
      return isIdle ? [] : [`${seat.name} never settled: ${JSON.stringify(progress)}`];
    }),
  );
  if (unsent.length > 0) return unsent;

  await sleep(LISTS_TRAIL_MS);
  const reader = venue.event.clients.at(-1);
  if (reader === undefined) throw new Error('expected a client to read with');
  const truth = await readServer(venue.origin, reader, venue.event.event);
  venue.truth = truth;
  return waitForReplicas(venue.seats, truth);
}

/**
 * Waits until every replica equals the server; returns the differences that are left at the deadline. A comparison of long lists blocks this
 * process, and with it the proxies through which the stations still read them. So each is followed by a pause of the same length, and a
 * replica that was equal is not compared again.
 */
async function waitForReplicas(
  seats: readonly StationSeat[],
  truth: ServerTruth,
): Promise<string[]> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  let different = seats;
  for (;;) {
    const problems = new Map<StationSeat, readonly string[]>();
    for (const seat of different) {
      const begun = performance.now();
      const found = [...compareReplica(seat.readReplica(), truth), ...miscounted(seat, truth)];
      if (found.length > 0) problems.set(seat, found);
      await sleep(performance.now() - begun);
    }
    different = [...problems.keys()];
    if (different.length === 0 || performance.now() > until) {
      return [...problems].flatMap(([{ name }, found]) => found.map((said) => `${name}: ${said}`));
    }
    await sleep(REPLICAS_POLL_MS);
  }
}

function miscounted({ progress }: StationSeat, truth: ServerTruth): string[] {
  const inside = countInside(truth);
  return progress?.inside === inside ? [] : [`counts ${progress?.inside} inside, not ${inside}`];
}

/** Checks that every shown verdict is in its journal, and every journal row on the server once. Call it after the stations have closed. */
export function checkFiles({ seats, truth, reEntry }: Venue): string[] {
  const journals = seats.map((seat) => seat.readJournal());
  const problems = journals.flatMap((journal, index) => [
    ...checkJournal(journal),
    ...checkShown(seats[index] ?? { shown: [], ends: [] }, journal),
  ]);
  problems.push(...checkRefusals(journals));
  if (truth === null) return problems;
  return [
    ...problems,
    ...checkUploads(journals, truth),
    ...checkReleases(journals, truth),
    ...checkConflicts(journals, truth, reEntry),
  ];
}
