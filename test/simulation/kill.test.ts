import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '../../src-main/adapters/sqlite/journal/open-journal.ts';
import type { Credentials } from '../support/station/furnish-event.ts';
import { RealServer } from '../support/station/real-server.ts';
import { runStation, temporaryDirectory, until } from '../support/station/run-station.ts';
import { StationProcess, type Shown } from '../support/station/station-process.ts';

const ROUNDS = 3;
/** Rounds in `npm run test:long`. */
const LONG_ROUNDS = 24;
const SCANS_PER_ROUND = 25;
/** Makes the first import long enough to kill the station during it. */
const UNSCANNED = 1_500;
const SEED = 20_261_120;

describe('a station that is killed at any moment', () => {
  const server = new RealServer();
  const random = seeded(SEED);

  beforeAll(async () => {
    await server.start();
  });

  afterAll(async () => {
    await server.remove();
  });

  const start = (dataDir: string, client: Credentials): StationProcess =>
    new StationProcess({ dataDir, serverUrl: server.url, client });

  it(
    'keeps every verdict that was shown, and each reaches the server exactly once',
    async () => killAgainAndAgain(ROUNDS),
    300_000,
  );

  it('keeps and uploads every verdict over many rounds', { tags: ['long'] }, async () =>
    killAgainAndAgain(LONG_ROUNDS),
  );

  async function killAgainAndAgain(rounds: number): Promise<void> {
    await using place = await temporaryDirectory();
    const venue = await server.furnish(rounds * SCANS_PER_ROUND + UNSCANNED);
    const [client] = venue.clients;
    const shown: Shown[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const child = start(place.path, client);
      // The first rounds may be killed during the first import; later ones continue from their files.
      const imports = round < Math.ceil(rounds / 5);
      await (imports ? child.opened() : child.ready());
      if (round % 3 === 2) await server.stop();
      const tickets = venue.tickets.slice(round * SCANS_PER_ROUND, (round + 1) * SCANS_PER_ROUND);
      for (const [index, ticket] of tickets.entries()) {
        child.scan(`${round}-${index}`, ticket);
        if (random() < 0.3) await pause(random() * 12);
        if (random() < 0.1) child.scan(`${round}-${index}-again`, venue.tickets[0] ?? '');
      }
      // Before the event is open, scans wait and are not shown.
      const enough = imports ? round % 2 : 2 + Math.floor(random() * (SCANS_PER_ROUND - 2));
      await until('some verdicts were shown', () => child.shown.length >= enough, 60_000);
      await pause(random() * (imports ? 90 : 20));
      await child.kill();
      shown.push(...child.shown);
      if (round % 3 === 2) await server.start();
      expectInJournal(place.path, child.shown);
    }
    expect(shown.length).toBeGreaterThan(rounds);

    const { id, secret } = client;
    const station = await runStation({
      dataDir: place.path,
      enrolment: { server_url: server.url, client_id: id, client_secret: secret },
    });
    await until('everything is sent', () => station.state().sync.queued === 0, 150_000);
    expect(station.state().sync.needs_attention).toBe(0);
    await station[Symbol.asyncDispose]();

    const written = journalRows(place.path);
    const stored = await server.scansOf(venue.event, client);
    const verdicts = written.filter(({ kind }) => kind === 'admitted' || kind === 'denied');
    expect(stored.map(({ reference }) => reference).toSorted()).toEqual(
      verdicts.map(({ reference }) => reference).toSorted(),
    );
    const admitted = verdicts.filter(({ kind }) => kind === 'admitted').map(({ ticket }) => ticket);
    expect(new Set(admitted).size).toBe(admitted.length);
    expect(written.map(({ number }) => number)).toEqual(written.map((_, index) => index + 1));
  }

  it.each([
    ['a byte of its write-ahead log flips', (log: string) => flipByte(log)],
    ['its write-ahead log is removed', (log: string) => rmSync(log)],
    ['its journal is removed', (log: string) => rmSync(log.replace(/-wal$/, ''))],
  ])(
    'gets every verdict back from the log of its journal and reuses no number when %s',
    { tags: ['long'] },
    async (what, damage) => {
      await using place = await temporaryDirectory();
      const venue = await server.furnish(SCANS_PER_ROUND + 1);
      const [client] = venue.clients;
      const child = start(place.path, client);
      await child.ready();
      const tickets = venue.tickets.slice(0, SCANS_PER_ROUND);
      tickets.forEach((ticket, index) => child.scan(`${what}-${index}`, ticket));
      await until('every scan was shown', () => child.shown.length === SCANS_PER_ROUND, 60_000);
      await child.kill();
      damage(join(place.path, 'station', 'journal.db-wal'));

      const { id, secret } = client;
      await using station = await runStation({
        dataDir: place.path,
        enrolment: { server_url: server.url, client_id: id, client_secret: secret },
      });
      const welcome = station.station.welcome();
      const recent = welcome.kind === 'welcome' ? welcome.recent : [];
      expect(recent).toHaveLength(SCANS_PER_ROUND);
      expect(station.state().warnings).toMatchObject([{ code: 'journal_replaced' }]);
      const next = await station.scan(venue.tickets[SCANS_PER_ROUND] ?? '');
      expect(next.number).toBe(SCANS_PER_ROUND + 1);
    },
  );
});

function expectInJournal(place: string, shown: readonly Shown[]): void {
  const written = new Map(journalRows(place).map((row) => [row.reference, row]));
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

/** The journal as the next start finds it, oldest first. Its hash chain must be intact whenever the process was killed. */
function journalRows(place: string): readonly Shown[] {
  const journal = openJournal(join(place, 'station', 'journal.db'));
  try {
    expect(journal.replaced).toBeNull();
    expect(journal.verify().kind).toBe('whole');
    return journal.recent(1_000_000).toReversed();
  } finally {
    journal.close();
  }
}

/** Flips a byte in the middle of the log, up to which SQLite can read it. */
function flipByte(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Gives the same delays in every run; the machine's timing still varies. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
