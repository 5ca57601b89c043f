import type { StationCommand } from '../../shared/station/commands.ts';
import { mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/support/station/run-station.ts';
import { JournalVersionError } from '../adapters/sqlite/journal/journal-version-error.ts';
import { composeStation } from './compose.ts';

/** Optional for a door: a folder stands in its place and is put aside. */
it
  .runIf(process.platform === 'linux')
  .each(['journal.db', 'journal.log', 'replica.db', 'settings.json'])(
  'opens although %s is a folder, and leaves nothing open at its end',
  async (name) => {
    await using directory = await temporaryDirectory();
    const folder = join(directory.path, 'station');
    mkdirSync(join(folder, name), { recursive: true });
    const station = await composeStation({ dataDir: directory.path });
    expect(station.welcome()).toMatchObject({ kind: 'welcome' });
    await station[Symbol.asyncDispose]();
    expect(openFilesBelow(folder)).toEqual([]);
  },
);

it.runIf(process.platform === 'linux')(
  'leaves nothing open when a store cannot be opened, and starts once it can',
  async () => {
    await using directory = await temporaryDirectory();
    const folder = join(directory.path, 'station');
    const version = (number: number) => {
      const database = new Database(join(folder, 'journal.db'));
      database.pragma(`user_version = ${number}`);
      database.close();
    };
    mkdirSync(folder);
    version(99);
    await expect(composeStation({ dataDir: directory.path })).rejects.toThrow(JournalVersionError);
    expect(openFilesBelow(folder)).toEqual([]);
    version(0);
    const station = await composeStation({ dataDir: directory.path });
    expect(station.welcome()).toMatchObject({ kind: 'welcome' });
    await station[Symbol.asyncDispose]();
    expect(openFilesBelow(folder)).toEqual([]);
  },
);

it('a station leaves kiosk mode only if the start asks for it', async () => {
  await using directory = await temporaryDirectory();
  const isOn = async (leaveKiosk: boolean) => {
    await using station = await composeStation({ dataDir: directory.path, leaveKiosk });
    const welcome = station.welcome();
    return welcome.kind === 'welcome' && welcome.state.kiosk.on;
  };
  {
    await using station = await composeStation({ dataDir: directory.path });
    const command = { kind: 'enter_kiosk', pin: '2468' } as const;
    expect((await station.handle({ id: 'a', command })).result).toEqual({ ok: true });
  }
  expect(await isOn(false)).toBe(true);
  expect(await isOn(true)).toBe(false);
  expect(await isOn(false)).toBe(false);
});

it('a forgotten PIN is removed at the same time, and another change lock stays', async () => {
  await using directory = await temporaryDirectory();
  const lockAfter = async (command: StationCommand, leaveKiosk: boolean) => {
    {
      await using station = await composeStation({ dataDir: directory.path });
      expect((await station.handle({ id: 'a', command })).result).toEqual({ ok: true });
    }
    await using station = await composeStation({ dataDir: directory.path, leaveKiosk });
    const welcome = station.welcome();
    return welcome.kind === 'welcome' && welcome.state.change_lock;
  };
  expect(await lockAfter({ kind: 'set_change_lock', lock: 'at_once' }, true)).toBe('at_once');
  const pin = { kind: 'set_change_lock', lock: 'pin', pin: '2468' } as const;
  expect(await lockAfter(pin, false)).toBe('pin');
  expect(await lockAfter(pin, true)).toBe('hold');
});

function openFilesBelow(folder: string): readonly string[] {
  return readdirSync('/proc/self/fd')
    .map(targetOf)
    .filter((path) => path.startsWith(folder));
}

/** Empty if the descriptor was closed after it was listed. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
