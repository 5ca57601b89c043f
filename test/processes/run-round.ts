import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readShown } from '../../src-main/adapters/sqlite/journal/journal-rows.ts';
import { updateEvent } from '../../src-server/domain/events.ts';
import { freePort } from '../support/free-port.ts';
import { serve, type ServeProcess } from '../support/e2e/serve.ts';
import {
  changeEvent,
  furnishEvent,
  sellToCancel,
  type FurnishedEvent,
} from '../support/station/furnish-event.ts';
import {
  checkConflicts,
  checkJournal,
  checkRefusals,
  checkShown,
  checkUploads,
  compareReplica,
  type ServerTruth,
} from './check-round.ts';
import { FaultProxy } from './fault-proxy.ts';
import { probePeers } from './probe-peers.ts';
import { planRound, type Party, type RoundShape, type Step } from './plan-round.ts';
import { readServer } from './read-server.ts';
import { waitFor } from './wait-for.ts';
import { StationSeat } from './station-seat.ts';

/** In three of four rounds the stations talk to each other. */
export function usualShape(seed: number): RoundShape {
  return { stations: 5, tickets: 1_200, durationMs: USUAL_MS, peers: seed % 4 !== 0 };
}

export const USUAL_MS = 8_000;

/** Nothing heals sooner than the slowest time-out and the budget of requests allow. */
const SETTLED_WITHIN_MS = 150_000;
/** How often a server is started before it counts as one that does not start. */
const STARTS = 10;
/** The lists of the server show rows with this delay. */
const LISTS_TRAIL_MS = 2_500;

export interface RoundReport {
  readonly seed: number;
  /** Sentences; none when everything held. */
  readonly problems: readonly string[];
  /** Where everything is kept when something did not hold. */
  readonly data: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * One server and its stations, all real processes, each station behind a proxy of its own, and behind another one for stations that come
 * to it. They live through the plan of the seed; then every fault is taken away, everything that is not running is started again, and
 * nothing else happens until the queues are empty. Before that, stations that talk to each other are alone for a while.
 */
export async function runRound(
  seed: number,
  shape: RoundShape = usualShape(seed),
): Promise<RoundReport> {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-round-'));
  await using venue = await openVenue(data, shape);
  await live(venue, seed, shape);
  const problems = shape.peers ? await beAlone(venue) : [];
  problems.push(...(await settle(venue)));
  for (const seat of venue.seats) await seat.close();
  problems.push(...venue.trouble(), ...checkFiles(venue));
  const counts = countRound(venue);
  if (problems.length > 0) return { seed, problems, data, counts };
  await venue.end();
  await rm(data, { recursive: true, force: true });
  return { seed, problems, data: null, counts };
}

/** The places of a round, and the server's process. */
class Venue implements AsyncDisposable {
  readonly event: FurnishedEvent;
  readonly seats: readonly StationSeat[];
  readonly data: string;
  readonly counts: Record<string, number> = {};
  truth: ServerTruth | null = null;
  readonly #port: number;
  readonly #trouble: string[] = [];
  #server: ServeProcess | null = null;
  #starting: Promise<void> | null = null;

