import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draft, instantAt } from '../../../../test/support/station/records.ts';
import { numbered } from '../../../../test/support/station/rows.ts';
import { temporaryDirectory } from '../../../../test/support/station/run-station.ts';
import { withoutRoot } from '../../../../test/support/station/without-root.ts';
import { JournalLog } from './journal-log.ts';
import { contentColumns, JOURNAL_VERSION, uploadColumns } from './journal-schema.ts';
import { logPathOf, readLog } from './log-lines.ts';
import { openStationDatabase } from '../open-database.ts';
import { openJournal } from './open-journal.ts';
import { SqliteJournal } from './sqlite-journal.ts';

const ORGANISER = numbered('organiser', 1);

describe('the journal on disk', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let path: string;

  /** Runs SQL on the file behind the journal's back. */
  const behindItsBack = (sql: string) => {
    const database = new Database(path);
    database.exec(sql);
    database.close();
  };

  const journalOn = (database: Database.Database) =>
    new SqliteJournal(database, new JournalLog(logPathOf(path)), null);

  const openAndVerify = () => {
    const journal = openJournal(path);
    const report = journal.verify();
    journal.close();
    return report;
  };

  const write = (...numbers: readonly number[]) => {
    const journal = openJournal(path);
    for (const number of numbers) expect(journal.append(draft(number)).kind).toBe('recorded');
    journal.close();
  };

  beforeEach(async () => {
    directory = await temporaryDirectory();
    path = join(directory.path, 'journal.db');
  });

  afterEach(() => directory[Symbol.asyncDispose]());

  it('proves on the disk itself that it can be written, and reports why if it cannot', () => {
    write();
    const database = openStationDatabase(path, { synchronous: 'FULL' });
    const journal = journalOn(database);
    const logged = () => readFileSync(`${path}-wal`).length;
    database.pragma('wal_checkpoint(TRUNCATE)');
    const before = logged();
    expect(journal.proveWrite()).toEqual({ kind: 'written' });
    expect(logged()).toBeGreaterThan(before);
    database.pragma('query_only = ON');
    expect(journal.proveWrite()).toMatchObject({ kind: 'failed', cause: 'io_error' });
    database.pragma('query_only = OFF');
    journal.close();
    expect(openAndVerify()).toEqual({ kind: 'whole', rows: 0 });
  });

  it('continues after a restart: same numbers, same queue, complete chain', () => {
    write(1, 2);
    const journal = openJournal(path);
    journal.recordUploads([
      { kind: 'acknowledged', reference: numbered('scan', 1), answer: '{"kind":"x"}' },
    ]);
    journal.close();
    const again = openJournal(path);
    expect(again.append(draft(3))).toEqual({ kind: 'recorded', sequence: 3 });
    expect(again.pending(ORGANISER, 9).map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(again.uploads().pending).toBe(2);
    expect(again.verify()).toEqual({ kind: 'whole', rows: 3 });
    expect(again.replaced).toBeNull();
    again.close();
  });

  it('keeps across a restart why a row was refused, and queues it again', () => {
    write(1, 2);
    const journal = openJournal(path);
    const refusal = { code: 'ticket.unknown', message: 'no such ticket', at: instantAt(9) };
    const [set, kept] = [numbered('scan', 1), numbered('scan', 2)];
    journal.recordUploads([
      { kind: 'attention', reference: set, refusal },
      { kind: 'postponed', reference: kept, refusal },
    ]);
    const listed = journal.refused(0, 9).rows;
    journal.close();
    const again = openJournal(path);
    expect(listed).toHaveLength(2);
    expect(again.refused(0, 9).rows).toEqual(listed);
    again.offerAgain(null);
    again.close();
    const third = openJournal(path);
    expect(third.refused(0, 9).rows).toMatchObject([{ waiting: true }, { waiting: true }]);
    expect(third.uploads()).toMatchObject({ pending: 2, attention: 2 });
    third.close();
  });

  it('waits for the disk at every commit', () => {
    write(1);
    const database = openStationDatabase(path, { synchronous: 'FULL' });
    expect(database.pragma('synchronous', { simple: true })).toBe(2);
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    database.close();
  });

  it('refuses to open if the required durability is not available', () => {
    expect(() => openStationDatabase(':memory:', { synchronous: 'FULL' })).toThrow(/expected WAL/);
  });

  it('is not opened read-only: the first guest would find out', () => {
    write(1, 2);
    chmodSync(path, 0o400);
    withoutRoot(directory.path, () => expect(() => openJournal(path)).toThrow(/readonly/));
    chmodSync(path, 0o600);
    const journal = openJournal(path);
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 2 });
    journal.close();
  });

  it.each([
    ['a verdict that was changed', "UPDATE entries SET kind = 'denied' WHERE sequence = 2", 2],
    [
      'a time that was changed',
      'UPDATE entries SET scanned_at = scanned_at + 1 WHERE sequence = 3',
      3,
    ],
    ['a row that was taken out', 'DELETE FROM entries WHERE sequence = 2', 2],
    ['a first row that was taken out', 'DELETE FROM entries WHERE sequence = 1', 1],
    [
      'two rows that changed places',
      'UPDATE entries SET sequence = 99 WHERE sequence = 2; UPDATE entries SET sequence = 2 WHERE sequence = 3; UPDATE entries SET sequence = 3 WHERE sequence = 99',
      2,
    ],
    [
      'a row that was put in with a made-up hash',
      "INSERT INTO entries SELECT 5, 'scn_x', request_id, organiser, event, kind, ticket, reason, session, location_reference, location_name, scanned_at, clock_offset_ms, watermark, code, symbology, source, shown, hash, upload_state, upload_attempts, upload_code, upload_message, upload_answer FROM entries WHERE sequence = 4",
      5,
    ],
  ])('its chain shows %s', (_what, sql, sequence) => {
    write(1, 2, 3, 4);
    behindItsBack(sql);
    const journal = openJournal(path);
    expect(journal.verify()).toMatchObject({ kind: 'broken', sequence });
    journal.close();
  });

  it('has a place in its one list of columns for every column of its table', () => {
    openJournal(path).close();
    const database = new Database(path);
    const columns = database
      .prepare<[], string>("SELECT name FROM pragma_table_info('entries')")
      .pluck()
      .all();
    database.close();
    expect([...contentColumns, 'hash', ...uploadColumns]).toEqual(columns);
  });

  it.each(contentColumns.filter((column) => column !== 'sequence'))(
    'covers what a row says in its column %s',
    (column) => {
      write(1, 2);
      behindItsBack(
        `UPDATE entries SET ${column} = CASE typeof(${column}) WHEN 'integer' THEN 7 ELSE 'denied' END
         WHERE sequence = 1`,
      );
      const journal = openJournal(path);
      expect(journal.replaced).toBeNull();
      expect(journal.verify()).toMatchObject({ kind: 'broken', sequence: 1 });
      journal.close();
    },
  );

  it('does not count upload states as a break of the chain', () => {
    write(1, 2);
    behindItsBack("UPDATE entries SET upload_state = 'acknowledged', upload_answer = 'x'");
    const journal = openJournal(path);
    expect(journal.verify().kind).toBe('whole');
    journal.close();
  });

  it('reports a full disk, keeps what it has, and continues once there is room', () => {
    write(1);
    const database = openStationDatabase(path, { synchronous: 'FULL' });
    const journal = journalOn(database);
    database.pragma('max_page_count = 1');
    const big = 'x'.repeat(8_000);
    const results = Array.from({ length: 20 }, (_, index) =>
      journal.append(draft(index + 2, { code: big })),
    );
    const recorded = results.filter(({ kind }) => kind === 'recorded').length;
    expect(results.at(-1)).toMatchObject({ kind: 'failed', cause: 'disk_full' });
    database.pragma('max_page_count = 1073741823');
    expect(journal.append(draft(50))).toEqual({ kind: 'recorded', sequence: recorded + 2 });
    expect(journal.verify()).toEqual({ kind: 'whole', rows: recorded + 2 });
    journal.close();
  });

  it('reports a broken store, whatever the reason', () => {
    write();
    const database = openStationDatabase(path, { synchronous: 'FULL' });
    const journal = journalOn(database);
    database.close();
    expect(journal.append(draft(1))).toMatchObject({ kind: 'failed', cause: 'io_error' });
  });

  it('keeps a damaged file beside a new journal, and recovers every readable row', () => {
    write(...Array.from({ length: 300 }, (_, index) => index + 1));
    const bytes = readFileSync(path);
    const middle = Math.floor(bytes.length / 4096 / 2) * 4096;
    bytes.fill(0x5a, middle, middle + 4096);
    writeFileSync(path, bytes);
    rmSync(logPathOf(path));
    const original = join(directory.path, 'as-it-was');
    copyFileSync(path, original);

    const journal = openJournal(path);
    const kept = journal.replaced?.kept_as ?? '';
    expect(existsSync(kept)).toBe(true);
    expect(readFileSync(kept).equals(readFileSync(original))).toBe(true);
    expect(journal.replaced?.recovered).toBeGreaterThan(200);
    expect(journal.replaced?.recovered).toBeLessThan(300);
    // Both ends are there: the door goes on with the next number, and what is unsent is sent.
    expect(journal.append(draft(301))).toEqual({ kind: 'recorded', sequence: 301 });
    expect(journal.pending(ORGANISER, 1)[0]?.sequence).toBe(1);
    expect(journal.uploads().pending).toBe((journal.replaced?.recovered ?? 0) + 1);
    // The gap is not papered over.
    expect(journal.verify()).toMatchObject({ kind: 'broken' });
    journal.close();
    expect(openAgain().replaced).toBeNull();
  });

  it('recovers the other rows if one of them is unreadable', () => {
    write(1, 2, 3);
    rmSync(logPathOf(path));
    behindItsBack(
      "PRAGMA ignore_check_constraints = ON; UPDATE entries SET kind = 'adm' WHERE sequence = 2",
    );
    expect(openAgain()).toMatchObject({ replaced: { recovered: 2 }, uploads: { pending: 2 } });
    expect(openAgain()).toMatchObject({ replaced: null, uploads: { pending: 2 } });
  });

  it('loses nothing when it is killed while a damaged file is replaced', () => {
    write(1, 2, 3);
    // Before the new journal is whole: what is there of it is begun again.
    writeFileSync(`${path}.next`, 'half a journal');
    behindItsBack(
      "PRAGMA ignore_check_constraints = ON; UPDATE entries SET kind = 'x' WHERE sequence = 2",
    );
    expect(openAgain().replaced).toMatchObject({ recovered: 3 });
    // Between the two renames: the old file is away, its WAL is not, and the new one is not in its place yet.
    renameSync(path, `${path}.next`);
    writeFileSync(`${path}-wal`, 'of the old file');
    expect(openAgain()).toMatchObject({ replaced: null, uploads: { pending: 3 } });
    expect(existsSync(`${path}.next`)).toBe(false);
  });

  it('sends the rows after an unintelligible one', () => {
    write(1, 2, 3);
    behindItsBack("UPDATE entries SET reason = 'scanning.\x01' WHERE sequence = 1");
    const journal = openJournal(path);
    expect(journal.pending(ORGANISER, 1).map(({ sequence }) => sequence)).toEqual([2]);
    expect(journal.pending(ORGANISER, 9).map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(journal.uploads()).toMatchObject({ pending: 2, attention: 1 });
    journal.close();
  });

  it('records scans while its log cannot be written, warns once, and completes it later', () => {
    const warnings: unknown[] = [];
    const warn = (details: unknown) => void warnings.push(details);
    const place = join(directory.path, 'gone', 'journal.log');
    const log = new JournalLog(place, { info: warn, warn, error: warn });
    write(1);
    const journal = new SqliteJournal(
      openStationDatabase(path, { synchronous: 'FULL' }),
      log,
      null,
    );
    expect(journal.append(draft(2))).toEqual({ kind: 'recorded', sequence: 2 });
    expect(warnings).toEqual([{ path: place, error: expect.stringMatching(/ENOENT/) }]);
    mkdirSync(dirname(place));
    journal.append(draft(3));
    journal.checkpointWhenIdle();
    journal.append(draft(4));
    expect(readLog(place).rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(warnings).toHaveLength(1);
    journal.close();
  });

  it('starts anew beside a file that is not a database', () => {
    writeFileSync(path, 'this was a journal once');
    const journal = openJournal(path);
    expect(journal.replaced).toMatchObject({ recovered: 0 });
    expect(journal.append(draft(1))).toEqual({ kind: 'recorded', sequence: 1 });
    journal.close();
    writeFileSync(path, 'and again');
    expect(openAgain().replaced?.kept_as).toMatch(/damaged-2$/);
  });

  it.each([JOURNAL_VERSION - 1, JOURNAL_VERSION + 1])(
    'does not touch a journal of version %i',
    (version) => {
      write(1);
      behindItsBack(`PRAGMA user_version = ${version}`);
      expect(() => openJournal(path)).toThrow(/schema version/);
      behindItsBack(`PRAGMA user_version = ${JOURNAL_VERSION}`);
      expect(openAgain()).toMatchObject({ replaced: null, uploads: { pending: 1 } });
    },
  );

  /** What a fresh start finds. */
  function openAgain() {
    const journal = openJournal(path);
    const found = { replaced: journal.replaced, uploads: journal.uploads() };
    journal.close();
    return found;
  }
});
