import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openVenueKey } from '../../../src-main/adapters/peers/venue-key.ts';
import { SqlitePeerStore } from '../../../src-main/adapters/sqlite/sqlite-peer-store.ts';
import type { PeerNetwork, PeerStore } from '../../../src-main/ports/peers.ts';
import { peersOfLife } from './peers-of-life.ts';
import { openHttpRemote } from '../../../src-main/adapters/remote/http-remote.ts';
import { revokedFiles } from '../../../src-main/adapters/sqlite/journal/revoked-files.ts';
import { fileStationKeys } from '../../../src-main/adapters/system/file-station-keys.ts';
import type { Journal, ReleaseDraft, RevokedFiles } from '../../../src-main/ports/journal.ts';
import type { Pins, StationKeys } from '../../../src-main/ports/secrets.ts';
import { FIRST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import { readUnverified } from '../../../shared/ticket-code/signed-code.ts';
import { withFiles } from './under-way.ts';
import { openJournal } from '../../../src-main/adapters/sqlite/journal/open-journal.ts';
import {
  replicaWorkerUrl,
  SqliteReplica,
} from '../../../src-main/adapters/sqlite/replica/sqlite-replica.ts';
import type { DeviceClock, Logger } from '../../../src-main/ports/system.ts';
import type { LastClock, LastClockStore, Settings } from '../../../src-main/ports/settings.ts';
import type { RemoteAddress } from '../../../src-main/ports/remote.ts';
import type { Replica } from '../../../src-main/ports/replica.ts';
import type { StationSettings } from '../../../shared/station/settings.ts';
import { OPENING_LIMIT_MS } from '../../../src-main/station/door/door-opening.ts';
import { createStation, type Station } from '../../../src-main/station/station.ts';
import { addMicros, instantFromMillis } from '../../../shared/instant.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { ScanOutcome, ScanRelease } from '../../../shared/station/outcomes.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { MemorySecrets } from '../../support/station/memory-settings.ts';
import type { Chance } from './chance.ts';
import { guarded, StationGone, type Lifetime } from './guard.ts';
import type { Link } from './network.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface StationHostParts {
  readonly name: string;
  readonly directory: string;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly link: Link;
  readonly address: RemoteAddress;
  readonly settings: StationSettings;
  /** The local network of the venue. */
  readonly peers: PeerNetwork;
  readonly trace: (line: string) => void;
  /** Called when a verdict is on the screen. */
  readonly shown: (outcome: ScanOutcome) => void;
  /** Called when an add-on was handed out or taken back, with the request, the order line and the quantity. */
  readonly handedOut: (request: string, line: string, quantity: number) => void;
  /** Called when a release is in the journal. */
  readonly recorded: (release: ReleaseDraft) => void;
  /** Called when an admission was undone, with its reference. */
  readonly undone: (scan: string, released: ScanRelease) => void;
  /** Called when a denial was overruled, with its reference and the admission. */
  readonly overruled: (denied: string, admitted: ScanOutcome) => void;
  /** Called when the station says that it was revoked. */
  readonly ended: () => void;
  /** Reports a broken invariant. */
  readonly broken: (what: string) => void;
}

/** A command of the screen that has not been answered. */
interface Asked {
  readonly id: string;
  readonly command: StationCommand;
  readonly at: number;
}

/** The PIN of every station. */
export const SUPERVISOR_PIN = '2468';

/** A question to the server is given up after 800 ms, and scans behind it wait no longer than that. */
const UNNOTICED_STEP_MS = 1_050;
const LONGEST_VERDICT_MS = 1_000;
const NEARLY_RIGHT_MS = 1_500;
/** About the number of port calls that a station makes while it deletes its data. */
const MOST_STUMBLES = 16;

class Life implements Lifetime {
  isOver = false;
  readonly crashed = Promise.withResolvers<void>();
  /** Crash points until it crashes; null if it does not. */
  crashIn: number | null = null;
  readonly #crash: (where: string) => void;

  constructor(crash: (where: string) => void) {
    this.#crash = crash;
  }

  cross(where: string): void {
    if (this.isOver) throw new StationGone();
    if (this.crashIn === null) return;
    this.crashIn -= 1;
    if (this.crashIn > 0) return;
    this.#crash(where);
    throw new StationGone();
  }
}

