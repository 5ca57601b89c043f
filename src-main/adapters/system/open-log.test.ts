import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog, openLogger, type LogOptions } from './open-log.ts';

let above: string;
let folder: string;
let complaints: string[];
beforeEach(async () => {
  above = await mkdtemp(join(tmpdir(), 'gatehouse-log-'));
  folder = join(above, 'logs');
  complaints = [];
});
afterEach(() => rm(above, { recursive: true }));

const open = (options: Partial<LogOptions> = {}) =>
  openLog(folder, 'station.log', {
    freeBytes: () => Number.POSITIVE_INFINITY,
    complain: (sentence) => complaints.push(sentence),
    ...options,
  });

const read = (name: string) => readFile(join(folder, name), 'utf8');

describe('a log', () => {
  it('is rotated while it is written, and all its files together stay bounded', async () => {
    const write = open({ largestBytes: 1_000, kept: 2 });
    const line = `${'x'.repeat(99)}\n`;
    for (let count = 0; count < 10; count += 1) write(line);
    expect(await readdir(folder)).toEqual(['station.log']);
    write('the eleventh\n');
    expect((await readdir(folder)).sort()).toEqual(['station.log', 'station.log.1']);
    expect(await read('station.log')).toBe('the eleventh\n');
    expect(await read('station.log.1')).toBe(line.repeat(10));

    for (let count = 0; count < 5_000; count += 1) write(line);
    const names = (await readdir(folder)).sort();
    expect(names).toEqual(['station.log', 'station.log.1', 'station.log.2']);
    for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThan(1_001);
    expect(complaints).toEqual([]);
  });

  it('continues where it was, even in a file that is too large already', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'station.log'), 'y'.repeat(2_000));
    open({ largestBytes: 1_000 })('next\n');
    expect(await read('station.log')).toBe('next\n');
    expect(await read('station.log.1')).toBe('y'.repeat(2_000));
    open({ largestBytes: 1_000 })('after a restart\n');
    expect(await read('station.log')).toBe('next\nafter a restart\n');
  });

  it.skipIf(process.platform === 'win32')('is for its owner alone, rotated or not', async () => {
    const before = process.umask(0o022);
    try {
      const write = open({ largestBytes: 10 });
      for (const line of ['one line\n', 'two lines\n']) write(line);
    } finally {
      process.umask(before);
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of ['station.log', 'station.log.1']) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  it('whose folder is a file blocks nothing, reports it once, and later reports what it lost', async () => {
    await writeFile(folder, 'not a folder');
    let now = 0;
    const write = open({ now: () => now });
    for (let count = 0; count < 100; count += 1) write('lost\n');
    now += 60_000;
    write('lost again\n');
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(/^Nothing is written to .+station\.log for now: .+\.$/);

    await rm(folder);
    write('too soon\n');
    now += 60_000;
    write('there\n');
    const [first, second] = (await read('station.log')).split('\n');
    expect(JSON.parse(first ?? '')).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      lost: 102,
      message: 'lines before this one were lost',
    });
    expect(second).toBe('there');
    write('and on\n');
    expect(await read('station.log')).toMatch(/and on\n$/);
  });

  it('does not wait for a reader of a pipe found in its place', async () => {
    await mkdir(folder);
    execFileSync('mkfifo', [join(folder, 'station.log')]);
    open()('lost\n');
    expect(complaints).toEqual([expect.stringMatching(/ENXIO/)]);
  });

  it('leaves the last space on the disk to the journal', async () => {
    let free = 60_000_000;
    let now = 0;
    const write = open({ reserveBytes: 50_000_000, freeBytes: () => free, now: () => now });
    write('first\n');
    free = 40_000_000;
    write(`${'x'.repeat(200_000)}\n`);
    write('dropped\n');
    expect(await read('station.log')).toBe('first\n');
    expect(complaints).toEqual([
      expect.stringMatching(/less than 50 MB free: free up disk space\.$/),
    ]);
    free = 60_000_000;
    now += 60_000;
    write('room again\n');
    const lines = (await read('station.log')).trimEnd().split('\n');
    expect([lines[0], lines[2]]).toEqual(['first', 'room again']);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ lost: 2 });
  });
});

describe('the station’s log', () => {
  it('has one JSON object per line, from the requested level up', async () => {
    const logger = openLogger(folder, 'station.log', 'warn');
    logger.info({ port: 1 }, 'not asked for');
    logger.warn({ port: 2 }, 'a warning');
    logger.error({ error: 'why' }, 'a failure');
    const lines = (await read('station.log')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'warn', time: expect.stringMatching(/^\d{4}-.*Z$/), port: 2, message: 'a warning' },
      { level: 'error', time: expect.any(String), error: 'why', message: 'a failure' },
    ]);
  });
});
