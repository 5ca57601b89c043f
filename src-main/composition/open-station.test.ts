import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/support/station/run-station.ts';
import { lockStation } from './station-lock.ts';
import { sentenceOf } from '../startup/host-error.ts';
import { assertDataIsFree } from './assert-data-is-free.ts';
import { openStation } from './open-station.ts';
import { startFailure } from './start-failure.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let folder: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  folder = join(directory.path, 'station');
});
afterEach(() => directory[Symbol.asyncDispose]());

/** The message printed if the station cannot be opened. */
async function refusal(data = directory.path): Promise<string> {
  try {
    const station = await openStation({
      data,
      enrolment: null,
      secrets: null,
      peers: { port: 0, given: [] },
      leaveKiosk: false,
    });
    await station[Symbol.asyncDispose]();
  } catch (error) {
    return sentenceOf(error);
  }
  throw new Error('expected the station not to open');
}

function free(data = directory.path): string {
  try {
    assertDataIsFree(data);
  } catch (error) {
    return sentenceOf(error);
  }
  return 'free';
}

describe('the lock of a data folder', () => {
  it('reports that Gatehouse is running only while somebody holds it', () => {
    mkdirSync(folder);
    const release = lockStation(join(folder, 'station.lock'));
    expect(free()).toMatch(/^Gatehouse is already running on .*\. Use its window/);
    release();
    expect(free()).toBe('free');
  });

  it('is replaced when it is damaged, and still keeps a second station out', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'station.lock'), 'this is no lock at all'.repeat(100));
    const release = lockStation(join(folder, 'station.lock'));
    expect(free()).toMatch(/^Gatehouse is already running/);
    release();
    expect(free()).toBe('free');
  });
});

describe('something else in the place of the lock', () => {
  it.each<[string, (path: string) => void]>([
    ['a folder', (path) => mkdirSync(join(path, 'in', 'it'), { recursive: true })],
    ['a pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a link that leads nowhere', (path) => symlinkSync('/nowhere/at/all', path)],
  ])('is set aside when it is %s, and the lock holds', (_, put) => {
    mkdirSync(folder);
    const lock = join(folder, 'station.lock');
    put(lock);
    expect(free()).toBe('free');
    const release = lockStation(lock);
    expect(free()).toMatch(/^Gatehouse is already running/);
    release();
    expect(readdirSync(folder)).toContain('station.lock.damaged-1');
  });
});

describe('a start that its data folder prevents', () => {
  it.each([
    [99, 'a newer version'],
    [3, 'a version from before the first release'],
  ])('names a journal of version %i, and what to do', async (number, version) => {
    mkdirSync(folder);
    const database = new Database(join(folder, 'journal.db'));
    database.pragma(`user_version = ${number}`);
    database.close();
    expect(await refusal()).toBe(
      `${join(folder, 'journal.db')} was written by ${version} of Gatehouse. Install that version, or name another folder with --data.`,
    );
  });

  it('names a file that is where its folder should be', async () => {
    writeFileSync(folder, 'a file');
    for (const sentence of [await refusal(), free()]) {
      expect(sentence).toMatch(
        /station cannot be used: there is a file where a folder should be\./,
      );
      expect(sentence).not.toMatch(/\n/);
    }
  });

  it('names a folder that can never be made', () => {
    expect(free('/proc/gatehouse')).toBe(
      '/proc/gatehouse cannot be used: it is missing and cannot be created. Create it by hand, or name another folder with --data.',
    );
  });

  it.each([
    ['EROFS', 'the disk is read-only. Make it writable'],
    ['EACCES', 'this user may not read or write there. Allow this user to read and write there'],
    ['ENOSPC', 'the disk is full. Free up space there'],
    ['EISDIR', 'there is a folder where a file should be. Move that folder away'],
    ['EIO', 'the disk reports a failure. Check the disk'],
    ['ENXIO', 'the system reports ENXIO. Check the disk'],
  ])('says what %s means, and what to do', (code, sentences) => {
    const error = Object.assign(new Error(code), { code, path: '/data/host.json' });
    expect(sentenceOf(startFailure(error, '/data'))).toBe(
      `/data/host.json cannot be used: ${sentences}, or name another folder with --data.`,
    );
  });

  it('explains a failed write that has no file name', () => {
    const error = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
    expect(sentenceOf(startFailure(error, '/data'))).toBe(
      '/data cannot be used: the disk is full. Free up space there, or name another folder with --data.',
    );
  });

  it("leaves a bug's error unchanged", () => {
    const error = new TypeError('x is undefined');
    expect(startFailure(error, '/data')).toBe(error);
  });
});
