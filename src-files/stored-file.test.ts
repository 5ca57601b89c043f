import { mkdtemp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStored, writeStored } from './stored-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-kept-'));
  path = join(folder, 'settings.json');
});
afterEach(() => rm(folder, { recursive: true }));

/** What was written is a word in brackets. */
const parse = (text: string) => /^<(\w+)>$/.exec(text)?.[1] ?? null;
const read = () => readStored(path, parse);
const write = (word: string) => writeStored(path, `<${word}>`, parse);

describe('a file that is kept twice', () => {
  it('is absent before it was written, and reading creates nothing', async () => {
    expect(read()).toEqual({ from: 'absent' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('has its copy beside it', async () => {
    write('north');
    expect(read()).toEqual({ from: 'file', value: 'north' });
    expect((await readdir(folder)).sort()).toEqual(['settings.json', 'settings.json.bak']);
    expect(await readFile(`${path}.bak`, 'utf8')).toBe('<north>');
  });

  it.each([
    ['is gone', () => rm(path)],
    ['was cut short', () => writeFile(path, '<nor')],
    ['is empty', () => writeFile(path, '')],
    ['is a folder', () => rm(path).then(() => mkdir(path))],
  ])('is read from its copy when it %s', async (_, spoil) => {
    write('north');
    await spoil();
    expect(read()).toEqual({ from: 'copy', value: 'north' });
  });

  it('is read although its copy is damaged', async () => {
    write('north');
    await writeFile(`${path}.bak`, '');
    expect(read()).toEqual({ from: 'file', value: 'north' });
  });

  it('is damaged if neither copy is readable, and reading changes neither', async () => {
    write('north');
    await writeFile(path, 'n');
    await writeFile(`${path}.bak`, 'o');
    expect(read()).toEqual({ from: 'damaged' });
    expect(await readFile(path, 'utf8')).toBe('n');
    expect(await readFile(`${path}.bak`, 'utf8')).toBe('o');
  });

  it('keeps damaged versions under numbers, and never overwrites them', async () => {
    for (const damage of ['first', 'second']) {
      write('north');
      await writeFile(path, damage);
      write('south');
    }
    expect(read()).toEqual({ from: 'file', value: 'south' });
    expect(await readFile(`${path}.damaged-1`, 'utf8')).toBe('first');
    expect(await readFile(`${path}.damaged-2`, 'utf8')).toBe('second');
  });

  it('keeps a folder found in its place, with its contents', async () => {
    await mkdir(path);
    await writeFile(join(path, 'note'), 'kept');
    write('north');
    expect(read()).toEqual({ from: 'file', value: 'north' });
    expect((await stat(`${path}.damaged-1`)).isDirectory()).toBe(true);
    expect(await readFile(join(`${path}.damaged-1`, 'note'), 'utf8')).toBe('kept');
  });
});
