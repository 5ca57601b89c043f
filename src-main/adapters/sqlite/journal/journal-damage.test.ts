import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draft, instantAt, redemptionDraft } from '../../../../test/support/station/records.ts';
import { numbered } from '../../../../test/support/station/rows.ts';
import { temporaryDirectory } from '../../../../test/support/station/run-station.ts';
import { MEMORY } from '../../../../test/support/station/store-files.ts';
import { logPathOf, readLog } from './log-lines.ts';
import { contentColumns, type ChainedContent } from './journal-schema.ts';
import { openJournal } from './open-journal.ts';

const ORGANISER = numbered('organiser', 1);
const SHOWN = 100;
const PAGE = 4096;

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let path: string;
let wal: string;
let log: string;
beforeEach(async () => {
  directory = await temporaryDirectory(MEMORY);
  path = join(directory.path, 'journal.db');
  wal = `${path}-wal`;
  log = logPathOf(path);
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
  copyFileSync(`${alive}-wal`, wal);
  copyFileSync(logPathOf(alive), log);
  journal.close();
}

/** Leaves a journal that was closed: everything is in the one file, and in the log. */
function writeAndClose(count: number, file = path): void {
  const journal = openJournal(file);
  for (const number of numbersTo(count)) journal.append(draft(number));
  journal.close();
}

/** Another station's journal, of which the function uses a file. */
function withAnother(count: number, damage: (other: string) => void): void {
  const other = join(directory.path, 'other.db');
  writeAndClose(count, other);
  damage(other);
}

function flipByte(file: string, offset: number): void {
  const bytes = readFileSync(file);
  bytes[offset] = (bytes[offset] ?? 0) ^ 0x10;
  writeFileSync(file, bytes);
}

function overwrite(file: string, value: number, from: number, length: number): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(value, from, Math.min(from + length, bytes.length)));
}

function truncateTo(file: string, part: number): void {
  truncateSync(file, Math.floor(readFileSync(file).length * part));
}

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

function replaceByPipe(file: string): void {
  rmSync(file);
  execFileSync('mkfifo', [file]);
}

