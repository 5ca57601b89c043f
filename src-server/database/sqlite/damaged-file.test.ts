import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from './open-sqlite.ts';

let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
  file = join(dataDir, 'server.db');
  await openSqlite({ dataDir }).close();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The error message of opening the database, which is closed again if it opens. */
async function refusal(): Promise<string> {
  try {
    await openSqlite({ dataDir }).close();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('expected the database not to open');
}

describe('a database file that cannot be used', () => {
  it.each([
    ['was cut short', () => truncateSync(file, 8_192 + 100), /is damaged \(.*malformed\)\./],
    [
      'is something else',
      () => writeFileSync(file, 'x'.repeat(8_192)),
      /is not a Gatehouse database/,
    ],
    ['is empty', () => truncateSync(file), /is empty\./],
  ])('is reported with what to do when it %s, and is not changed', async (_, damage, sentence) => {
    damage();
    const before = readFileSync(file);
    const message = await refusal();
    expect(message.startsWith(`${file} `)).toBe(true);
    expect(message).toMatch(sentence);
    expect(message).toMatch(/Put a copy that "gatehouse backup" made in its place/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is not created again beside the log of a missing one', async () => {
    renameSync(file, `${file}-wal`);
    expect(await refusal()).toMatch(/server\.db is missing, and its log .*server\.db-wal is there/);
    expect(existsSync(`${file}-wal`)).toBe(true);
    rmSync(`${file}-wal`);
    await openSqlite({ dataDir }).close();
  });

  it('is reported when it is a folder', async () => {
    rmSync(file);
    mkdirSync(file);
    expect(await refusal()).toMatch(/server\.db cannot be opened to be written/);
  });
});