/** One station with its device: files, clocks, screen and people. It outlives the runs of the station. */
export class StationHost {
  readonly parts: StationHostParts;
  readonly asked = new Map<string, Asked>();
  diskFull = { journal: false, replica: false };
  journal: Journal | null = null;
  replica: Replica | null = null;
  /** By ticket, the highest number of a code that was scanned here; infinite after a plain reference in the box office. */
  readonly newestShown = new Map<string, number>();
  #hasStumbled = false;
  /** How long a crashed station stays down. */
  reopenAfterMs = 1_000;
  #phase: 'closed' | 'opening' | 'open' = 'closed';
  #life: Life | null = null;
  #station: Station | null = null;
  #runs = 0;
  #requests = 0;
  #minted = 0;
  #settings: StationSettings;
  readonly #handedOut = new Map<string, number>();
  /** Whether the last choice could not be saved, so that a crash loses it. The screen says so. */
  #settingsLost = false;
  /** Whether the station has ever been in the box office, where plain references are scanned. */
  #wasBoxOffice = false;
  #endOfPeers: () => void = () => undefined;
  #peerStore: PeerStore | null = null;
  #keys: StationKeys | null = null;
  #lastClock: LastClock | null = null;
  /** When this run of the station began. */
  #startedAt = 0;
  /** The error of the device's clock in milliseconds, and its drift per second. */
  skewMs = 0;
  driftPerMs = 0;
  /** The sum of the clock's steps that are too small to be noticed. */
  smallStepsMs = 0;
  /** Choices of online or offline, which take as long as their PIN does. */
  choosing: { readonly life: Life; readonly done: Promise<unknown> } | null = null;
  #wasStepped = false;
  readonly #secrets = new MemorySecrets();

  constructor(parts: StationHostParts) {
    this.parts = parts;
    this.#settings = {
      ...parts.settings,
      change_lock: { kind: 'pin', pin_hash: hashOf(SUPERVISOR_PIN) },
    };
    mkdirSync(this.#directory, { recursive: true });
  }

  get isOpen(): boolean {
    return this.#station !== null;
  }

  /** Whether it is closed or crashed and not about to open. */
  get isClosed(): boolean {
    return this.#phase === 'closed';
  }

