import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draft, instantAt } from '../../../../test/support/station/records.ts';
import { numbered } from '../../../../test/support/station/rows.ts';
import { temporaryDirectory } from '../../../../test/support/station/run-station.ts';
import { markPathOf, readMark } from './journal-mark.ts';
import { openJournal } from './open-journal.ts';

const ORGANISER = numbered('organiser', 1);
const SHOWN = 180;
const PAGE = 4096;

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let path: string;
let log: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  path = join(directory.path, 'journal.db');
  log = `${path}-wal`;
});
afterEach(() => directory[Symbol.asyncDispose]());

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Leaves what a killed station leaves: every verdict is on the disk, nearly all of them in the write-ahead log. */
function writeAndKill(count: number): void {
  const folder = join(directory.path, 'alive');
  mkdirSync(folder);
  const alive = join(folder, 'journal.db');
  const journal = openJournal(alive);
  for (const number of numbersTo(count)) journal.append(draft(number));
  copyFileSync(alive, path);
  copyFileSync(`${alive}-wal`, log);
  copyFileSync(markPathOf(alive), markPathOf(path));
  journal.close();
}

/** Leaves a journal that was closed: everything is in the one file. */
function writeAndClose(count: number): void {
  const journal = openJournal(path);
  for (const number of numbersTo(count)) journal.append(draft(number));
  journal.close();
}

function flipByte(file: string, offset: number): void {
  const bytes = readFileSync(file);
  bytes[offset] = (bytes[offset] ?? 0) ^ 0x10;
  writeFileSync(file, bytes);
}

