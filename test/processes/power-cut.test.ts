// Why: docs/decisions/0024-testing.md
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '../../src-main/adapters/sqlite/journal/open-journal.ts';
import { SqliteReplica } from '../../src-main/adapters/sqlite/replica/sqlite-replica.ts';
import { runJournal } from '../../src-main/journal-cli/run-journal.ts';
import type { Credentials } from '../support/station/furnish-event.ts';
import { builtProgram } from '../support/station/programs.ts';
import { RealServer } from '../support/station/real-server.ts';
import { runStation, temporaryDirectory, until } from '../support/station/run-station.ts';
import { seededRandom } from '../support/station/seeded-random.ts';
import { StationProcess, type Shown } from '../support/station/station-process.ts';
import { copyAsPowerCut, copyWhileWritten } from './copy-station.ts';

const TICKETS = 2_500;
const SCANS_PER_BURST = 8;
const SEED = 20_261_122;

const Verified = Type.Object({ kind: Type.Enum(['whole', 'broken']) });

describe('copies of the files of a station that is scanning and importing', () => {
  const server = new RealServer();
  let venue: {
    readonly event: string;
    readonly tickets: readonly string[];
    readonly client: Credentials;
  };

  beforeAll(async () => {
    await server.start();
    const { event, tickets, clients } = await server.furnish(TICKETS);
    venue = { event, tickets, client: clients[0] };
  });

  afterAll(async () => {
    await server.remove();
  });

  it('contain every verdict that was shown before a power cut', async () => cutPower(2));
  it(
    'contain every verdict shown before a power cut at any of many moments',
    { tags: ['long'] },
    async () => cutPower(100),
  );

  it(
    'contain every verdict when copied file by file, or the station reports what is missing',
    { tags: ['long'] },
    async () => copyCarelessly(2),
  );
  it(
    'contain every verdict, or the station reports the loss, at any of many moments',
    { tags: ['long'] },
    async () => copyCarelessly(60),
  );

  it('let a station continue after the power cut', { tags: ['long'] }, async () => {
    await using place = await temporaryDirectory();
    const station = await openScanning(place.path);
    try {
      await station.scanSome(60);
      const copy = join(place.path, 'copy');
      let shown: readonly Shown[] = [];
      await station.stopped(() => {
        shown = [...station.process.shown];
        copyAsPowerCut(station.folder, join(copy, 'station'), {
          random: station.random,
          syncedBytes: 0,
        });
      });
      await station.process.kill();
      await using resumed = await runStation({
        dataDir: copy,
        enrolment: {
          server_url: server.url,
          client_id: venue.client.id,
          client_secret: venue.client.secret,
        },
      });
      const highest = Math.max(...shown.map(({ number }) => number));
      const next = await resumed.scan(venue.tickets.at(-1) ?? '');
      expect(next.number).toBeGreaterThan(highest);
      await until('everything is sent', () => resumed.state().sync.queued === 0, 60_000);
      expect(resumed.state().sync.needs_attention).toBe(0);
      const stored = await server.scansOf(venue.event, venue.client);
      const references = new Set(stored.map(({ reference }) => reference));
      expect(shown.filter(({ reference }) => !references.has(reference))).toEqual([]);
    } finally {
      await station.process.kill();
    }
  });

  async function cutPower(copies: number): Promise<void> {
    await using place = await temporaryDirectory();
    const station = await openScanning(place.path);
    let olderBytes = 0;
    try {
      for (let number = 0; number < copies; number += 1) {
        const copy = join(place.path, `copy-${number}`);
        await station.scanSome(SCANS_PER_BURST * (1 + (number % 3)));
        await station.stopped(() => {
          copyAsPowerCut(station.folder, join(copy, 'station'), {
            random: station.random,
            syncedBytes: number % 2 === 0 ? olderBytes : 0,
          });
          olderBytes = statSync(join(station.folder, 'journal.log')).size;
        });
        const shown = [...station.process.shown];
        expect(await verify(copy)).toMatchObject({ code: 0, report: { kind: 'whole' } });
        const found = openJournalOf(copy);
        expect(found).toMatchObject({ replaced: null, lostEnd: null, changedRows: 0 });
        expect(shown.length).toBeGreaterThan(0);
        expectHeld(found.rows, shown);
        await expectSoundReplica(copy);
      }
    } finally {
      await station.process.kill();
    }
  }

  async function copyCarelessly(copies: number): Promise<void> {
    await using place = await temporaryDirectory();
    const station = await openScanning(place.path);
    try {
      for (let number = 0; number < copies; number += 1) {
        const copy = join(place.path, `copy-${number}`);
        const scanning = station.scanSome(SCANS_PER_BURST * 4);
        await sleep(station.random() * 30);
        const shown = [...station.process.shown];
        await copyWhileWritten(station.folder, join(copy, 'station'), station.random);
        await scanning;
        const { report } = await verify(copy);
        const found = openJournalOf(copy);
        const isOpen =
          report?.kind !== 'whole' ||
          found.lostEnd !== null ||
          found.replaced !== null ||
          found.changedRows > 0;
        const written = new Set(found.rows.map(({ reference }) => reference));
        const missing = shown.filter(({ reference }) => !written.has(reference));
        if (missing.length > 0) expect(isOpen, `${missing.length} verdicts are gone`).toBe(true);
        else expectHeld(found.rows, shown);
        // The number of a verdict that was shown is never reused.
        expect(found.nextNumber).toBeGreaterThan(Math.max(0, ...shown.map((each) => each.number)));
      }
    } finally {
      await station.process.kill();
    }
  }

  /** A station process that is importing, and a function that feeds it scans. */
  async function openScanning(dataDir: string) {
    const process = new StationProcess({
      dataDir,
      serverUrl: server.url,
      client: venue.client,
      intervals: { scans: 700, lists: 1_100, setup: 5_000 },
    });
    await until('it heard of the event', () =>
      /importing|ready/.test(process.progress?.phase ?? ''),
    );
    const seeded = seededRandom(SEED);
    const random = () => seeded.fraction();
    let scans = 0;
    return {
      process,
      random,
      folder: join(dataDir, 'station'),
      /** May return before the last verdicts are shown. */
      scanSome: async (count: number) => {
        const before = process.shown.length;
        for (let scan = 0; scan < count; scan += 1) {
          process.scan(`scan-${scans}`, venue.tickets[scans % venue.tickets.length] ?? '');
          scans += 1;
          if (random() < 0.2) await sleep(random() * 8);
        }
        await until('most are shown', () => process.shown.length >= before + count / 2);
      },
      /** Runs `work` while the process is stopped; `process.shown` holds what was shown before. */
      stopped: async (work: () => void) => {
        process.signal('SIGSTOP');
        await sleep(25);
        work();
        process.signal('SIGCONT');
      },
    };
  }
});

