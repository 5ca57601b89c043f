import { chmod, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePrivateFolder, preparePrivateFolder } from './private-files.ts';

/** Above what any system gives to a process. */
const DEAD = 999_999_999;

let above: string;
let data: string;
beforeEach(async () => {
  above = await mkdtemp(join(tmpdir(), 'gatehouse-private-'));
  data = join(above, 'data');
});
afterEach(() => rm(above, { recursive: true }));

/** Puts files there as an older version did under the usual umask: readable by everybody. */
async function leave(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = join(data, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, path);
    for (let at = file; at !== above; at = dirname(at))
      await chmod(at, at === file ? 0o644 : 0o755);
  }
}

const modeOf = async (path: string) => ((await lstat(join(data, path))).mode & 0o777).toString(8);

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('is made for its owner alone', async () => {
    preparePrivateFolder(join(data, 'deep'));
    expect(await modeOf('deep')).toBe('700');
    expect(await modeOf('.')).toBe('700');
  });

  it('of an older version is closed to others, with everything in it', async () => {
    const files = [
      'server.db',
      'server.db-wal',
      'backup-2026-11-20.db',
      'host.json',
      'demo.json',
      'server-tls.pem',
      'server-tls.pem.bak',
      'deliverers.lock',
      'maintenance.lock',
      'webhook-maintenance.lock',
      'mail.lock',
      'logs/station.log',
      'logs/server.log.1',
      'mail/2026.eml',
      'backups/gatehouse-2026-11-22.db',
      'station/journal.db',
      'station/journal.db.damaged-1',
      'station/settings.json',
      'electron/Local Storage/leveldb/LOG',
    ];
    await leave(...files);
    preparePrivateFolder(data);
    for (const path of files) expect(await modeOf(path), path).toBe('600');
    for (const path of ['.', 'logs', 'mail', 'station', 'electron/Local Storage']) {
      expect(await modeOf(path), path).toBe('700');
    }
  });

  it('that holds other things stays as it is, and so do they; what is ours is closed', async () => {
    const station = [
      'journal.db',
      'journal.log',
      'journal.log.damaged-1',
      'journal.sealed-1',
      'keys.json',
      'peers.db',
      'replica.db.unusable-1',
    ].map((name) => `station/${name}`);
    await leave('server.db', 'server-tls.pem', ...station, 'holiday.jpg', 'letters/one.txt');
    preparePrivateFolder(data);
    expect(await modeOf('server.db')).toBe('600');
    expect(await modeOf('server-tls.pem')).toBe('600');
    for (const path of station) expect(await modeOf(path), path).toBe('600');
    expect(await modeOf('.')).toBe('755');
    expect(await modeOf('holiday.jpg')).toBe('644');
    expect(await modeOf('letters')).toBe('755');
    expect(await modeOf('letters/one.txt')).toBe('644');
  });

  it('is not assumed of a folder that merely has files of such names', async () => {
    await leave('photos.db', 'logs/system.log', 'mail/letter.eml', 'notes.txt');
    preparePrivateFolder(data);
    for (const path of ['photos.db', 'logs/system.log', 'mail/letter.eml']) {
      expect(await modeOf(path), path).toBe('644');
    }
    expect(await modeOf('.')).toBe('755');
  });

  it.each(['host.json', 'server.db'])(
    'that shares a folder with other things takes nothing of theirs, however it is called (%s)',
    async (mark) => {
      const theirs = [
        'mail/letter.eml',
        'logs/system.log',
        'electron/app.js',
        'photos.db',
        'old.sqlite',
        'open-house.html',
        'notes.txt',
      ];
      await leave(mark, 'station/journal.db', ...theirs);
      preparePrivateFolder(data);
      for (const path of theirs) expect(await modeOf(path), path).toBe('644');
      for (const path of ['.', 'mail', 'logs', 'electron']) {
        expect(await modeOf(path), path).toBe('755');
      }
      for (const path of [mark, 'station/journal.db']) expect(await modeOf(path), path).toBe('600');
    },
  );

  it('is not the folder above a station of somebody else', async () => {
    await leave('station/platform-9.txt', 'logs/system.log');
    preparePrivateFolder(data);
    for (const path of ['.', 'station', 'logs']) expect(await modeOf(path), path).toBe('755');
    await leave('host.json', 'notes.txt');
    preparePrivateFolder(data);
    expect(await modeOf('station/platform-9.txt')).toBe('644');
  });

  it('removes drafts of dead processes, and keeps those of live ones', async () => {
    const gone = [
      `host.json.${DEAD}.new`,
      `open-${'a'.repeat(22)}.html.${DEAD}.new`,
      `backup.db.${DEAD}.new`,
      `backup.db.${DEAD}.new-journal`,
      `station/settings.json.${process.pid}.new`,
    ];
    const kept = ['host.json', `page.json.${process.ppid}.new`, 'station/journal.db'];
    await leave(...gone, ...kept);
    preparePrivateFolder(data);
    for (const path of gone) await expect(lstat(join(data, path)), path).rejects.toThrow('ENOENT');
    for (const path of kept) expect(await modeOf(path), path).toBe('600');
    expect(await modeOf('.')).toBe('700');
  });

  it('removes no draft of another user in a shared folder', async () => {
    const theirs = [`notes.txt.${DEAD}.new`, `photos.db.${DEAD}.new`];
    await leave('host.json', ...theirs);
    preparePrivateFolder(data);
    for (const path of theirs) expect(await modeOf(path), path).toBe('644');
  });

  it('is not left through a link', async () => {
    await leave('server.db', 'station/journal.db');
    const outside = join(above, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'theirs.db'), 'theirs');
    await chmod(outside, 0o755);
    await chmod(join(outside, 'theirs.db'), 0o644);
    await symlink(outside, join(data, 'logs'));
    await symlink(join(outside, 'theirs.db'), join(data, 'linked.db'));
    preparePrivateFolder(data);
    expect(await modeOf('../outside')).toBe('755');
    expect(await modeOf('../outside/theirs.db')).toBe('644');
  });

  it('that is named by a link is closed where it really is', async () => {
    await leave('server.db');
    const link = join(above, 'link');
    await symlink(data, link);
    preparePrivateFolder(link);
    expect(await modeOf('server.db')).toBe('600');
    expect(await modeOf('.')).toBe('700');
  });

  it('is readable and writable for its owner again, whatever a copy made of it', async () => {
    await leave('station/replica.db', 'station/journal.db', 'host.json');
    const files = ['station/replica.db', 'station/journal.db', 'host.json'];
    for (const path of files) await chmod(join(data, path), 0o444);
    for (const path of ['station', '.']) await chmod(join(data, path), 0o555);
    preparePrivateFolder(data);
    for (const path of files) expect(await modeOf(path), path).toBe('600');
    for (const path of ['station', '.']) expect(await modeOf(path), path).toBe('700');
  });

  it('reports a folder that cannot be created, and what is in its place', async () => {
    await leave('server.db');
    expect(() => makePrivateFolder('/proc/gatehouse/data')).toThrow(/mkdir '\/proc\/gatehouse'/);
    expect(() => makePrivateFolder(join(data, 'server.db'))).toThrow(/EEXIST/);
    expect(() => makePrivateFolder(join(data, 'server.db/deep'))).toThrow(/ENOTDIR|EEXIST/);
  });

  it('keeps what its owner may do', async () => {
    await leave('station/journal.db', 'host.json');
    await chmod(join(data, 'station/journal.db'), 0o754);
    preparePrivateFolder(data);
    expect(await modeOf('station/journal.db')).toBe('700');
  });
});
