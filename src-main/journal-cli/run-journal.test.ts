import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, hash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draft } from '../../test/support/station/records.ts';
import { numbered } from '../../test/support/station/rows.ts';
import { temporaryDirectory } from '../../test/support/station/run-station.ts';
import { openJournal } from '../adapters/sqlite/journal/open-journal.ts';
import { runJournal } from './run-journal.ts';

/** Copied from the help, so that its advice on checking an export elsewhere is tested. */
const covered = [
  'sequence',
  'reference',
  'request_id',
  'organiser',
  'event',
  'kind',
  'ticket',
  'reason',
  'session',
  'location_reference',
  'location_name',
  'scanned_at',
  'clock_offset_ms',
  'watermark',
  'code',
  'symbology',
  'source',
  'shown',
] as const;
const Row = Compile(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
);

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let path: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  mkdirSync(join(directory.path, 'station'));
  path = join(directory.path, 'station', 'journal.db');
});
afterEach(() => directory[Symbol.asyncDispose]());

/** Runs a command; `between` is called after each write. */
async function run(line: string, between: () => void = () => undefined) {
  const out: string[] = [];
  const err: string[] = [];
  const words = [...line.split(' '), '--station', directory.path];
  const code = await runJournal(words, {
    out: async (text) => {
      out.push(text);
      between();
    },
    err: (text) => err.push(text),
  });
  return { code, out: out.join(''), err: err.join('') };
}

function write(count: number) {
  const journal = openJournal(path);
  for (let number = 1; number <= count; number += 1) journal.append(draft(number));
  journal.recordUploads([
    { kind: 'acknowledged', reference: numbered('scan', 1), answer: '{"a":1}' },
  ]);
  journal.close();
}

function behindItsBack(sql: string) {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

const rowsOf = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => Row.Parse(JSON.parse(line)));

/** The sequence of the first row whose hash does not match its predecessor, computed independently. */
function firstBroken(rows: readonly Record<string, string | number | null>[]) {
  return rows.find((row, index) => {
    const { previous_hash } = row;
    const text = JSON.stringify([previous_hash, ...covered.map((name) => row[name])]);
    const follows = index === 0 || previous_hash === rows[index - 1]?.['hash'];
    return !follows || hash('sha256', text) !== row['hash'];
  })?.['sequence'];
}