function behindItsBack(sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

const logged = () => readLog(log).rows.map(({ sequence }) => sequence);

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

function expectAllBack(found: ReturnType<typeof start>): void {
  expect(found).toMatchObject({
    lostEnd: null,
    changedRows: 0,
    replaced: { recovered: SHOWN },
    appended: { kind: 'recorded', sequence: SHOWN + 1 },
    report: { kind: 'whole', rows: SHOWN + 1 },
  });
  expect(found.here).toEqual(numbersTo(SHOWN));
  expect(logged()).toEqual(numbersTo(SHOWN + 1));
  expect(start(SHOWN + 2)).toMatchObject({ replaced: null, lostEnd: null, changedRows: 0 });
}

describe('a journal that is damaged, or lost its end, gets every row back from its log', () => {
  it.each<[string, () => void]>([
    ['write-ahead log was removed', () => rmSync(wal)],
    ['write-ahead log was emptied', () => truncateSync(wal)],
    ['write-ahead log was truncated', () => truncateTo(wal, 0.5)],
    ['main file was emptied', () => truncateSync(path)],
    ['main file was removed', () => rmSync(path)],
    ['main file was replaced by a folder', () => replaceByFolder(path)],
    [
      'write-ahead log is a link, which SQLite does not follow',
      () => {
        renameSync(wal, `${wal}.elsewhere`);
        symlinkSync(`${wal}.elsewhere`, wal);
      },
    ],
  ])('after a kill, when its %s', (_, damage) => {
    writeAndKill(SHOWN);
    damage();
    const left = contentOf(wal);
    const found = start(SHOWN + 1);
    expectAllBack(found);
    // What is left of it is kept as it was.
    if (left !== null) expect(contentOf(`${found.replaced?.kept_as}-wal`)).toEqual(left);
  });

  it.each([0.01, 0.3, 0.5, 0.9])(
    'after a kill, when a byte flipped at %d of its write-ahead log, which SQLite reads up to there',
    (part) => {
      writeAndKill(SHOWN);
      const frames = Math.floor((readFileSync(wal).length - 32) / (PAGE + 24));
      flipByte(wal, 32 + Math.floor(frames * part) * (PAGE + 24) + PAGE - 200);
      const damaged = readFileSync(wal);
      const found = start(SHOWN + 1);
      expectAllBack(found);
      expect(readFileSync(`${found.replaced?.kept_as}-wal`).equals(damaged)).toBe(true);
    },
  );

  it.each<[string, () => void]>([
    ['its header page was zeroed', () => overwrite(path, 0, 0, PAGE)],
    ['a page in its middle was zeroed', () => overwrite(path, 0, 12 * PAGE, PAGE)],
    ['its second half was overwritten', () => overwrite(path, 0x5a, 12 * PAGE, 1e9)],
    ['all of it was overwritten', () => overwrite(path, 0xff, 0, 1e9)],
    ['it was cut in the middle of a page', () => truncateTo(path, 0.51)],
    ['it is not a database', () => writeFileSync(path, 'this was a journal once')],
    ['its -wal is a folder', () => mkdirSync(wal)],
    ['its -wal is a link to nothing', () => symlinkSync('/nowhere/at/all', wal)],
    ['its -shm is a folder', () => mkdirSync(`${path}-shm`)],
    ['its -shm is a link to nothing', () => symlinkSync('/nowhere/at/all', `${path}-shm`)],
  ])('after it was closed, when %s', (_, damage) => {
    writeAndClose(SHOWN);
    damage();
    expectAllBack(start(SHOWN + 1));
  });

  it.each([
    ['removed', () => rmSync(path)],
    ['emptied', () => truncateSync(path)],
    ['replaced by an older copy of it', () => copyFileSync(`${path}.older`, path)],
  ])('after it was closed, when it was %s', (_, damage) => {
    writeAndClose(10);
    renameSync(path, `${path}.older`);
    copyFileSync(`${path}.older`, path);
    const journal = openJournal(path);
    for (const number of numbersTo(SHOWN).slice(10)) journal.append(draft(number));
    journal.close();
    damage();
    expectAllBack(start(SHOWN + 1));
  });

  it('names the log as what was kept, when nothing else is left', () => {
    writeAndKill(SHOWN);
    rmSync(path);
    rmSync(wal);
    const found = start(SHOWN + 1);
    expectAllBack(found);
    expect(found.replaced?.kept_as).toBe(log);
  });

  it('with rows of any length and any text', () => {
    const journal = openJournal(path);
    const codes = ['é\u2028"\\\n\u0000'.repeat(900), '', 'x'.repeat(8_000), '🎫'];
    codes.forEach((code, index) => journal.append(draft(index + 1, { code })));
    journal.close();
    rmSync(path);
    const again = openJournal(path);
    expect(again.pending(ORGANISER, 9).map(({ code }) => code)).toEqual(codes);
    expect(again.verify()).toEqual({ kind: 'whole', rows: 4 });
    again.close();
  });

  it('with its redemptions', () => {
    const line = numbered('orderLine', 1);
    const journal = openJournal(path);
    journal.append(draft(1));
    journal.appendRedemption(redemptionDraft(2, { quantity: 2 }));
    journal.appendRedemption(redemptionDraft(3, { quantity: 2 }));
    journal.close();
    rmSync(path);
    const again = openJournal(path);
    expect(again.redemptionsOf(line).unsent).toBe(4);
    expect(again.pendingRedemptions(ORGANISER, 9)).toMatchObject([
      { reference: 'rdm_2' },
      { reference: 'rdm_3' },
    ]);
    again.close();
  });
});

/** Row 1 is acknowledged, row 2 is set aside, row 3 waits, and row 4 is never sent. */
function writeSettled(): void {
  const journal = openJournal(path);
  for (const number of [1, 2, 3]) journal.append(draft(number));
  journal.append(draft(4, { kind: 'unknown_ticket', reason: null }));
  const refusal = { code: 'x', message: 'y', at: instantAt(5) };
  journal.recordUploads([
    { kind: 'acknowledged', reference: numbered('scan', 1), answer: null },
    { kind: 'attention', reference: numbered('scan', 2), refusal },
  ]);
  journal.close();
}

function uploads() {
  const journal = openJournal(path);
  const { pending, attention } = journal.uploads();
  journal.close();
  return { pending, attention };
}

describe('the upload state of recovered rows', () => {
  it('is what SQLite can still read', () => {
    writeSettled();
    behindItsBack(
      "PRAGMA ignore_check_constraints = ON; UPDATE entries SET upload_state = 'x' WHERE sequence = 3",
    );
    expect(uploads()).toEqual({ pending: 1, attention: 1 });
  });

  it('is that of a new row otherwise: what may be unsent is sent again', () => {
    writeSettled();
    overwrite(path, 0, 0, PAGE);
    expect(uploads()).toEqual({ pending: 3, attention: 0 });
  });
});

describe('a sound journal whose log', () => {
  it.each<[string, () => void]>([
    ['is missing', () => rmSync(log)],
    ['is empty', () => truncateSync(log)],
    ['is garbage', () => writeFileSync(log, 'nonsense')],
    ['is full of line feeds', () => writeFileSync(log, '\n'.repeat(100_000))],
    ['is a folder', () => replaceByFolder(log)],
    ['is a pipe', () => replaceByPipe(log)],
    ['ends in a torn line', () => truncateSync(log, readFileSync(log).length - 40)],
    ['lacks only its last line feed', () => truncateSync(log, readFileSync(log).length - 1)],
    ['is zeroed from its middle on', () => overwrite(log, 0, 60_000, 1e9)],
    ['lost its second half', () => truncateTo(log, 0.5)],
    ['ends in something else', () => appendFileSync(log, Buffer.alloc(200_000, 0xfe))],
    [
      'is of another, shorter journal',
      () => withAnother(9, (other) => copyFileSync(logPathOf(other), log)),
    ],
    [
      'goes on with another journal',
      () => withAnother(9, (other) => appendFileSync(log, readFileSync(logPathOf(other)))),
    ],
  ])('%s is opened with every row, and the log gets all of them', (_, damage) => {
    writeAndClose(SHOWN);
    damage();
    const found = start(SHOWN + 1);
    expect(found).toMatchObject({ replaced: null, lostEnd: null, changedRows: 0 });
    expect(found.report).toEqual({ kind: 'whole', rows: SHOWN + 1 });
    expect(logged()).toEqual(numbersTo(SHOWN + 1));
    rmSync(path);
    expect(start(SHOWN + 2).here).toEqual(numbersTo(SHOWN + 1));
  });

  it('is of another, longer journal reports rows that may be missing, and keeps that log', () => {
    writeAndClose(10);
    let others: Buffer | null = null;
    withAnother(13, (other) => {
      copyFileSync(logPathOf(other), log);
      others = readFileSync(log);
    });
    const lostEnd = { rows: 3, since: instantAt(10), kept_as: null };
    expect(start(14)).toMatchObject({
      replaced: null,
      lostEnd,
      here: numbersTo(10),
      appended: { sequence: 14 },
    });
    expect(readFileSync(`${log}.damaged-1`)).toEqual(others);
    expect(logged()).toEqual([...numbersTo(10), 14]);
  });
});

describe('a journal that is damaged together with its log', () => {
  it('recovers what either still holds, and reports a gap', () => {
    writeAndClose(SHOWN);
    const lines = readFileSync(log, 'utf8').split('\n');
    lines.fill('{"hash":"', 50, 60);
    writeFileSync(log, lines.join('\n'));
    overwrite(path, 0xff, 0, 1e9);
    const expected = numbersTo(SHOWN).filter((number) => number <= 50 || number > 60);
    const found = start(SHOWN + 1);
    expect(found).toMatchObject({
      replaced: { recovered: SHOWN - 10 },
      lostEnd: null,
      changedRows: 0,
      here: expected,
      report: { kind: 'broken', sequence: 51 },
    });
    // The damaged log is kept, and the new one can bring back all of it again.
    expect(readFileSync(`${log}.damaged-1`, 'utf8')).toContain('\n{"hash":"\n');
    rmSync(path);
    expect(start(SHOWN + 2).here).toEqual([...expected, SHOWN + 1]);
  });

  it('reports how many rows its log shows to be lost, and again until something new was written', () => {
    writeAndKill(SHOWN);
    rmSync(wal);
    const lines = readFileSync(log, 'utf8').split('\n');
    writeFileSync(
      log,
      lines.map((line, index) => (index < 60 ? line : line.slice(0, -9))).join('\n'),
    );
    const lost = { rows: 40, since: instantAt(60) };
    for (let round = 0; round < 2; round += 1) {
      const again = openJournal(path);
      expect(again.lostEnd).toMatchObject(lost);
      expect(again.verify()).toEqual({
        kind: 'broken',
        sequence: 61,
        problem: 'rows 61 to 100 are missing from its end',
      });
      again.close();
    }
    expect(start(SHOWN + 1)).toMatchObject({ appended: { sequence: SHOWN + 1 } });
    expect(start(SHOWN + 2)).toMatchObject({
      lostEnd: null,
      appended: { sequence: SHOWN + 2 },
      report: { kind: 'broken', sequence: 61 },
    });
  });

  it('recovers what SQLite reads of a truncated file when the log is missing', () => {
    writeAndClose(SHOWN);
    truncateTo(path, 0.5);
    rmSync(log);
    const { replaced, here, report } = start(SHOWN + 1);
    expect(here).toEqual(numbersTo(here.length));
    expect(here.length).toBeGreaterThan(SHOWN / 3);
    expect(replaced?.recovered).toBe(here.length);
    expect(report).toEqual({ kind: 'whole', rows: here.length + 1 });
  });

  it('takes no row from the log of another journal while SQLite reads any of its own', () => {
    writeAndClose(SHOWN);
    overwrite(path, 0x5a, 12 * PAGE, PAGE);
    withAnother(SHOWN, (other) => copyFileSync(logPathOf(other), log));
    const theirs = readLog(log).rows.map(({ hash }) => hash);
    const { replaced, here } = start(SHOWN + 1);
    expect(replaced?.recovered).toBe(here.length);
    expect(here.length).toBeGreaterThan(SHOWN / 2);
    expect(here.length).toBeLessThan(SHOWN);
    expect(readLog(log).rows.filter(({ hash }) => theirs.includes(hash))).toEqual([]);
  });

  it('is quarantined when it is a folder', () => {
    mkdirSync(path);
    expect(start(1)).toMatchObject({ replaced: { recovered: 0 }, appended: { sequence: 1 } });
    expect(existsSync(`${path}.damaged-1`)).toBe(true);
  });

  it('is not started anew for a link to a missing disk', () => {
    writeAndClose(3);
    rmSync(path);
    symlinkSync(`${path}.gone/journal.db`, path);
    expect(() => openJournal(path)).toThrow(/unable to open/);
  });

  it('opens unchanged when something that is not a file has the name of a rollback journal', () => {
    writeAndKill(SHOWN);
    execFileSync('mkfifo', [`${path}-journal`]);
    expect(start(SHOWN + 1)).toMatchObject({
      replaced: null,
      report: { kind: 'whole', rows: SHOWN + 1 },
    });
  });
});

describe('a journal after random damage', () => {
  const damageOf = fc.oneof(
    fc.constant({ kind: 'none' } as const),
    fc.constant({ kind: 'removed' } as const),
    fc.record({
      kind: fc.constant('cut' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({
      kind: fc.constant('overwritten' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 1, max: 20_000 }),
      value: fc.constantFrom(0, 0x0a, 0x5a, 0xff),
    }),
  );
  type Damage = typeof damageOf extends fc.Arbitrary<infer One> ? One : never;

  const inflict = (file: string, damage: Damage) => {
    const { length } = readFileSync(file);
    if (damage.kind === 'removed') rmSync(file);
    if (damage.kind === 'cut') truncateTo(file, damage.at);
    if (damage.kind === 'overwritten') {
      overwrite(file, damage.value, Math.floor(damage.at * length), damage.length);
    }
  };

  it('holds, unchanged and in order, every row that is intact in either, and nothing else', () => {
    let round = 0;
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { minLength: 1, maxLength: 80 }),
        damageOf,
        damageOf,
        (codes, ofDatabase, ofLog) => {
          const folder = join(directory.path, `round-${(round += 1)}`);
          mkdirSync(folder);
          const file = join(folder, 'journal.db');
          const journal = openJournal(file);
          codes.forEach((code, index) => journal.append(draft(index + 1, { code })));
          journal.close();
          const written = readLog(logPathOf(file)).rows;
          inflict(file, ofDatabase);
          inflict(logPathOf(file), ofLog);
          const left = readLog(logPathOf(file)).rows;
          const intact = new Set([...left, ...readable(file, written)].map((row) => row.sequence));
          const isNothingLeft = left.length === 0 && (contentOf(file)?.length ?? 0) === 0;

          const opened = openJournal(file);
          const rows = opened.pending(ORGANISER, 1_000);
          const isReported = opened.lostEnd !== null || opened.replaced !== null;
          const next = opened.append(draft(codes.length + 1));
          const report = opened.verify();
          opened.close();
          const sequences = rows.map(({ sequence }) => sequence);
          expect(sequences).toEqual([...new Set(sequences)].toSorted((one, two) => one - two));
          for (const sequence of intact) expect(sequences).toContain(sequence);
          for (const row of rows) {
            // Damage that SQLite does not notice shows only in a row whose predecessor is known.
            const isChecked = intact.has(row.sequence) || sequences.includes(row.sequence - 1);
            if (isChecked) expect(row.code).toBe(codes[row.sequence - 1]);
          }
          if (rows.length === codes.length) {
            expect(next).toEqual({ kind: 'recorded', sequence: codes.length + 1 });
            expect(report).toEqual({ kind: 'whole', rows: codes.length + 1 });
          } else expect(isReported).toBe(!isNothingLeft);
          // Damage in the middle of a log is noticed when the log is needed: then the new one gets everything.
          const lines = readLog(logPathOf(file)).rows.map(({ sequence }) => sequence);
          const here = [...sequences, next.kind === 'recorded' ? next.sequence : 0];
          const isWhole = opened.replaced !== null || left.length === codes.length;
          // A line is read only if the hash before it is known: of the row before it, or of its line in the old log.
          const isKnown = (sequence: number) =>
            here.includes(sequence - 1) || left.some((row) => row.sequence === sequence);
          const needed = isWhole ? here.filter(isKnown) : [];
          expect(lines).toEqual(here.filter((sequence) => lines.includes(sequence)));
          expect(lines).toEqual(expect.arrayContaining([...needed, ...here.slice(-1)]));
        },
      ),
      {
        numRuns: 60,
        examples: [
          // One byte of the database, which SQLite takes for none, and no line of the log.
          [
            [''],
            { kind: 'cut', at: 0.000_061_035_156_25 },
            { kind: 'overwritten', at: 0, length: 1, value: 0 },
          ],
          // Only the last row is readable, and nothing says what it follows.
          [['', ''], { kind: 'cut', at: 0.667_053_222_656_25 }, { kind: 'removed' }],
          // The format in the header, which SQLite reports without a code of its own.
          [
            Array.from({ length: 11 }, () => ''),
            { kind: 'overwritten', at: 0.000_837_053_571_428_571_4, length: 24, value: 255 },
            { kind: 'removed' },
          ],
        ],
      },
    );
  });
});

/** The rows that SQLite finds unchanged by their key. */
function readable(file: string, written: readonly ChainedContent[]): readonly ChainedContent[] {
  if ((contentOf(file)?.length ?? 0) === 0) return [];
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  const database = new Database(copy);
  try {
    const columns = ['hash', ...contentColumns] as const;
    const find = database.prepare<[number], ChainedContent>(
      'SELECT * FROM entries WHERE sequence = ?',
    );
    return written.filter((row) => {
      try {
        const found = find.get(row.sequence);
        return columns.every((column) => found?.[column] === row[column]);
      } catch {
        return false;
      }
    });
  } catch {
    return [];
  } finally {
    database.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
  }
}

function contentOf(file: string): Buffer | null {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file) : null;
}

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
    expect(journal.admissionsOf(numbered('ticket', 2))).toHaveLength(1);
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
