import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { releaseKinds } from '../../../shared/verdict/terms/releases.ts';
import { OrUndefined } from '../../../shared/schema.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { Credentials } from './furnish-event.ts';
import { builtProgram } from './programs.ts';

const Shown = Type.Object({
  reference: Type.String(),
  number: Type.Integer(),
  kind: Type.String(),
  ticket: Type.Union([Type.String(), Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()]),
  note: OrUndefined(Type.String()),
  overruled: OrUndefined(Type.Object({ reason: Type.String(), note: Type.String() })),
});
/** A verdict that the station's screen has shown. */
export type Shown = Static<typeof Shown>;

const Ended = Type.Object({
  reference: Type.String(),
  scan: Type.String(),
  kind: Type.Enum([...releaseKinds]),
});
/** An admission of which the station's screen has shown that it was undone, or that its guest has left. */
export type Ended = Static<typeof Ended>;

const Progress = Type.Object({
  phase: Type.String(),
  queued: Type.Integer(),
  needs_attention: Type.Integer(),
  connection: Type.String(),
  warnings: Type.Array(Type.String()),
  /** The number of connected stations. */
  near: Type.Integer(),
  /** Admissions exchanged between stations, including its own. */
  known: Type.Integer(),
  /** Tickets with an open admission, as far as it knows. */
  inside: Type.Integer(),
});
export type Progress = Static<typeof Progress>;

const Line = Compile(
  Type.Object({
    opened: Type.Optional(Type.Boolean()),
    shown: Type.Optional(Shown),
    ended: Type.Optional(Ended),
    progress: Type.Optional(Progress),
  }),
);

export interface StationProcessOptions {
  readonly dataDir: string;
  readonly serverUrl: string;
  readonly client: Credentials;
  /** How often the lists are polled, in milliseconds. */
  readonly intervals?: { readonly scans: number; readonly lists: number; readonly setup: number };
  /** The port on which it listens for other stations, and their addresses. */
  readonly peers?: { readonly port: number; readonly given: readonly string[] };
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
}

/** A verdict, and when this process received it, by `performance.now()`. */
export type HeardShown = Shown & { readonly heardAtMs: number };

/** A station in its own process, and the verdicts that it has shown so far. */
export class StationProcess {
  readonly shown: HeardShown[] = [];
  readonly ends: Ended[] = [];
  /** The last progress that the station reported; null before. */
  progress: Progress | null = null;
  /** Resolves with the exit code, or null after a signal, once its last output was read. */
  readonly ended: Promise<number | null>;
  readonly #process: ChildProcess;
  readonly #opened = Promise.withResolvers<void>();
  readonly #ready = Promise.withResolvers<void>();

  constructor(options: StationProcessOptions) {
    const { dataDir, serverUrl, client, intervals, peers, nodeOptions = [] } = options;
    const program = fileURLToPath(builtProgram('station-child'));
    const { scans, lists, setup } = intervals ?? {};
    const numbers = intervals === undefined ? [] : [scans, lists, setup].map(String);
    const args = [dataDir, serverUrl, client.id, client.secret, ...numbers];
    this.#process = spawn(process.execPath, [...nodeOptions, program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...(peers === undefined ? {} : { PEERS: [peers.port, ...peers.given].join(' ') }),
      },
    });
    this.ended = once(this.#process, 'close').then(([code]) => code);
    // Tests may write to a process that was just killed.
    this.#process.stdin?.on('error', () => undefined);
    const { stdout } = this.#process;
    if (stdout === null) throw new Error('expected to read what the station prints');
    createInterface({ input: stdout }).on('line', (line) => this.#hear(line));
  }

  get pid(): number | null {
    return this.#process.pid ?? null;
  }

  /** Resolves when it accepts scans. */
  opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Resolves when the first import is complete. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  scan(id: string, code: string): void {
    this.send(id, { kind: 'scan', code, symbology: null, source: 'keyboard' });
  }

  send(id: string, command: StationCommand): void {
    this.#process.stdin?.write(`${JSON.stringify({ id, command })}\n`);
  }

  /** Sends SIGSTOP or SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
  }

  /** Closes it as a host does. Resolves with its exit code. */
  close(): Promise<number | null> {
    this.#process.stdin?.end();
    return this.ended;
  }

  #hear(line: string): void {
    const heard = parse(line);
    if (heard === null) return;
    if (heard.shown !== undefined) {
      this.shown.push({ ...heard.shown, heardAtMs: performance.now() });
    }
    if (heard.ended !== undefined) this.ends.push(heard.ended);
    if (heard.opened === true) this.#opened.resolve();
    if (heard.progress === undefined) return;
    this.progress = heard.progress;
    if (heard.progress.phase === 'ready') this.#ready.resolve();
  }
}

/** A line that was cut off by a kill counts as not shown. */
function parse(line: string) {
  try {
    return Line.Parse(JSON.parse(line));
  } catch {
    return null;
  }
}
