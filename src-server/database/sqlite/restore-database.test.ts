import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOrganiser } from '../../domain/access/organisers.ts';
import { openDatabase } from '../../open-database.ts';
import { restoreDatabase } from './restore-database.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-restore-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const namesIn = async (dataDir: string) => {
  await using database = await openDatabase({ dataDir });
  const rows = await database.read((tx) =>
    tx.db.selectFrom('organisers').select('display_name').orderBy('id').execute(),
  );
  return rows.map(({ display_name }) => display_name);
};

/** A database with two organisers and a backup from when it had one. */
async function twoStates(): Promise<{ readonly dataDir: string; readonly copy: string }> {
  const dataDir = at('data');
  await using database = await openDatabase({ dataDir });
  const add = (name: string) =>
    database.write((tx) => createOrganiser(tx, { name, plan: 'pro', email: null }));
  await add('Before');
  await database.backup(at('copy.db'));
  await add('After');
  return { dataDir, copy: at('copy.db') };
}

describe('a restored database', () => {
  it('has the state of its backup, and the previous database is kept beside it', async () => {
    const { dataDir, copy } = await twoStates();
    const kept = await restoreDatabase(copy, join(dataDir, 'server.db'));
    expect(await namesIn(dataDir)).toEqual(['Before']);
    expect(kept).toBe(join(dataDir, 'server.db.replaced-1'));
    expect(await restoreDatabase(kept ?? '', join(dataDir, 'server.db'))).toBe(
      join(dataDir, 'server.db.replaced-2'),
    );
    expect(await namesIn(dataDir)).toEqual(['Before', 'After']);
    expect(statSync(join(dataDir, 'server.db')).mode & 0o077).toBe(0);
    expect(existsSync(copy)).toBe(true);
  });

  it('can replace a missing database, and a damaged one with its log', async () => {
    const { dataDir, copy } = await twoStates();
    mkdirSync(at('empty'));
    expect(await restoreDatabase(copy, join(at('empty'), 'server.db'))).toBeNull();
    expect(await namesIn(at('empty'))).toEqual(['Before']);
    writeFileSync(join(dataDir, 'server.db'), 'no database');
    writeFileSync(join(dataDir, 'server.db-wal'), 'nor a log');
    const kept = await restoreDatabase(copy, join(dataDir, 'server.db'));
    expect(await namesIn(dataDir)).toEqual(['Before']);
    expect(existsSync(`${kept}-wal`)).toBe(true);
  });
});

/** The folder of a killed server, whose last writes are only in the log. */
async function killed(dataDir: string): Promise<string> {
  const left = at('killed');
  await using database = await openDatabase({ dataDir });
  await database.write((tx) =>
    createOrganiser(tx, { name: 'In the log', plan: 'pro', email: null }),
  );
  cpSync(dataDir, left, { recursive: true });
  rmSync(join(left, 'server.db-shm'), { force: true });
  return left;
}

