import { mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainSettings } from '../../test/support/station/memory-settings.ts';
import { temporaryDirectory } from '../../test/support/station/run-station.ts';
import { composeStation } from './compose.ts';

const enrolled = { ...plainSettings, server_url: 'http://127.0.0.1:9', client_id: 'cli' };

/** What stands in the way of each step: a folder where a file should be. */
it.runIf(process.platform === 'linux').each([
  ['the journal', 'journal.db'],
  ['the replica', 'replica.db'],
  ['the settings', 'settings.json'],
  ['the secrets', 'secrets.json'],
])('leaves nothing open when %s cannot be read, and starts once they can', async (_, name) => {
  await using directory = await temporaryDirectory();
  const folder = join(directory.path, 'station');
  mkdirSync(join(folder, name), { recursive: true });
  if (name === 'secrets.json') {
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(enrolled));
  }
  await expect(composeStation({ dataDir: directory.path })).rejects.toThrow();
  expect(openFilesBelow(folder)).toEqual([]);
  rmSync(join(folder, name), { recursive: true });
  const station = await composeStation({ dataDir: directory.path });
  expect(station.welcome()).toMatchObject({ kind: 'welcome' });
  await station[Symbol.asyncDispose]();
  expect(openFilesBelow(folder)).toEqual([]);
});

function openFilesBelow(folder: string): readonly string[] {
  return readdirSync('/proc/self/fd')
    .map(targetOf)
    .filter((path) => path.startsWith(folder));
}

/** Empty for a descriptor that was closed since it was listed. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