function behindItsBack(sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

/** What a start finds, and what the next scan is numbered. */
function start(next: number) {
  const journal = openJournal(path);
  const { replaced, lostEnd, changedRows } = journal;
  const here = journal.pending(ORGANISER, 1_000).map(({ sequence }) => sequence);
  const appended = journal.append(draft(next));
  const report = journal.verify();
  journal.close();
  return { replaced, lostEnd, changedRows, here, appended, report };
}

describe('a journal whose end is missing', () => {
  it.each([
    ['its write-ahead log was removed', () => rmSync(log)],
    ['its write-ahead log was emptied', () => truncateSync(log)],
    [
      'both files were emptied',
      () => {
        truncateSync(path);
        truncateSync(log);
      },
    ],
    [
      'both files were removed',
      () => {
        rmSync(path);
        rmSync(log);
      },
    ],
  ])('says so when %s, and goes on with the next number', (_, damage) => {
    writeAndKill(SHOWN);
    damage();
    const found = start(SHOWN + 1);
    expect(found.lostEnd).toEqual({ rows: SHOWN, since: null, kept_as: null });
    expect(found.appended).toEqual({ kind: 'recorded', sequence: SHOWN + 1 });
    expect(found.report).toMatchObject({ kind: 'broken', sequence: 1 });
    // What is gone stays visible, and is told once something new was written after it no more.
    expect(start(SHOWN + 2)).toMatchObject({
      lostEnd: null,
      appended: { sequence: SHOWN + 2 },
      report: { kind: 'broken', sequence: 1 },
    });
  });

  it('reports since when, and again until something new was written', () => {
    writeAndClose(10);
    const journal = openJournal(path);
    const before = readFileSync(path);
    for (const number of [11, 12, 13]) journal.append(draft(number));
    const mark = readFileSync(markPathOf(path));
    journal.close();
    writeFileSync(path, before);
    writeFileSync(markPathOf(path), mark);
    const lost = { rows: 3, since: instantAt(10), kept_as: null };
    for (let round = 0; round < 2; round += 1) {
      const again = openJournal(path);
      expect(again.lostEnd).toEqual(lost);
      expect(again.verify()).toEqual({
        kind: 'broken',
        sequence: 11,
        problem: 'rows 11 to 13 are missing from its end',
      });
      again.close();
    }
    expect(start(14).appended).toEqual({ kind: 'recorded', sequence: 14 });
  });

  it.each([0.01, 0.3, 0.5, 0.9])(
    'recovers the rows after a flipped byte at %d of its write-ahead log',
    (part) => {
      writeAndKill(SHOWN);
      const frames = Math.floor((readFileSync(log).length - 32) / (PAGE + 24));
      // In the middle of the rows of a page: SQLite reads the log up to here.
      flipByte(log, 32 + Math.floor(frames * part) * (PAGE + 24) + PAGE - 200);
      const damaged = readFileSync(log);
      const found = start(SHOWN + 1);
      expect(found).toMatchObject({ replaced: null, lostEnd: null, changedRows: 0 });
      expect(found.here).toEqual(numbersTo(SHOWN));
      expect(found.report).toEqual({ kind: 'whole', rows: SHOWN + 1 });
      expect(readFileSync(`${path}.shortened-1-wal`).equals(damaged)).toBe(true);
    },
  );

  it('recovers what a truncated write-ahead log still holds, and reports the rest', () => {
    writeAndKill(SHOWN);
    truncateSync(log, Math.floor(readFileSync(log).length / 2));
    const { lostEnd, here, appended, report } = start(SHOWN + 1);
    expect(here).toEqual(numbersTo(here.length));
    expect(here.length).toBeGreaterThan(SHOWN / 3);
    expect(lostEnd).toMatchObject({ rows: SHOWN - here.length, since: instantAt(here.length) });
    expect(appended).toEqual({ kind: 'recorded', sequence: SHOWN + 1 });
    expect(report).toMatchObject({ kind: 'broken', sequence: here.length + 1 });
  });

  it.each([
    ['emptied', () => truncateSync(path)],
    ['removed', () => rmSync(path)],
    [
      'replaced by a folder',
      () => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('reads every row of the write-ahead log when its main file was %s', (_, damage) => {
    writeAndKill(SHOWN);
    damage();
    const kept = readFileSync(log);
    const found = start(SHOWN + 1);
    expect(found).toMatchObject({ lostEnd: null, changedRows: 0, replaced: { recovered: SHOWN } });
    expect(found.here).toEqual(numbersTo(SHOWN));
    expect(readFileSync(`${found.replaced?.kept_as}-wal`).equals(kept)).toBe(true);
  });

  it.each(['-wal', '-shm'])('opens with what its main file holds when %s is a folder', (suffix) => {
    writeAndClose(SHOWN);
    mkdirSync(path + suffix);
    const found = start(SHOWN + 1);
    expect(found).toMatchObject({ lostEnd: null, replaced: { recovered: SHOWN } });
    expect(found.here).toEqual(numbersTo(SHOWN));
    expect(found.report).toEqual({ kind: 'whole', rows: SHOWN + 1 });
  });

  it.each(['-wal', '-shm'])(
    'opens with what its main file holds when %s is a link to nothing',
    (suffix) => {
      writeAndClose(SHOWN);
      symlinkSync('/nowhere/at/all', path + suffix);
      const found = start(SHOWN + 1);
      expect(found).toMatchObject({ lostEnd: null, replaced: { recovered: SHOWN } });
      expect(found.here).toEqual(numbersTo(SHOWN));
      expect(found.report).toEqual({ kind: 'whole', rows: SHOWN + 1 });
    },
  );

  it('reads a write-ahead log through a link, which SQLite does not follow', () => {
    writeAndKill(SHOWN);
    renameSync(log, `${log}.elsewhere`);
    symlinkSync(`${log}.elsewhere`, log);
    const found = start(SHOWN + 1);
    expect(found).toMatchObject({ lostEnd: null, replaced: { recovered: SHOWN } });
    expect(found.here).toEqual(numbersTo(SHOWN));
  });

  it('opens unchanged when something that is not a file has the name of a rollback journal', () => {
    writeAndKill(SHOWN);
    execFileSync('mkfifo', [`${path}-journal`]);
    expect(start(SHOWN + 1)).toMatchObject({
      replaced: null,
      report: { kind: 'whole', rows: SHOWN + 1 },
    });
  });

  it('is not started anew for a link to a missing disk', () => {
    symlinkSync(`${path}.gone/journal.db`, path);
    expect(() => openJournal(path)).toThrow(/unable to open/);
  });

  it('does not warn after an upgrade, when there was no mark yet', () => {
    writeAndClose(3);
    rmSync(markPathOf(path));
    expect(start(4)).toMatchObject({ lostEnd: null, report: { kind: 'whole', rows: 4 } });
    expect(readMark(markPathOf(path))?.sequence).toBe(4);
  });

  it.each([
    ['is garbage', (mark: string) => writeFileSync(mark, 'gatehouse-journal-mark 1 nonsense')],
    ['is empty', (mark: string) => truncateSync(mark)],
    ['has a digit that changed', (mark: string) => flipByte(mark, 100)],
    [
      'is a folder',
      (mark: string) => {
        rmSync(mark);
        mkdirSync(mark);
      },
    ],
    [
      'is a pipe',
      (mark: string) => {
        rmSync(mark);
        execFileSync('mkfifo', [mark]);
      },
    ],
  ])('opens all the same when the mark %s, and keeps a new one', (_, damage) => {
    writeAndClose(3);
    damage(markPathOf(path));
    expect(start(4)).toMatchObject({ lostEnd: null, appended: { kind: 'recorded', sequence: 4 } });
    expect(readMark(markPathOf(path))?.sequence).toBe(4);
  });
});

describe('a damaged journal', () => {
  it('recovers every row in what is left of a truncated file', () => {
    writeAndClose(400);
    const length = readFileSync(path).length;
    truncateSync(path, Math.floor(length / 2 / PAGE) * PAGE + 100);
    const { replaced, lostEnd, here, appended, report } = start(401);
    expect(here).toEqual(numbersTo(here.length));
    expect(here.length).toBeGreaterThan(180);
    expect(replaced?.recovered).toBe(here.length);
    expect(lostEnd).toMatchObject({
      rows: 400 - here.length,
      since: instantAt(here.length),
      kept_as: replaced?.kept_as,
    });
    expect(appended).toEqual({ kind: 'recorded', sequence: 401 });
    expect(report).toMatchObject({ kind: 'broken', sequence: here.length + 1 });
  });

  it('recovers every row when its header page is gone', () => {
    writeAndClose(400);
    const bytes = readFileSync(path);
    bytes.fill(0, 0, PAGE);
    writeFileSync(path, bytes);
    const found = start(401);
    expect(found.here).toEqual(numbersTo(400));
    expect(found).toMatchObject({ lostEnd: null, report: { kind: 'whole', rows: 401 } });
  });

  it('recovers rows that span several pages', () => {
    const journal = openJournal(path);
    const code = 'é'.repeat(4_000);
    for (const number of [1, 2, 3]) journal.append(draft(number, { code }));
    journal.close();
    const bytes = readFileSync(path);
    bytes.fill(0, 0, PAGE);
    writeFileSync(path, bytes);
    expect(start(4)).toMatchObject({ here: [1, 2, 3], report: { kind: 'whole', rows: 4 } });
  });

  it('keeps the upload state of its rows', () => {
    const journal = openJournal(path);
    for (const number of [1, 2, 3]) journal.append(draft(number));
    journal.recordUploads([
      { kind: 'acknowledged', reference: numbered('scan', 1), answer: null },
      {
        kind: 'attention',
        reference: numbered('scan', 2),
        refusal: { code: 'x', message: 'y', at: instantAt(5) },
      },
    ]);
    journal.close();
    const bytes = readFileSync(path);
    bytes.fill(0, 0, PAGE);
    writeFileSync(path, bytes);
    const again = openJournal(path);
    expect(again.uploads()).toMatchObject({ pending: 1, attention: 1 });
    again.close();
  });

  it('is quarantined when it is a folder', () => {
    mkdirSync(path);
    expect(start(1)).toMatchObject({ replaced: { recovered: 0 }, appended: { sequence: 1 } });
    expect(existsSync(`${path}.damaged-1`)).toBe(true);
  });
});

describe('a modified row of the journal', () => {
  const impossible = String(2n ** 62n);

  it.each([
    ['pending', 'pending', 0],
    ['acknowledged', 'acknowledged', 0],
  ])('and has an impossible time does not close the door (%s)', (_, state) => {
    writeAndClose(3);
    behindItsBack(
      `UPDATE entries SET scanned_at = ${impossible}, upload_state = '${state}' WHERE sequence = 2`,
    );
    const journal = openJournal(path);
    expect(journal.changedRows).toBeGreaterThan(0);
    expect(journal.pending(ORGANISER, 9).map(({ sequence }) => sequence)).toEqual([1, 3]);
    // The person went in, whenever that was: to forget it would let the ticket in twice.
    expect(journal.admissionOf(numbered('ticket', 2))).not.toBeNull();
    expect([...journal.admissionsSince(draft(1).event, instantAt(0))]).toHaveLength(3);
    expect(journal.recent(9)).toHaveLength(3);
    journal.close();
  });

  it('is not sent, and waits for somebody to look at it', () => {
    writeAndClose(4);
    behindItsBack(`UPDATE entries SET ticket = '${numbered('ticket', 9)}' WHERE sequence = 3`);
    const journal = openJournal(path);
    expect(journal.changedRows).toBe(1);
    expect(journal.pending(ORGANISER, 9).map(({ sequence }) => sequence)).toEqual([1, 2, 4]);
    expect(journal.uploads()).toMatchObject({ pending: 3, attention: 1 });
    expect(journal.refused(0, 9).rows).toMatchObject([{ code: 'journal.changed', waiting: false }]);
    // Not by hand either: the server would take what nobody scanned.
    expect(journal.offerAgain(null)).toBe(0);
    expect(journal.uploads()).toMatchObject({ pending: 3, attention: 1 });
    journal.close();
    const again = openJournal(path);
    again.offerAgain(null);
    expect(again.uploads()).toMatchObject({ pending: 3, attention: 1 });
    again.close();
  });

  it.each([
    ['reason', "'scanning.\x01'"],
    ['ticket', 'NULL'],
    ['kind', "'unreadable'"],
  ])(
    'is listed although its %s says nothing any more, and so is what stands behind it',
    (column, value) => {
      const written = openJournal(path);
      for (const number of [1, 2, 3]) written.append(draft(number));
      const refusal = { code: 'ticket.unknown', message: 'no such ticket', at: instantAt(5) };
      written.recordUploads(
        [1, 3].map((n) => ({ kind: 'attention', reference: numbered('scan', n), refusal })),
      );
      written.close();
      behindItsBack(`UPDATE entries SET ${column} = ${value} WHERE sequence = 2`);
      const journal = openJournal(path);
      expect(journal.uploads()).toMatchObject({ pending: 0, attention: 3 });
      const { rows, next } = journal.refused(0, 2);
      expect(rows.map(({ sequence, code }) => [sequence, code])).toEqual([
        [1, 'ticket.unknown'],
        [2, 'journal.changed'],
      ]);
      expect(next).toBe(2);
      expect(journal.refused(2, 2)).toMatchObject({ rows: [{ sequence: 3 }], next: null });
      journal.close();
    },
  );

  it('is not queued again if the server refused it before it was modified', () => {
    const journal = openJournal(path);
    for (const number of [1, 2]) journal.append(draft(number));
    const refusal = { code: 'ticket.unknown', message: 'no such ticket', at: instantAt(5) };
    journal.recordUploads(
      [1, 2].map((n) => ({ kind: 'attention', reference: numbered('scan', n), refusal })),
    );
    journal.close();
    behindItsBack("UPDATE entries SET code = 'x' WHERE sequence = 1");
    const again = openJournal(path);
    again.offerAgain(null);
    expect(again.changedRows).toBe(1);
    expect(again.pending(ORGANISER, 9).map(({ sequence }) => sequence)).toEqual([2]);
    again.close();
  });

  it('is noticed at the first row too, and if the beginning of the chain was removed', () => {
    writeAndClose(3);
    behindItsBack('UPDATE entries SET clock_offset_ms = 0 WHERE sequence = 1');
    expect(start(4)).toMatchObject({ changedRows: 1, here: [2, 3] });
    behindItsBack('DELETE FROM chain');
    const found = start(5);
    expect(found).toMatchObject({ changedRows: 1, here: [2, 3, 4] });
    expect(found.report).toMatchObject({ kind: 'broken', sequence: 1 });
    expect(start(6).changedRows).toBe(1);
  });
});

describe('the write-ahead log', () => {
  it('is checkpointed while nobody scans, and not while somebody does', () => {
    const journal = openJournal(path);
    const rowsWithoutLog = () => {
      const copy = join(directory.path, 'copy.db');
      copyFileSync(path, copy);
      const database = new Database(copy);
      const rows = database.prepare<[], number>('SELECT count(*) FROM entries').pluck().get();
      database.close();
      return rows;
    };
    journal.append(draft(1));
    journal.checkpointWhenIdle();
    journal.append(draft(2));
    journal.checkpointWhenIdle();
    expect(rowsWithoutLog()).toBe(0);
    journal.checkpointWhenIdle();
    expect(rowsWithoutLog()).toBe(2);
    journal.recordUploads([{ kind: 'acknowledged', reference: numbered('scan', 1), answer: null }]);
    journal.append(draft(3));
    journal.checkpointWhenIdle();
    journal.checkpointWhenIdle();
    expect(rowsWithoutLog()).toBe(3);
    journal.close();
  });

  it('of a killed station is checkpointed at the next start', () => {
    writeAndKill(20);
    openJournal(path);
    const copy = join(directory.path, 'copy.db');
    copyFileSync(path, copy);
    const database = new Database(copy);
    expect(database.prepare('SELECT count(*) AS rows FROM entries').get()).toEqual({ rows: 20 });
    database.close();
  });
});
