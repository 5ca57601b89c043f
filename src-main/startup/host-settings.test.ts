import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostError } from './host-error.ts';
import { readHostSettings, writeHostSettings } from './host-settings.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'gatehouse-settings-'));
});
afterEach(() => rm(data, { recursive: true }));

describe('what a host remembers', () => {
  it('is its own server on a free port at the first start', () => {
    expect(readHostSettings(data)).toEqual({ server: { kind: 'embedded' }, server_port: 0 });
  });

  it('is there at the next start', () => {
    const settings = { server: { kind: 'remote', url: 'http://x' }, server_port: 4711 } as const;
    writeHostSettings(data, settings);
    expect(readHostSettings(data)).toEqual(settings);
  });

  it('is read from its copy when the file is gone or damaged', async () => {
    const settings = { server: { kind: 'remote', url: 'http://x' }, server_port: 4711 } as const;
    writeHostSettings(data, settings);
    await rm(join(data, 'host.json'));
    expect(readHostSettings(data)).toEqual(settings);
    await writeFile(join(data, 'host.json'), '{');
    expect(readHostSettings(data)).toEqual(settings);
  });

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
  ])(
    'is read from its copy when %s stands in the place of the file, and mends it',
    async (_, put) => {
      const settings = { server: { kind: 'remote', url: 'http://x' }, server_port: 4711 } as const;
      const path = join(data, 'host.json');
      writeHostSettings(data, settings);
      await rm(path);
      put(path);
      expect(readHostSettings(data)).toEqual(settings);
      writeHostSettings(data, settings);
      await rm(`${path}.bak`);
      expect(readHostSettings(data)).toEqual(settings);
    },
  );

  it('is not guessed when only a pipe has its name', () => {
    execFileSync('mkfifo', [join(data, 'host.json')]);
    expect(() => readHostSettings(data)).toThrow(/name it again with --server.*delete both/);
  });

  it.each(['', '{', '{"server":{"kind":"other"},"server_port":1}', '[]'])(
    'is not guessed at when the file says %j',
    async (text) => {
      await writeFile(join(data, 'host.json'), text);
      expect(() => readHostSettings(data)).toThrow(HostError);
      expect(() => readHostSettings(data)).toThrow(/name it again with --server.*delete both/);
    },
  );
});
