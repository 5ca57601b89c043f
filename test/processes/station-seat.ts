import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { Type } from 'typebox';
import Database from 'better-sqlite3';
import { JournalReader } from '../../src-main/adapters/sqlite/journal/journal-reader.ts';
import type { StoredJournal, StoredReplica } from './check-round.ts';
import type { StationCommand } from '../../shared/station/commands.ts';
import { releaseKinds } from '../../shared/verdict/terms/releases.ts';
import { START_OPTIONS } from '../support/node-options.ts';
import type { Credentials } from '../support/station/furnish-event.ts';
import {
  StationProcess,
  type HeardShown,
  type Ended,
  type Progress,
} from '../support/station/station-process.ts';
import type { FaultProxy } from './fault-proxy.ts';

const PIN = '2468';
const INTERVALS = { scans: 1_000, lists: 2_000, setup: 10_000 };

export interface SeatOptions {
  readonly name: string;
  readonly dataDir: string;
  readonly client: Credentials;
  readonly location: string;
  readonly proxy: FaultProxy;
  /** Null if stations do not talk to each other. */
  readonly peers: SeatPeers | null;
  /** Null if nobody looks into the process. */
  readonly inspectorPort: number | null;
}

export interface SeatPeers {
  /** Where the station listens for other stations. */
  readonly port: number;
  /** Where other stations connect to it. */
  readonly proxy: FaultProxy;
  /** Addresses of the other stations' proxies, such as `127.0.0.1:8797`. */
  readonly given: readonly string[];
}

const ReplicaTicket = Type.Object({
  reference: Type.String(),
  status: Type.String(),
  code_issue: Type.Integer(),
  deleted_at: Type.Union([Type.Integer(), Type.Null()]),
  updated_at: Type.Integer(),
});
const ReplicaScan = Type.Object({
  reference: Type.String(),
  ticket: Type.Union([Type.String(), Type.Null()]),
  result: Type.String(),
  reason: Type.String(),
  overruled: Type.Union([Type.String(), Type.Null()]),
  scanned_at: Type.Integer(),
  updated_at: Type.Integer(),
});
const ReplicaRelease = Type.Object({
  reference: Type.String(),
  ticket: Type.String(),
  scan: Type.Union([Type.String(), Type.Null()]),
  kind: Type.Enum([...releaseKinds]),
  note: Type.Union([Type.String(), Type.Null()]),
  released_at: Type.Integer(),
  updated_at: Type.Integer(),
});

export interface OfferedScan {
  readonly code: string;
  readonly atMs: number;
  /** When the station could take it: a process that is still starting reads it later. Null until then. */
  takenFromMs: number | null;
}