  get #directory(): string {
    return join(this.parts.directory, `${this.parts.name}-${this.#runs}`);
  }

  /** Its entry point; null in the box office. */
  get entryPoint(): string | null {
    return this.#settings.entry_point ?? null;
  }

  /** The result of its revocation; null until it knows of it and has deleted all its data. */
  get givenUp(): { readonly sealedAs: string | null } | null {
    const { revoked } = this.#settings;
    return revoked?.is_done === true ? { sealedAs: revoked.sealed_as } : null;
  }

  /** The number of its neighbours' admissions that it holds. */
  get peerFacts(): number {
    return this.#peerStore?.count ?? 0;
  }

  /** Whether it has the key that verifies a revocation. */
  get isReachable(): boolean {
    return this.#keys?.belonging !== null;
  }

  get journalPath(): string {
    return join(this.#directory, 'journal.db');
  }

  get replicaPath(): string {
    return join(this.#directory, 'replica.db');
  }

  owns(path: string): boolean {
    return path.startsWith(join(this.parts.directory, `${this.parts.name}-`));
  }

  async open(): Promise<void> {
    if (this.#phase !== 'closed') return;
    if (this.#settingsLost) this.parts.link.isForbidden = this.#settings.mode === 'offline';
    this.#phase = 'opening';
    const { name, trace, broken } = this.parts;
    const life = new Life((where) => this.#crash(where));
    this.#life = life;
    const { time, chance } = this.parts;
    this.#startedAt = time.nowMs - chance.between(10, 5_000);
    trace(`${name} opens`);
    this.parts.link.forgive();
    this.parts.link.sentAt.push([]);
    this.parts.link.heard = { count: 0, slowestMs: 0 };
    try {
      this.journal = openJournal(this.journalPath, this.#logger(life));
      this.replica = new SqliteReplica(this.replicaPath, replicaWorkerUrl());
      const station = await createStation(this.#ports(life, this.journal, this.replica));
      if (life.isOver) return;
      this.#station = station;
      this.#phase = 'open';
      this.#listen(station, life);
      if (this.parts.chance.happens(0.7)) this.#askAgain();
    } catch (error) {
      if (!(error instanceof StationGone) && !life.isOver)
        broken(`${name} does not open: ${String(error)}`);
    }
  }

  /** Closes the station after pending work has finished. */
  async close(): Promise<void> {
    const station = this.#station;
    const life = this.#life;
    if (station === null || life === null) return;
    this.#station = null;
    await Promise.race([station[Symbol.asyncDispose](), life.crashed.promise]);
    if (life.isOver) return;
    life.isOver = true;
    this.#phase = 'closed';
  }

  /** Makes the station crash at one of its next crash points. */
  crashWithin(crossings: number): void {
    if (this.#life !== null) this.#life.crashIn = crossings;
  }

  crashNow(): void {
    if (this.#life?.isOver === false) this.#crash('between two');
  }

  /** Scans a code. `isGood`: the organiser has issued it for the event. */
  scan(code: string, isGood = true): void {
    if (isGood) this.#remember(code);
    this.command({ kind: 'scan', code, symbology: null, source: 'keyboard' });
  }

  /** Sends a command of the screen. Returns null if it is not answered. */
  async answer(command: StationCommand): Promise<CommandResult | null> {
    this.#requests += 1;
    const id = `${this.parts.name}-${this.#requests}`;
    const reply = await this.#station?.handle({ id, command });
    return reply?.result ?? null;
  }

  command(command: StationCommand): void {
    this.#requests += 1;
    if (command.kind === 'redeem' && command.quantity < 0) {
      this.#count(command.order_line, command.quantity);
    }
    this.#ask({ id: `${this.parts.name}-${this.#requests}`, command, at: this.parts.time.nowMs });
  }

  state(): StationState | null {
    try {
      const welcome = this.#station?.welcome();
      return welcome?.kind === 'welcome' ? welcome.state : null;
    } catch (error) {
      if (error instanceof StationGone) return null;
      throw error;
    }
  }

  /** Sets the device's clock. */
  stepClock(ms: number): void {
    this.skewMs += ms;
    this.#wasStepped = true;
    if (Math.abs(ms) <= UNNOTICED_STEP_MS) this.smallStepsMs += Math.abs(ms);
  }

  /** Whether the device's clock has been about right from the start; a world is too short for much drift. */
  get isClockRight(): boolean {
    return Math.abs(this.skewMs) <= NEARLY_RIGHT_MS && !this.#wasStepped;
  }

  /** The device's clock. */
  get clock(): DeviceClock {
    const { time } = this.parts;
    return {
      deviceNow: () =>
        addMicros(
          instantFromMillis(Math.floor(time.wallMs)),
          Math.round((this.skewMs + this.driftPerMs * time.nowMs) * 1000),
        ),
      monotonicMs: () => time.nowMs - this.#startedAt,
    };
  }

  /** Whether staff believe that something can be taken back. An unanswered take-back counts as done. */
  mayTakeBack(line: string): boolean {
    return (this.#handedOut.get(line) ?? 0) > 0;
  }

  #count(line: string, quantity: number): void {
    this.#handedOut.set(line, (this.#handedOut.get(line) ?? 0) + quantity);
  }

  #remember(code: string): void {
    const signed = readUnverified(code);
    const ticket = signed?.ticket ?? code;
    this.#wasBoxOffice ||= this.entryPoint === null;
    const issue = signed?.issue ?? (this.#wasBoxOffice ? Infinity : FIRST_ISSUE);
    this.newestShown.set(ticket, Math.max(issue, this.newestShown.get(ticket) ?? 0));
  }

  #ask(asked: Asked): void {
    const station = this.#station;
    const life = this.#life;
    const { link } = this.parts;
    const { kind } = asked.command;
    if (kind === 'scan' || kind === 'redeem') this.asked.set(asked.id, asked);
    if (asked.command.kind === 'select_entry_point') {
      this.#wasBoxOffice ||= asked.command.location === null;
    }
    if (asked.command.kind === 'sync_now' || asked.command.kind === 'resend_attention')
      link.forgive();
    if (asked.command.kind === 'set_mode') {
      link.forgive();
      link.isForbidden = false;
    }
    if (station === null || life === null || life.isOver) return;
    const { name, broken } = this.parts;
    const handled = this.#handle(station, life, asked).catch((error: unknown) => {
      if (!life.isOver) broken(`${name} rejects a command: ${String(error)}`);
    });
    if (kind !== 'set_mode') return;
    const before = this.choosing?.life === life ? this.choosing.done : null;
    this.choosing = { life, done: Promise.all([before, handled]) };
  }

  async #handle(station: Station, life: Life, asked: Asked): Promise<void> {
    const limitMs = LONGEST_VERDICT_MS + (this.#isOpeningEvent() ? OPENING_LIMIT_MS : 0);
    const { result } = await station.handle({ id: asked.id, command: asked.command });
    if (life.isOver) return;
    this.asked.delete(asked.id);
    const waitedMs = this.parts.time.nowMs - asked.at;
    if (asked.command.kind === 'scan' && waitedMs > limitMs) {
      this.parts.broken(`${this.parts.name} took ${waitedMs} ms for a verdict`);
    }
    this.#answered(asked, result);
  }

  /** The server has not described the event in this run: scans may wait for that. */
  #isOpeningEvent(): boolean {
    const state = this.state();
    return state?.phase.kind === 'importing' && state.sync.fresh_at.setup === null;
  }

  #answered({ id, command }: Asked, result: CommandResult): void {
    const { name, trace, broken, handedOut } = this.parts;
    if (result.ok && command.kind === 'set_mode') {
      this.parts.link.isForbidden = command.mode === 'offline';
    }
    if (command.kind === 'undo' && 'released' in result) {
      this.parts.undone(command.scan, result.released);
    }
    if (command.kind === 'overrule' && 'outcomes' in result) {
      for (const outcome of result.outcomes) this.parts.overruled(command.scan, outcome);
    }
    if (command.kind === 'redeem' && 'add_on' in result) {
      const { redeemed, quantity } = result.add_on;
      handedOut(id, command.order_line, command.quantity);
      if (command.quantity > 0) this.#count(command.order_line, command.quantity);
      if (redeemed < 0 || (command.quantity > 0 && redeemed > quantity)) {
        broken(`${name} has handed out ${redeemed} of ${quantity}, as it says itself`);
      }
    }
    if (result.ok) return;
    trace(`${name} ${command.kind} ${result.code}`);
    if (result.code === 'station.failed' && !this.diskFull.journal && !this.diskFull.replica) {
      broken(`${name} fails at ${command.kind}: ${result.message}`);
    }
  }

  /** After reconnecting, the page repeats the commands that were not answered. */
  #askAgain(): void {
    for (const asked of this.asked.values()) this.#ask({ ...asked, at: this.parts.time.nowMs });
  }

  #listen(station: Station, life: Life): void {
    station.subscribe((message) => {
      if (life.isOver) return;
      if (message.kind === 'state' && message.state.phase.kind === 'revoked') {
        this.parts.ended();
        this.#stumble(life);
      }
      if (message.kind !== 'outcome') return;
      const { outcome } = message;
      const { name, trace, shown } = this.parts;
      trace(
        `${name} shows ${outcome.kind} ${outcome.reason ?? '-'} ${outcome.ticket ?? '-'} ${outcome.repeated}`,
      );
      shown(outcome);
    });
  }

  /** Makes every other revoked station crash once while it deletes its data. */
  #stumble(life: Life): void {
    if (this.#hasStumbled) return;
    this.#hasStumbled = true;
    const moment = Math.floor(this.parts.time.nowMs);
    if (moment % 2 === 0) life.crashIn ??= 1 + ((moment / 2) % MOST_STUMBLES);
  }

  #crash(where: string): void {
    const life = this.#life;
    if (life === null || life.isOver) return;
    const { name, trace } = this.parts;
    trace(`${name} crashes at ${where}`);
    life.isOver = true;
    life.crashed.resolve();
    this.#station = null;
    const from = this.#directory;
    this.#runs += 1;
    // A killed process leaves the files as they are, including the logs.
    cpSync(from, this.#directory, { recursive: true });
    this.journal?.close();
    void this.replica?.close();
    this.#endOfPeers();
    this.#peerStore?.close();
    this.journal = null;
    this.replica = null;
    this.#phase = 'closed';
    this.parts.time.after(this.reopenAfterMs, () => {
      this.open().catch((error: unknown) => this.parts.broken(String(error)));
    });
  }

  #ports(life: Life, journal: Journal, replica: Replica) {
    const { time, link, address } = this.parts;
    const { clock } = this;
    const { network, end } = peersOfLife(this.parts.peers, life);
    const store = new SqlitePeerStore(join(this.#directory, 'peers.db'), this.#logger(life));
    this.#endOfPeers = end;
    this.#peerStore = store;
    const keys = fileStationKeys(join(this.#directory, 'keys.json'), this.#logger(life));
    this.#keys = keys;
    return {
      clock,
      timers: {
        after: (delayMs: number, run: () => void) =>
          time.after(delayMs, () => {
            if (!life.isOver) run();
          }),
      },
      random: this.#random(),
      replica: guarded('replica', replica, life),
      journal: guarded('journal', this.#onFullDisk(journal), life),
      openRemote: (to: RemoteAddress) =>
        guarded(
          'remote',
          openHttpRemote(to, clock, () => link.open(() => life.isOver)),
          life,
        ),
      settings: guarded('settings', this.#settingsStore(), life),
      secrets: guarded('secrets', this.#secrets, life),
      pins: guarded('pins', this.#pins(), life),
      keys: guarded('keys', keys, life),
      revokedFiles: guarded('revoked-files', this.#revokedFiles(keys), life),
      lastClock: guarded('last-clock', this.#lastClockStore(), life),
      logger: this.#logger(life),
      enrolment: address,
      peers: { network, store: guarded('peers', store, life), openKey: openVenueKey },
    };
  }

  #random() {
    const { chance } = this.parts;
    return {
      fraction: () => chance.fraction(),
      ulid: () => {
        this.#minted += 1;
        const station = this.parts.name.replace(/\D/g, '').padStart(4, '0');
        return `01KYVBNVQ0${station}${String(this.#minted).padStart(12, '0')}`;
      },
    };
  }

  #onFullDisk(journal: Journal): Journal {
    const { recorded } = this.parts;
    return new Proxy(journal, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key, target);
        if (typeof member !== 'function') return member;
        if (key === 'appendRelease' && !this.diskFull.journal) {
          return (release: ReleaseDraft) => {
            recorded(release);
            return target.appendRelease(release);
          };
        }
        return (...args: unknown[]) => {
          if (this.diskFull.journal && String(key).startsWith('append')) {
            return { kind: 'failed', cause: 'disk_full', message: 'database or disk is full' };
          }
          if (this.diskFull.journal && (key === 'recordUploads' || key === 'offerAgain')) {
            throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
          }
          return Reflect.apply(member, target, args) as unknown;
        };
      },
    });
  }

  /** Off the thread, as the real one: things happen meanwhile. */
  #pins(): Pins {
    const { time, chance } = this.parts;
    return {
      hash: (pin) => Promise.resolve(hashOf(pin)),
      matches: (pin, hash) =>
        new Promise((resolve) => {
          time.after(chance.stretch(20, 2_000), () => resolve(hash === hashOf(pin)));
        }),
    };
  }

  #revokedFiles(keys: StationKeys): RevokedFiles {
    const { journalPath: journal, replicaPath: replica, clock } = this;
    const files = revokedFiles({ journal, replica, keys, clock });
    return {
      sealJournal: () => {
        if (this.diskFull.journal) return Promise.reject(new Error('no space left on device'));
        return withFiles(() => files.sealJournal());
      },
      removeReplicaCopies: () => files.removeReplicaCopies(),
    };
  }

  #settingsStore(): Settings {
    return {
      read: () => ({ settings: this.#settings, from: 'file' }),
      write: (settings) => {
        this.#settingsLost = this.diskFull.replica;
        if (this.diskFull.replica) throw new Error('no space left on device');
        this.#settings = settings;
      },
    };
  }

  #lastClockStore(): LastClockStore {
    return {
      read: () => this.#lastClock,
      write: (clock) => {
        this.#lastClock = clock;
      },
    };
  }

  #logger(life: Life): Logger {
    const { name, trace } = this.parts;
    const write = (details: object, message: string) => {
      if (!life.isOver) trace(`${name} log ${message} ${JSON.stringify(details)}`);
    };
    return { info: () => undefined, warn: write, error: write };
  }

  /** Removes the files after the last run. */
  removeFiles(): void {
    if (existsSync(this.parts.directory))
      rmSync(this.parts.directory, { recursive: true, force: true });
  }
}

function hashOf(pin: string): string {
  return `plain:${pin}`;
}