async function verify(dataDir: string) {
  const out: string[] = [];
  const code = await runJournal(['verify', '--json', '--station', dataDir], {
    out: async (text) => void out.push(text),
    err: () => undefined,
  });
  const text = out.join('');
  return { code, report: text === '' ? null : Value.Parse(Verified, JSON.parse(text)) };
}

/** The journal as a station opens it, and the number of its next scan. */
function openJournalOf(dataDir: string) {
  const path = join(dataDir, 'station', 'journal.db');
  const journal = openJournal(path);
  try {
    const rows = journal.recent(1_000_000);
    const { replaced, lostEnd, changedRows } = journal;
    const last = Math.max(0, ...rows.map(({ number }) => number));
    return { rows, replaced, lostEnd, changedRows, nextNumber: last + (lostEnd?.rows ?? 0) + 1 };
  } finally {
    journal.close();
  }
}

function expectHeld(rows: readonly Shown[], shown: readonly Shown[]): void {
  const written = new Map(rows.map((row) => [row.reference, row]));
  for (const { reference, number, kind, ticket, reason } of shown) {
    expect(written.get(reference)).toMatchObject({ number, kind, ticket, reason });
  }
}

/** A power cut may lose the replica's last commits but never leave it inconsistent. */
async function expectSoundReplica(dataDir: string): Promise<void> {
  const path = join(dataDir, 'station', 'replica.db');
  const replica = new SqliteReplica(path, builtProgram('replica-worker'));
  const { begun, rebuilt, damaged } = replica;
  await replica.close();
  expect({ begun, rebuilt, damaged }).toEqual({ begun: false, rebuilt: false, damaged: false });
  const database = new Database(path, { readonly: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
}
