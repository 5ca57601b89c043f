import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillAtomically, writeAtomically } from './write-atomically.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('a file that is replaced in one step', () => {
  it('is readable only by its owner, whatever the earlier one allowed', async () => {
    const path = join(folder, 'settings.json');
    await writeFile(path, 'old');
    await chmod(path, 0o644);
    writeAtomically(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    if (process.platform !== 'win32') expect(await modeOf(path)).toBe(0o600);
    expect(await readdir(folder)).toEqual(['settings.json']);
  });

  it('does not take over the rights of a draft that a killed process left', async () => {
    const path = join(folder, 'settings.json');
    const draft = `${path}.${process.pid}.new`;
    await writeFile(draft, 'half');
    await chmod(draft, 0o666);
    writeAtomically(path, 'whole');
    expect(await readFile(path, 'utf8')).toBe('whole');
    if (process.platform !== 'win32') expect(await modeOf(path)).toBe(0o600);
  });

  it('keeps the old content and leaves no draft when the new one cannot be written', async () => {
    const path = join(folder, 'taken');
    await mkdir(path);
    await writeFile(join(path, 'kept'), 'kept');
    const failure = expect.objectContaining({ path, message: expect.stringContaining(`${path} `) });
    expect(() => writeAtomically(path, 'new')).toThrow(failure);
    expect(await readFile(join(path, 'kept'), 'utf8')).toBe('kept');
    expect(await readdir(folder)).toEqual(['taken']);
  });

  it('gets its name only once its content is complete', async () => {
    const path = join(folder, 'backup.db');
    await writeFile(path, 'old');
    await fillAtomically(path, async (draft) => {
      expect(await readFile(path, 'utf8')).toBe('old');
      await writeFile(draft, 'new');
    });
    expect(await readFile(path, 'utf8')).toBe('new');
    if (process.platform !== 'win32') expect(await modeOf(path)).toBe(0o600);
    const failing = fillAtomically(path, async (draft) => {
      await writeFile(draft, 'half');
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['backup.db']);
  });
});