describe('a copy that was restored', () => {
  it('has no file beside it, so that the next backup can replace it', async () => {
    const { dataDir, copy } = await twoStates();
    await restoreDatabase(copy, join(dataDir, 'server.db'));
    expect(readdirSync(folder).sort()).toEqual(['copy.db', 'data']);
    change(copy, 'pragma journal_mode = wal');
    await restoreDatabase(copy, join(dataDir, 'server.db'));
    expect(readdirSync(folder).sort()).toEqual(['copy.db', 'data']);
    expect(readdirSync(dataDir).filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([]);
  });
});

describe('while a copy is restored', () => {
  it('no other process can open the database', async () => {
    const { dataDir, copy } = await twoStates();
    const file = join(dataDir, 'server.db');
    const restored = restoreDatabase(copy, file);
    const other = new BetterSqlite(file, { timeout: 0 });
    expect(() => other.exec('create table other (id integer)')).toThrow(/locked/);
    other.close();
    await restored;
    expect(await namesIn(dataDir)).toEqual(['Before']);
  });

  it.skipIf(process.platform !== 'linux')(
    'a program that starts opens the restored database',
    async () => {
      const { dataDir, copy } = await twoStates();
      const file = join(dataDir, 'server.db');
      const owner = new BetterSqlite(file);
      owner.pragma('journal_mode = delete');
      owner.exec('begin exclusive');
      const program = `import { openDatabase } from ${JSON.stringify(import.meta.resolve('../../open-database.ts'))};
      import { createOrganiser } from ${JSON.stringify(import.meta.resolve('../../domain/access/organisers.ts'))};
      process.stdout.write('starts');
      await using database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
      await database.write((tx) => createOrganiser(tx, { name: 'Later', plan: 'pro', email: null }));`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      // It waits for the lock once it has opened the file.
      await expect.poll(() => filesOpenIn(child.pid), { timeout: 60_000 }).toContain(file);
      copyFileSync(copy, `${file}.new`);
      renameSync(`${file}.new`, file);
      owner.close();
      expect((await once(child, 'close'))[0]).toBe(0);
      expect(await namesIn(dataDir)).toEqual(['Before', 'Later']);
    },
  );
});

describe('nothing is restored', () => {
  it.skipIf(process.platform === 'win32')(
    "onto a full disk: the log's content is kept, and no file is left beside the database",
    async () => {
      const { dataDir, copy } = await twoStates();
      const left = await killed(dataDir);
      const program = `import { restoreDatabase } from ${JSON.stringify(import.meta.resolve('./restore-database.ts'))};
        await restoreDatabase(process.argv[1], process.argv[2]).catch((error) => process.stdout.write(error.code));`;
      // No file may grow beyond 32 KiB.
      const { stdout } = spawnSync(
        'bash',
        ['-c', `trap '' XFSZ; ulimit -f 32; exec "$@"`, 'bash', process.execPath].concat([
          '--input-type=module',
          '-e',
          program,
          copy,
          join(left, 'server.db'),
        ]),
        { encoding: 'utf8' },
      );
      expect(stdout).toBe('database.full');
      expect(readdirSync(left).filter((name) => /replaced|\.new/.test(name))).toEqual([]);
      expect(await namesIn(left)).toEqual(['Before', 'After', 'In the log']);
    },
  );

  it('while a program has the database open', async () => {
    const { dataDir, copy } = await twoStates();
    const file = join(dataDir, 'server.db');
    await using open = await openDatabase({ dataDir });
    await expect(restoreDatabase(copy, file)).rejects.toMatchObject({ code: 'database.busy' });
    await open.close();
    expect(await namesIn(dataDir)).toEqual(['Before', 'After']);
  });

  it.each([
    ['there is no such file', () => undefined, /^There is no file .*other\.db\.$/],
    ['it is a folder', (file: string) => mkdirSync(file), /cannot be opened/],
    ['it is no database', (file: string) => writeFileSync(file, 'a'.repeat(5000)), /is not a copy/],
    ['it is empty', (file: string) => writeFileSync(file, ''), /is not a copy/],
    [
      "it is another program's",
      (file: string) => change(file, 'create table songs (id integer)'),
      /is not a copy/,
    ],
    [
      'a newer version wrote it',
      (file: string) =>
        change(file, 'create table organisers (id integer); pragma user_version = 999'),
      /newer version \(schema 999/,
    ],
    [
      'an unreleased version wrote it',
      (file: string) =>
        change(file, 'create table organisers (id integer); pragma user_version = 20'),
      /never released/,
    ],
  ])('if %s', async (_, write, message) => {
    const { dataDir } = await twoStates();
    const other = at('other.db');
    write(other);
    await expect(restoreDatabase(other, join(dataDir, 'server.db'))).rejects.toThrow(message);
    expect(await namesIn(dataDir)).toEqual(['Before', 'After']);
    expect(readdirSync(dataDir).filter((name) => name.includes('replaced'))).toEqual([]);
  });

  it('if it is damaged', async () => {
    const { dataDir, copy } = await twoStates();
    const { size } = statSync(copy);
    truncateSync(copy, Math.floor(size / 2));
    await expect(restoreDatabase(copy, join(dataDir, 'server.db'))).rejects.toThrow(/is damaged/);
    expect(await namesIn(dataDir)).toEqual(['Before', 'After']);
  });
});

/** Linux lists the files that a process has open. */
function filesOpenIn(pid = 0): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return '';
    }
  });
}

function change(file: string, statements: string): void {
  const sqlite = new BetterSqlite(file);
  sqlite.exec(statements);
  sqlite.close();
}