describe('gatehouse journal verify', () => {
  it('reports a complete chain with its length and last hash', async () => {
    write(3);
    const { code, out, err } = await run('verify --json');
    expect([code, err]).toEqual([0, '']);
    const report: unknown = JSON.parse(out);
    expect(report).toEqual({
      kind: 'whole',
      rows: 3,
      end: 'checked',
      last_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await run('verify')).out).toMatch(/^The chain is whole: 3 rows, .*[0-9a-f]{64}\.\n$/);
  });

  it.each([
    ['changed', "UPDATE entries SET kind = 'denied' WHERE sequence = 2"],
    ['taken out', 'DELETE FROM entries WHERE sequence = 2'],
  ])('ends with 1 and the sequence of a row that was %s', async (_, sql) => {
    write(3);
    behindItsBack(sql);
    const { code, out, err } = await run('verify');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^The chain is broken at sequence 2: .*\.\n$/);
    const json = await run('verify --json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ kind: 'broken', sequence: 2 });
  });

  it('exits with 1 and names the rows that are missing at its end', async () => {
    write(3);
    const before = readFileSync(path);
    const journal = openJournal(path);
    journal.append(draft(4));
    journal.append(draft(5));
    journal.close();
    writeFileSync(path, before);
    const { code, out, err } = await run('verify');
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe('The chain is broken at sequence 4: rows 4 to 5 are missing from its end.\n');
    expect((await run('export')).code).toBe(1);
    rmSync(path);
    expect(await run('verify')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/5 rows were written to it\.\n$/),
    });
  });

  it('reports when it could not check the end, and warns of a log that it cannot read', async () => {
    write(2);
    expect(JSON.parse((await run('verify --json')).out)).toMatchObject({ end: 'checked' });
    const log = join(directory.path, 'station', 'journal.log');
    writeFileSync(log, '{}');
    const unreadable = await run('verify');
    expect(unreadable.out).toMatch(/ could not be checked: journal\.log has no intact row\.\n$/);
    expect([unreadable.code, unreadable.err]).toEqual([0, expect.stringMatching(/^Warning: /)]);
    rmSync(log);
    const missing = await run('verify');
    expect(missing.out).toMatch(/ could not be checked: there is no journal\.log\.\n$/);
    expect([missing.code, missing.err]).toEqual([0, '']);
    expect(JSON.parse((await run('verify --json')).out)).toMatchObject({ end: 'unchecked' });
  });

  it('leaves the write-ahead log of an emptied journal as it is', async () => {
    const journal = openJournal(path);
    journal.append(draft(1));
    const log = readFileSync(`${path}-wal`);
    journal.close();
    writeFileSync(path, '');
    writeFileSync(`${path}-wal`, log);
    writeFileSync(`${path}-shm`, '');
    expect(await run('verify')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/the file is empty\. A station .*\.\n$/),
    });
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
  });

  it('works while the station writes, and sees new rows', async () => {
    const journal = openJournal(path);
    journal.append(draft(1));
    expect(JSON.parse((await run('verify --json')).out)).toMatchObject({ rows: 1 });
    expect(journal.append(draft(2)).kind).toBe('recorded');
    expect(JSON.parse((await run('verify --json')).out)).toMatchObject({ rows: 2 });
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 2 });
    journal.close();
  });

  it('changes no byte and leaves no file behind, even in a read-only folder', async () => {
    write(3);
    const folder = join(directory.path, 'station');
    const before = readFileSync(path);
    chmodSync(folder, 0o500);
    expect((await run('verify')).code).toBe(0);
    expect((await run('export')).code).toBe(0);
    chmodSync(folder, 0o700);
    expect(readdirSync(folder)).toEqual(['journal.db', 'journal.log']);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('reads what a killed station left in its log', async () => {
    const journal = openJournal(path);
    journal.append(draft(1));
    const left = [readFileSync(path), readFileSync(`${path}-wal`)] as const;
    journal.close();
    const copy = join(directory.path, 'journal.db');
    writeFileSync(copy, left[0]);
    writeFileSync(`${copy}-wal`, left[1]);
    rmSync(path);
    expect(JSON.parse((await run('verify --json')).out)).toMatchObject({ rows: 1 });
  });

  it.each([
    ['no journal', () => undefined, /^There is no journal in /],
    [
      'a file of something else',
      () => writeFileSync(path, 'x'.repeat(5000)),
      /cannot be read as a journal/,
    ],
    ['a folder', () => mkdirSync(path), /journal: there is a folder in its place\. A station/],
    ['a pipe', () => execFileSync('mkfifo', [path]), /journal: it is no file\. A station/],
    ['an empty file', () => writeFileSync(path, ''), /cannot be read as a journal/],
    [
      'another database',
      () => behindItsBack('PRAGMA journal_mode = WAL; CREATE TABLE other (id)'),
      /cannot be read as a journal/,
    ],
  ])('on %s ends with 1 and one sentence', async (_, prepare, sentence) => {
    prepare();
    for (const line of ['verify', 'export']) {
      const { code, out, err } = await run(line);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(sentence);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
    }
  });
});

