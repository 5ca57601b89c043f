// Why: docs/decisions/0024-testing.md
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { millisOf } from '../../../shared/instant.ts';
import type { ScanOutcome, ScanRelease } from '../../../shared/station/outcomes.ts';
import type { ReleaseDraft } from '../../../src-main/ports/journal.ts';
import type { StationSettings } from '../../../shared/station/settings.ts';
import { MemoryPeerNetwork } from '../../support/station/memory-peer-network.ts';
import { Chance } from './chance.ts';
import { InlineWorker } from '../../support/station/inline-worker.ts';
import { checkExit, checkFirst } from './known-admissions.ts';
import type { Shown, WorldParts } from './world-parts.ts';
import { Link, SERVER_URL, type Weather } from './network.ts';
import { ServerHost } from './server-host.ts';
import { StationHost } from './station-host.ts';
import type { Template } from './template.ts';
import { VirtualTime } from './virtual-time.ts';

/** An add-on that was handed out or taken back. */
export interface HandedOut {
  readonly station: number;
  readonly request: string;
  readonly line: string;
  readonly quantity: number;
  /** The time by the station's clock, milliseconds since the epoch. */
  readonly atMs: number;
}

/** An admission that was undone. */
export interface Undone {
  readonly station: number;
  readonly scan: string;
  readonly released: ScanRelease;
}

/** A denial that was overruled. */
export interface OverruledDenial {
  readonly station: number;
  readonly denied: string;
  readonly admitted: ScanOutcome;
}

/** N stations, one server, the connections between them and their clocks, in one process and on one virtual time. */
export class World {
  readonly parts: WorldParts;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly server: ServerHost;
  readonly stations: readonly StationHost[];
  readonly links: readonly Link[];
  /** The local network between the stations. */
  readonly venue: MemoryPeerNetwork;
  readonly shown: Shown[] = [];
  /** Tickets shown again as just let in: nothing was recorded. */
  readonly justIn: Shown[] = [];
  /** The broken invariants so far. */
  readonly broken: string[] = [];
  readonly lines: string[] = [];
  /** Every ticket reference, in order of creation. */
  readonly tickets: string[];
  /** The signed codes of a ticket, in the order in which they were issued. */
  readonly codes: Map<string, readonly string[]>;
  /** Whether the organiser signs with a key that stations may not know yet. */
  areKeysRotated = false;
  readonly handedOut: HandedOut[] = [];
  /** Every release that a station has recorded. */
  readonly releases: ReleaseDraft[] = [];
  readonly undone: Undone[] = [];
  readonly overruled: OverruledDenial[] = [];
  /** When stations were revoked, milliseconds since the epoch. */
  readonly revoked = new Map<number, number>();
  readonly #hash = createHash('sha256');

  constructor(parts: WorldParts) {
    const { seed, plan, directory, template } = parts;
    this.parts = parts;
    this.time = new VirtualTime(Chance.of(seed, 'order'));
    this.time.failed = (error) => this.caught(error);
    this.chance = Chance.of(seed, 'platform');
    this.tickets = [...template.tickets];
    this.codes = new Map([...template.codes].map(([ticket, code]) => [ticket, [code]]));
    const trace = (line: string) => this.trace(line);
    this.server = new ServerHost({
      directory: join(directory, 'server'),
      template: template.file,
      rateLimit: plan.rateLimit,
      tokenTtlSeconds: plan.tokenTtlSeconds,
    });
    this.venue = new MemoryPeerNetwork(this.time);
    this.links = Array.from({ length: plan.stations }, (_, index) => {
      const chance = Chance.of(seed, `link ${index}`);
      return new Link({
        name: `S${index + 1}`,
        time: this.time,
        chance,
        server: this.server,
        lie: template.lies[index] ?? '',
        trace,
        broken: (what) => this.break(what),
      });
    });
    this.stations = this.links.map((link, index) => {
      link.perPage = plan.perPage;
      link.sendsBudget = plan.sendsBudget;
      link.streams = plan.streams;
      link.isBare = plan.isBare;
      const client = template.clients[index];
      if (client === undefined) throw new Error('expected a client for each station');
      const host = new StationHost({
        name: `S${index + 1}`,
        directory,
        time: this.time,
        chance: Chance.of(seed, `station ${index}`),
        link,
        address: { server_url: SERVER_URL, client_id: client.id, client_secret: client.secret },
        settings: { ...settingsOf(template, index), peers: plan.peers },
        peers: this.venue.host(
          link.parts.name,
          this.links.filter((other) => other !== link).map((other) => `${other.parts.name}:1`),
        ),
        trace,
        shown: (outcome) => this.#show(index, outcome),
        ended: () => this.#end(index),
        handedOut: (request, line, quantity) => this.#handOut(index, request, line, quantity),
        recorded: (release) => void this.releases.push(release),
        undone: (scan, released) => void this.undone.push({ station: index, scan, released }),
        overruled: (denied, admitted) =>
          void this.overruled.push({ station: index, denied, admitted }),
        broken: (what) => this.break(what),
      });
      host.diskFull = { journal: false, replica: plan.isFullAtFirst[index] ?? false };
      host.skewMs = plan.skewMs[index] ?? 0;
      host.driftPerMs = (plan.driftPpm[index] ?? 0) / 1_000_000;
      return host;
    });
    const disk = Chance.of(seed, 'disk');
    InlineWorker.world = {
      time: this.time,
      writeMs: () => disk.stretch(1, disk.happens(0.05) ? 2_000 : 8),
      refusal: (path) => {
        const owner = this.stations.find((station) => station.owns(path));
        return owner?.diskFull.replica === true ? 'database or disk is full' : null;
      },
      indexesAtOnce: false,
    };
  }