  constructor(
    data: string,
    { event, seats, port }: { event: FurnishedEvent; seats: readonly StationSeat[]; port: number },
  ) {
    this.data = data;
    this.event = event;
    this.seats = seats;
    this.#port = port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Does nothing while it runs. */
  startServer(): Promise<void> {
    if (this.#server !== null) return Promise.resolve();
    this.#starting ??= this.#start().finally(() => (this.#starting = null));
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

  async #start(): Promise<void> {
    const server = await this.#serve();
    this.#server = server;
    void this.#watch(server);
  }

  /** Again where a connection of somebody else has the port for a moment. */
  async #serve(): Promise<ServeProcess> {
    for (let left = STARTS; ; left -= 1) {
      try {
        return await serve(join(this.data, 'server'), ['--port', String(this.#port)]);
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

async function openVenue(data: string, { stations, tickets, peers }: RoundShape): Promise<Venue> {
  const names = Array.from({ length: stations }, (_, index) => `station-${index + 1}`);
  mkdirSync(join(data, 'server'), { mode: 0o700 });
  const clients = [...names, 'reader'];
  const event = await furnishEvent({ dataDir: join(data, 'server') }, { tickets, clients });
  if (peers) {
    await changeEvent({ dataDir: join(data, 'server') }, (tx) =>
      updateEvent(tx, event.event, { peers }),
    );
  }
  const port = await freePort();
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
      }),
    );
  }
  const venue = new Venue(data, { event, seats, port });
  try {
    await openDoors(venue);
    return venue;
  } catch (error) {
    await venue.end();
    throw error;
  }
}

async function openPeerProxies(count: number) {
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  return Promise.all(ports.map(async (port) => ({ port, proxy: await FaultProxy.to(port) })));
}

/** Before they heard of the event, doors take no scan. From then on, each may lose its server within its first import. */
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

/** Takes the steps of the plan at their times. What takes long goes on beside the steps that follow. */
async function live(venue: Venue, seed: number, shape: RoundShape): Promise<void> {
  const begun = performance.now();
  const steps: Promise<void>[] = [];
  for (const { atMs, step } of planRound(seed, shape)) {
    const wait = begun + atMs - performance.now();
    if (wait > 0) await sleep(wait);
    steps.push(take(venue, step));
  }
  await Promise.all(steps);
}

async function take(venue: Venue, step: Step): Promise<void> {
  switch (step.kind) {
    case 'scan':
      return scan(venue, step.station, venue.event.tickets[step.ticket] ?? '');
    case 'scan_unknown':
      return scan(venue, step.station, step.code);
    case 'sell': {
      const sold = await sellToCancel({ dataDir: join(venue.data, 'server') }, venue.event);
      venue.count('sold');
      scan(venue, step.station, sold.ticket);
      if (step.cancelAfterMs === null) return;
      await sleep(step.cancelAfterMs);
      await sold.cancel();
      venue.count('cancelled');
      return;
    }
    case 'kill': {
      const { party } = step;
      const seat = seatOf(venue, party);
      const isKilled = await (seat === null ? venue.killServer() : seat.kill());
      if (!isKilled) return;
      venue.count(seat === null ? 'server killed' : 'station killed');
      await sleep(step.awayMs);
      await (seat === null ? venue.startServer() : seat.start());
      return;
    }
    case 'stop': {
      const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
        const seat = seatOf(venue, step.party);
        if (seat === null) venue.signalServer(name);
        else seat.signal(name);
      };
      signal('SIGSTOP');
      venue.count('stopped');
      await sleep(step.forMs);
      signal('SIGCONT');
      return;
    }
    case 'fault': {
      const seat = seatOf(venue, step.station);
      const proxy = step.line === 'server' ? seat?.proxy : seat?.peerProxy;
      await proxy?.begin(step.fault);
      venue.count(step.line === 'server' ? step.fault.kind : `${step.fault.kind} between stations`);
      await sleep(step.forMs);
      await proxy?.heal();
      return;
    }
    case 'outage':
      for (const { proxy } of venue.seats) await proxy.begin({ kind: 'cut' });
      venue.count('outage');
      await sleep(step.forMs);
      for (const { proxy } of venue.seats) await proxy.heal();
  }
}

function scan(venue: Venue, station: number, code: string): void {
  if (seatOf(venue, station)?.scan(code) === true) venue.count('scanned');
}

function seatOf(venue: Venue, party: Party): StationSeat | null {
  if (party === 'server') return null;
  const seat = venue.seats[party];
  if (seat === undefined) throw new RangeError(`expected a station ${party}`);
  return seat;
}

/** Every station whole, none with a way to the server: what one admits, the next one refuses. Returns what did not hold. */
async function beAlone(venue: Venue): Promise<string[]> {
  await heal(venue);
  const until = performance.now() + SETTLED_WITHIN_MS;
  const incomplete = await waitFor(until, () =>
    venue.seats.flatMap(({ name, progress }) =>
      progress?.phase === 'ready'
        ? []
        : [`${name} has no whole import: ${JSON.stringify(progress)}`],
    ),
  );
  if (incomplete.length > 0) return incomplete;
  for (const { proxy } of venue.seats) await proxy.begin({ kind: 'cut' });
  return probePeers(venue.seats, venue.event.tickets.slice(-venue.seats.length));
}

async function heal(venue: Venue): Promise<void> {
  await venue.startServer();
  for (const [index, seat] of venue.seats.entries()) {
    await seat.proxy.heal();
    await seat.peerProxy?.heal();
    // Some find out by themselves that a connection is dead.
    if (index % 2 === 0) {
      seat.proxy.endSilentConnections();
      seat.peerProxy?.endSilentConnections();
    }
    seat.signal('SIGCONT');
    seat.start();
  }
  venue.signalServer('SIGCONT');
}

/** Heals everything and waits until the queues are empty and every replica is the server. Returns what did not come to be. */
async function settle(venue: Venue): Promise<string[]> {
  await heal(venue);
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
  return waitFor(until, () =>
    venue.seats.flatMap((seat) =>
      compareReplica(seat.readReplica(), truth).map((problem) => `${seat.name}: ${problem}`),
    ),
  );
}

function checkFiles({ seats, truth }: Venue): string[] {
  const journals = seats.map((seat) => seat.readJournal());
  const problems = journals.flatMap((journal, index) => [
    ...checkJournal(journal),
    ...checkShown(seats[index]?.shown ?? [], journal),
  ]);
  problems.push(...checkRefusals(journals));
  if (truth === null) return problems;
  return [...problems, ...checkUploads(journals, truth.scans), ...checkConflicts(truth)];
}

function countRound({ counts, seats, truth }: Venue): Readonly<Record<string, number>> {
  return {
    ...counts,
    shown: seats.flatMap((seat) => seat.shown).length,
    'refused on a word of a station': seats
      .flatMap((seat) => seat.readJournal().rows)
      .filter((row) => readShown(row.shown, row.sequence)?.first_admission?.source === 'peer')
      .length,
    'on the server': truth?.scans.length ?? 0,
    'double admissions':
      truth?.conflicts.filter(({ kind }) => kind === 'double_admission').length ?? 0,
  };
}