describe('gatehouse journal export', () => {
  it('writes every row with its upload state, so that the chain can be checked elsewhere', async () => {
    write(3);
    const { code, out, err } = await run('export');
    expect([code, err]).toEqual([0, '']);
    const rows = rowsOf(out);
    expect(rows.map(({ sequence, upload_state }) => [sequence, upload_state])).toEqual([
      [1, 'acknowledged'],
      [2, 'pending'],
      [3, 'pending'],
    ]);
    expect(rows[0]).toMatchObject({ upload_answer: '{"a":1}', reference: numbered('scan', 1) });
    expect(Object.keys(rows[0] ?? {}).slice(0, covered.length)).toEqual(covered);
    expect(firstBroken(rows)).toBeUndefined();
  });

  it('writes page by page, including rows that arrive meanwhile', async () => {
    write(1100);
    const journal = openJournal(path);
    let number = 1100;
    const { code, out } = await run('export', () => {
      if (number < 1103) journal.append(draft((number += 1)));
    });
    journal.close();
    expect(code).toBe(0);
    const rows = rowsOf(out);
    expect(rows.length).toBeGreaterThanOrEqual(1102);
    expect(firstBroken(rows)).toBeUndefined();
  });

  it('writes a broken chain in full, and exits with 1', async () => {
    write(4);
    behindItsBack("UPDATE entries SET code = 'x' WHERE sequence = 3");
    const { code, out, err } = await run('export');
    expect(code).toBe(1);
    expect(err).toMatch(/broken at sequence 3/);
    const rows = rowsOf(out);
    expect(rows).toHaveLength(4);
    expect(firstBroken(rows)).toBe(3);
  });
});

describe('gatehouse journal export of a station that was revoked', () => {
  it.each(['export', 'export --sealed'])(
    'names by %s the file that holds the earlier rows',
    async (line) => {
      write(1);
      const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({
        format: 'jwk',
      });
      const belonging = { client_id: 'gci_2', organiser: 'org_1', statements: x, sealing: x };
      const folder = join(directory.path, 'station');
      writeFileSync(join(folder, 'keys.json'), JSON.stringify({ own: { x, d }, belonging }));
      expect((await run(line)).err).toBe('');

      const sealed = join(folder, 'journal.sealed-1');
      writeFileSync(sealed, '');
      const { code, err } = await run(line);
      expect(code).toBe(0);
      expect(err).toBe(
        `What the station held when it was revoked is in ${sealed}. Take that to its server as well.\n`,
      );
    },
  );
});

describe('a journal command', () => {
  it.each([
    ['nonsense', /^Expected "journal verify" or "journal export", got "nonsense"\.$/],
    ['verify more', /^Expected .*got "verify more"\.$/],
    ['verify', /^Missing --data DIR\.$/],
    ['verify --nonsense', /^Unknown option '--nonsense'\.$/],
    ['export --colour red', /^Unknown option '--colour'\.$/],
    ['verify --station=', /^--data: expected DIR\.$/],
    ['verify --data', /^--data: expected DIR\.$/],
    ['verify --json=yes', /^--json: expected no value\.$/],
  ])('written as "%s" ends with 2 and one sentence', async (line, sentence) => {
    const err: string[] = [];
    const out: string[] = [];
    const code = await runJournal(line.split(' '), {
      out: async (text) => void out.push(text),
      err: (text) => err.push(text),
    });
    expect([code, out]).toEqual([2, []]);
    expect(err.join('').trimEnd()).toMatch(sentence);
  });

  it('takes --data as every command does', async () => {
    write(1);
    const out: string[] = [];
    const output = { out: async (text: string) => void out.push(text), err: () => {} };
    expect(await runJournal(['verify', '--json', '--data', directory.path], output)).toBe(0);
    expect(JSON.parse(out.join(''))).toMatchObject({ rows: 1 });
  });

  it('does not report a journal as missing if it is only not permitted to read it', async () => {
    const circle = join(directory.path, 'circle');
    symlinkSync(circle, circle);
    const err: string[] = [];
    const words = ['verify', '--station', circle];
    const output = { out: async () => {}, err: (text: string) => void err.push(text) };
    expect(await runJournal(words, output)).toBe(1);
    expect(err).toEqual([`What ${circle} holds cannot be seen: the system reports ELOOP.\n`]);
  });

  it('accepts the directory of the station itself', async () => {
    write(1);
    const out: string[] = [];
    const words = ['verify', '--station', join(directory.path, 'station')];
    const ran = await runJournal(words, {
      out: async (text) => void out.push(text),
      err: () => {},
    });
    expect(ran).toBe(0);
  });
});