  trace(line: string): void {
    const stamped = `${this.time.nowMs.toFixed(3)} ${line}`;
    this.#hash.update(stamped).update('\n');
    if (this.parts.isTraced) this.lines.push(stamped);
  }

  traceHash(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }

  break(what: string): void {
    this.trace(`BROKEN ${what}`);
    this.broken.push(what);
  }

  /** Records an uncaught error. */
  caught(error: unknown): void {
    if (error instanceof Error && error.constructor.name === 'StationGone') return;
    this.break(
      `nobody caught ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }

  setWeather(station: number | null, weather: Weather): void {
    for (const [index, link] of this.links.entries()) {
      if (station === null || station === index) link.weather = weather;
    }
  }

  /** The stations that were not revoked. */
  get working(): readonly StationHost[] {
    return this.stations.filter((_, index) => !this.revoked.has(index));
  }

  /** Whether the server allows few requests or sends small pages, so that sync times have no limit. */
  get isNarrow(): boolean {
    const { rateLimit, perPage } = this.parts.plan;
    return rateLimit < MOST_REQUESTS || perPage !== null;
  }

  /** A station that holds any data of the server has the key that verifies revocations. */
  checkReachable({ replica, parts, isReachable }: StationHost): void {
    if (isReachable || this.parts.plan.isBare || replica === null) return;
    const { event } = this.parts.template;
    const held = this.tickets.filter((ticket) => replica.findTicket(event, ticket) !== null);
    if (held.length > 0 || replica.setup(event) !== null) {
      this.break(
        `${parts.name} holds ${held.length} tickets, and could not be told to give them up`,
      );
    }
  }

  checkStations(): void {
    for (const [index, station] of this.stations.entries()) {
      this.#checkClock(index, station);
      if (station.isOpen) this.checkReachable(station);
      // A station that has received nothing for a minute must say so.
      const silentMs = this.time.nowMs - (this.links[index]?.lastWordAt ?? 0);
      if (silentMs <= SILENT_MS || station.state()?.sync.connection.kind !== 'live') continue;
      this.break(`S${index + 1} is live, and has heard nothing for ${silentMs} ms`);
    }
  }

  /** Records that a station deletes its data because it was revoked. */
  #end(station: number): void {
    const link = this.links[station];
    if (!this.revoked.has(station)) this.break(`S${station + 1} believes that it was revoked`);
    if (link !== undefined) link.isEnded = true;
  }

  /** Checks that no station alone hands out more than was bought. */
  #handOut(station: number, request: string, line: string, quantity: number): void {
    const atMs = this.#timeAt(station) ?? this.time.wallMs;
    this.handedOut.push({ station, request, line, quantity, atMs });
    const sold = this.parts.template.lines.find(({ reference }) => reference === line);
    const sum = this.handedOut
      .filter((one) => one.station === station && one.line === line)
      .reduce((all, one) => all + one.quantity, 0);
    if (sum <= (sold?.quantity ?? 0)) return;
    this.break(`S${station + 1} has handed out ${sum} of ${sold?.quantity} that were bought`);
  }

  /** Checks what must hold for every verdict. */
  #show(station: number, outcome: ScanOutcome): void {
    if (outcome.repeated) {
      this.#checkRepeated(station, outcome);
      return;
    }
    this.#checkTime(station, outcome);
    if (outcome.kind === 'admitted') this.#checkAdmission(station, outcome);
    if (outcome.kind === 'left') checkExit(this, station, outcome);
    this.shown.push({ station, outcome, atMs: this.time.nowMs });
  }

  /** Checks that a repeated verdict is recent: a code held at the scanner must not repeat an old admission. */
  #checkRepeated(station: number, outcome: ScanOutcome): void {
    const { reference, note, kind } = outcome;
    const first = this.shown.find((one) => one.outcome.reference === reference);
    const ageMs = this.time.nowMs - (first?.atMs ?? -Infinity);
    const isJustIn = note === 'just_in';
    if (first?.station !== station || ageMs > (isJustIn ? JUST_IN_MS : HELD_MS)) {
      this.break(`S${station + 1} shows ${reference} again after ${ageMs} ms`);
    }
    if (!isJustIn) return;
    this.justIn.push({ station, outcome, atMs: this.time.nowMs });
    if (kind !== 'denied' || first?.outcome.kind !== 'admitted') {
      this.break(`S${station + 1} shows ${reference} as just let in, which it was not`);
    }
  }

  #checkTime(station: number, { scanned_at, reference }: ScanOutcome): void {
    this.#checkOff(station, Date.parse(scanned_at) - this.time.wallMs, reference);
  }

  /** Checks the station's clock, also between scans. Without an offset it goes by its device's. */
  #checkClock(index: number, station: StationHost): void {
    // Read once: a station may crash while it gives its state.
    const state = station.state();
    if (state === null) return;
    const shown = millisOf(station.clock.deviceNow()) + (state.clock.offset_ms ?? 0);
    this.#checkOff(index, shown - this.time.wallMs, 'its clock');
  }

  /** The corrected time of a station; null while it has no state that gives an offset. */
  #timeAt(index: number): number | null {
    const station = this.stations[index];
    const offset = station?.state()?.clock.offset_ms ?? null;
    return station === undefined || offset === null
      ? null
      : millisOf(station.clock.deviceNow()) + offset;
  }

  /** Checks that a station that has had a few answers has the right time, whatever its device's clock says. */
  #checkOff(station: number, offMs: number, what: string): void {
    const { count = 0, slowestMs = 0 } = this.links[station]?.heard ?? {};
    if (count < HEARD_FOR_TIME) return;
    const off = Math.abs(offMs);
    if (off <= CLOCK_TOLERANCE_MS + slowestMs / 2 + this.steppedMs(station)) return;
    this.break(`S${station + 1} is ${off} ms off with ${what}`);
  }

  /** The sum of clock steps that are too small to be distinguished from a correction. */
  steppedMs(station: number): number {
    return this.stations[station]?.smallStepsMs ?? 0;
  }

  #checkAdmission(station: number, { ticket, reference, overruled }: ScanOutcome): void {
    const name = `S${station + 1}`;
    const { replica } = this.stations[station] ?? {};
    if (overruled === undefined) checkFirst(this, station, { ticket, reference });
    const stored = ticket === null ? null : replica?.findTicket(this.parts.template.event, ticket);
    if (
      stored !== null &&
      stored !== undefined &&
      (stored.status === 'cancelled' || stored.status === 'refunded' || stored.deleted_at !== null)
    ) {
      this.break(`${name} admitted ${ticket}, which its replica knew to be void`);
    }
    const newest = ticket === null ? undefined : this.stations[station]?.newestShown.get(ticket);
    if (newest === undefined || newest < (stored?.code_issue ?? 0)) {
      this.break(`${name} admitted ${ticket} on a code that it knew to be no good`);
    }
  }
}

/** How long the repeat guard shows a held ticket's verdict, or that it was just let in, plus the time that a verdict may wait. */
const HELD_MS = 16_000;
const JUST_IN_MS = 61_000;
const SILENT_MS = 60_000;
export const MOST_REQUESTS = 120;
/** Answers needed for the right time: `Date` has whole seconds, and an offset of a minute or more needs two samples. */
const HEARD_FOR_TIME = 4;
const CLOCK_TOLERANCE_MS = 1_500;

function settingsOf(template: Template, index: number): StationSettings {
  const places = [...template.locations, null];
  return {
    server_url: null,
    client_id: null,
    organiser: template.organiser,
    event: template.event,
    entry_point: places[index % places.length] ?? null,
    locale: 'en',
    mode: 'automatic',
    opens_before_minutes: 120,
  };
}
