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
  it('is a server of its own on a free port at the first start', () => {
    expect(readHostSettings(data)).toEqual({ server: { kind: 'embedded' }, server_port: 0 });
  });

  it('is there at the next start', () => {
    const settings = { server: { kind: 'remote', url: 'http://x' }, server_port: 4711 } as const;
    writeHostSettings(join(data, 'new'), settings);
    expect(readHostSettings(join(data, 'new'))).toEqual(settings);
  });

  it.each(['', '{', '{"server":{"kind":"other"},"server_port":1}', '[]'])(
    'is not guessed at when the file says %j',
    async (text) => {
      await writeFile(join(data, 'host.json'), text);
      expect(() => readHostSettings(data)).toThrow(HostError);
    },
  );
});
