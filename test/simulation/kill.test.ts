import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '../../src-main/adapters/sqlite/open-journal.ts';
import { RealServer } from '../support/station/real-server.ts';
import { runStation, temporaryDirectory, until } from '../support/station/run-station.ts';

const ROUNDS = 24;
const SCANS_PER_ROUND = 25;
/** Makes the first import long enough to be killed in. */
const UNSCANNED = 1_500;
const SEED = 20_261_120;

interface Shown {
  readonly reference: string;
  readonly number: number;
  readonly kind: string;
  readonly ticket: string | null;
  readonly reason: string | null;
}

const Line = Compile(
  Type.Object({
    opened: Type.Optional(Type.Boolean()),
    ready: Type.Optional(Type.Boolean()),
    shown: Type.Optional(
      Type.Object({
        reference: Type.String(),
        number: Type.Integer(),
        kind: Type.String(),
        ticket: Type.Union([Type.String(), Type.Null()]),
        reason: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
);

describe('a station that is killed at any moment', () => {
  const server = new RealServer();
  const random = seeded(SEED);
  let venue: Awaited<ReturnType<RealServer['furnish']>>;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

  beforeAll(async () => {
    await server.start();
    venue = await server.furnish(ROUNDS * SCANS_PER_ROUND + UNSCANNED);
    directory = await temporaryDirectory();
  });

  afterAll(async () => {
    await server.remove();
    await directory[Symbol.asyncDispose]();
  });

  const start = (): Child => {
    const { id, secret } = venue.clients[0];
    return new Child([directory.path, server.url, id, secret]);
  };

  it('keeps every verdict that was shown, and everything reaches the server exactly once', async () => {
    const shown: Shown[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = start();
      // The first rounds may die during the first import; later ones start from what is there.
      await (round < 5 ? child.opened() : child.ready());
      if (round % 6 === 4) await server.stop();
      const tickets = venue.tickets.slice(round * SCANS_PER_ROUND, (round + 1) * SCANS_PER_ROUND);
      for (const [index, ticket] of tickets.entries()) {
        child.scan(`${round}-${index}`, ticket);
        if (random() < 0.3) await pause(random() * 12);
        if (random() < 0.1) child.scan(`${round}-${index}-again`, venue.tickets[0] ?? '');
      }
      await pause(random() * 90);
      await child.kill();
      shown.push(...child.shown);
      if (round % 6 === 4) await server.start();
      expectInJournal(child.shown);
    }
    expect(shown.length).toBeGreaterThan(ROUNDS);

    const { id, secret } = venue.clients[0];
    const station = await runStation({
      dataDir: directory.path,
      enrolment: { serverUrl: server.url, clientId: id, clientSecret: secret },
    });
    await until('everything is sent', () => station.state().sync.queued === 0, 60_000);
    expect(station.state().sync.needs_attention).toBe(0);
    await station[Symbol.asyncDispose]();

    const written = journalRows();
    const stored = await server.scansOf(venue.event, venue.clients[0]);
    const verdicts = written.filter(({ kind }) => kind === 'admitted' || kind === 'denied');
    expect(stored.map(({ reference }) => reference).toSorted()).toEqual(
      verdicts.map(({ reference }) => reference).toSorted(),
    );
    const admitted = verdicts.filter(({ kind }) => kind === 'admitted').map(({ ticket }) => ticket);
    expect(new Set(admitted).size).toBe(admitted.length);
    expect(written.map(({ number }) => number)).toEqual(written.map((_, index) => index + 1));
  }, 300_000);

  function expectInJournal(shown: readonly Shown[]): void {
    const written = new Map(journalRows().map((row) => [row.reference, row]));
    for (const outcome of shown) {
      expect(outcome.kind).not.toBe('not_recorded');
      expect(written.get(outcome.reference)).toMatchObject({
        number: outcome.number,
        kind: outcome.kind,
        ticket: outcome.ticket,
        reason: outcome.reason,
      });
    }
  }

  /** The journal as a fresh start finds it, oldest first. Its chain must be whole whenever the process died. */
  function journalRows(): readonly Shown[] {
    const journal = openJournal(join(directory.path, 'station', 'journal.db'));
    try {
      expect(journal.replaced).toBeNull();
      expect(journal.verify().kind).toBe('whole');
      return journal.recent(1_000_000).toReversed();
    } finally {
      journal.close();
    }
  }
});

/** The station's process, with what it showed so far. */
class Child {
  readonly shown: Shown[] = [];
  readonly #process: ChildProcess;
  readonly #opened = Promise.withResolvers<void>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended: Promise<unknown>;

  constructor(options: readonly string[]) {
    const program = join(import.meta.dirname, 'station-child.ts');
    this.#process = spawn(process.execPath, [program, ...options], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#ended = once(this.#process, 'close');
    // Writing to a process that was killed is part of the game.
    this.#process.stdin?.on('error', () => undefined);
    const { stdout } = this.#process;
    if (stdout === null) throw new Error('expected to read what the station prints');
    createInterface({ input: stdout }).on('line', (line) => this.#hear(line));
  }

  opened(): Promise<void> {
    return this.#opened.promise;
  }

  ready(): Promise<void> {
    return this.#ready.promise;
  }

  scan(id: string, scan: string): void {
    this.#process.stdin?.write(`${JSON.stringify({ id, scan })}\n`);
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  #hear(line: string): void {
    const parsed = parse(line);
    if (parsed?.shown !== undefined) this.shown.push(parsed.shown);
    if (parsed?.opened === true) this.#opened.resolve();
    if (parsed?.ready === true) this.#ready.resolve();
  }
}

/** A line that the kill cut short was not shown. */
function parse(line: string) {
  try {
    return Line.Parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The same moments in every run, as far as the machine allows. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