/** Options of Node that open its inspector on this port without announcing it. */
export function inspectorOptions(port: number | null): readonly string[] {
  return port === null ? [] : [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'];
}

/** A door: one data folder, and the processes that run on it one after the other. */
export class StationSeat {
  readonly name: string;
  readonly proxy: FaultProxy;
  readonly peerProxy: FaultProxy | null;
  readonly #options: SeatOptions;
  readonly #runs: StationProcess[] = [];
  #running: StationProcess | null = null;
  #requests = 0;
  /** Every scan, including those without a verdict because the station was killed. */
  readonly scanned: OfferedScan[] = [];
  /** Problems that the plan did not cause. */
  readonly trouble: string[] = [];

  constructor(options: SeatOptions) {
    this.name = options.name;
    this.proxy = options.proxy;
    this.peerProxy = options.peers?.proxy ?? null;
    this.#options = options;
  }

  /** Does nothing if it is running. */
  start(): void {
    if (this.#running !== null) return;
    const { dataDir, client, proxy, location, peers, inspectorPort } = this.#options;
    const run = new StationProcess({
      dataDir,
      serverUrl: proxy.url,
      client,
      intervals: INTERVALS,
      ...(peers === null ? {} : { peers }),
      nodeOptions: [...START_OPTIONS, ...inspectorOptions(inspectorPort)],
    });
    this.#running = run;
    this.#runs.push(run);
    void run
      .ready()
      .then(() => this.#send(run, { kind: 'select_entry_point', location, pin: PIN }));
    void run
      .ready()
      .then(() => this.#send(run, { kind: 'set_change_lock', lock: 'pin', pin: PIN }));
    // It may have been killed while it let somebody out.
    void run.opened().then(() => this.#send(run, { kind: 'set_direction', direction: 'in' }));
    if (peers !== null) {
      void run.opened().then(() => this.#send(run, { kind: 'set_peers', on: true }));
    }
    void this.#watch(run);
  }

  /** Returns whether the station was running. */
  scan(code: string): boolean {
    if (this.#running === null) return false;
    const offered: OfferedScan = { code, atMs: performance.now(), takenFromMs: null };
    this.scanned.push(offered);
    void this.#running.opened().then(() => (offered.takenFromMs = performance.now()));
    this.#send(this.#running, { kind: 'scan', code, symbology: null, source: 'keyboard' });
    return true;
  }

  /** Returns whether the station was running. */
  letOut(code: string): boolean {
    const run = this.#running;
    if (run === null) return false;
    this.#send(run, { kind: 'set_direction', direction: 'out' });
    this.scan(code);
    this.#send(run, { kind: 'set_direction', direction: 'in' });
    return true;
  }

  /** Returns whether it is running and has shown so many admissions. */
  undo(back: number): boolean {
    return this.#correct('admitted', back, (scan) => ({ kind: 'undo', scan }));
  }

  /** Returns whether it is running and has shown so many denials. */
  overrule(back: number): boolean {
    const note = 'Known to the house.';
    return this.#correct('denied', back, (scan) => ({ kind: 'overrule', scan, note, pin: PIN }));
  }

  #correct(
    kind: 'admitted' | 'denied',
    back: number,
    command: (scan: string) => StationCommand,
  ): boolean {
    const shown = this.shown.filter((outcome) => outcome.kind === kind).at(-1 - back);
    if (this.#running === null || shown === undefined) return false;
    this.#send(this.#running, command(shown.reference));
    return true;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#running?.signal(signal);
  }

  async kill(): Promise<boolean> {
    const run = this.#running;
    this.#running = null;
    await run?.kill();
    return run !== null;
  }

  /** Closes the station as its host would. */
  async close(): Promise<void> {
    const run = this.#running;
    this.#running = null;
    const code = await run?.close();
    if (code !== 0) this.trouble.push(`${this.name}: closing ended with ${code}`);
  }

  /** Null while it is not running. */
  get pid(): number | null {
    return this.#running?.pid ?? null;
  }

  get inspectorPort(): number | null {
    return this.#options.inspectorPort;
  }

  get progress(): Progress | null {
    return this.#running?.progress ?? null;
  }

  get shown(): readonly HeardShown[] {
    return this.#runs.flatMap((run) => run.shown);
  }

  get ends(): readonly Ended[] {
    return this.#runs.flatMap((run) => run.ends);
  }

  readJournal(): StoredJournal {
    using journal = JournalReader.open(join(this.#folder, 'journal.db'));
    const rows = [...journal.pages()].flat();
    const kept = readdirSync(this.#folder).filter((name) =>
      /damaged|shortened|unusable/.test(name),
    );
    return { station: this.name, report: journal.verify(), end: journal.endIs, rows, kept };
  }

  /** Works while the station is running. */
  readReplica(): StoredReplica {
    const path = join(this.#folder, 'replica.db');
    const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
    try {
      const tickets = 'SELECT reference, status, code_issue, deleted_at, updated_at FROM tickets';
      const scans =
        'SELECT reference, ticket, result, reason, overruled, scanned_at, updated_at FROM scans ORDER BY reference';
      const releases =
        'SELECT reference, ticket, scan, kind, note, released_at, updated_at FROM releases ORDER BY reference';
      return {
        tickets: database
          .prepare(`${tickets} ORDER BY reference`)
          .all()
          .map((row) => Value.Parse(ReplicaTicket, row)),
        scans: database
          .prepare(scans)
          .all()
          .map((row) => Value.Parse(ReplicaScan, row)),
        releases: database
          .prepare(releases)
          .all()
          .map((row) => Value.Parse(ReplicaRelease, row)),
      };
    } finally {
      database.close();
    }
  }

  get #folder(): string {
    return join(this.#options.dataDir, 'station');
  }

  async #watch(run: StationProcess): Promise<void> {
    const code = await run.ended;
    if (this.#running !== run) return;
    this.#running = null;
    this.trouble.push(`${this.name}: the station ended by itself with ${code}`);
  }

  #send(run: StationProcess, command: StationCommand): void {
    this.#requests += 1;
    run.send(`${this.name}-${this.#requests}`, command);
  }
}
