import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileLastClock } from '../../src-main/adapters/system/file-last-clock.ts';
import { fileSecrets } from '../../src-main/adapters/system/file-secrets.ts';
import { fileSettings } from '../../src-main/adapters/system/file-settings.ts';
import {
  silentLogger,
  systemRandom,
  systemTimers,
} from '../../src-main/adapters/system/system-ports.ts';
import { deviceClock } from '../../src-main/adapters/system/device-clock.ts';
import type { DeviceClock, Timers } from '../../src-main/ports/system.ts';
import { ManualTime } from '../support/station/manual-time.ts';
import {
  MemorySecrets,
  MemorySettings,
  plainSettings,
} from '../support/station/memory-settings.ts';
import { instantAt } from '../support/station/records.ts';
import { temporaryDirectory } from '../support/station/run-station.ts';
import { seededRandom } from '../support/station/seeded-random.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory[Symbol.asyncDispose]());

const stores = [
  {
    name: 'files',
    settings: (path: string) => fileSettings(join(path, 'settings.json'), silentLogger),
    secrets: (path: string) => fileSecrets(join(path, 'secrets.json')),
  },
  { name: 'in memory', settings: () => new MemorySettings(), secrets: () => new MemorySecrets() },
];

describe.each(stores)('settings and secrets ($name)', ({ settings, secrets }) => {
  it('start empty, and distinguish "not chosen" from "the box office"', () => {
    const store = settings(directory.path);
    expect(store.read().settings).toEqual(plainSettings);
    expect('entry_point' in store.read().settings).toBe(false);
    store.write({ ...plainSettings, entry_point: null, locale: 'fr' });
    expect(store.read().settings).toEqual({ ...plainSettings, entry_point: null, locale: 'fr' });
    const { entry_point: _, ...unchosen } = store.read().settings;
    store.write(unchosen);
    expect('entry_point' in store.read().settings).toBe(false);
  });

  it('keep each secret under its name', async () => {
    const store = secrets(directory.path);
    expect(await store.read('client_secret')).toEqual({ kind: 'absent' });
    await store.write('client_secret', 'one');
    await store.write('other', 'two');
    expect(await store.write('client_secret', 'three')).toMatchObject({ kind: 'kept' });
    expect([await store.read('client_secret'), await store.read('other')]).toMatchObject([
      { kind: 'found', secret: 'three' },
      { kind: 'found', secret: 'two' },
    ]);
  });
});

describe('settings and secrets in files', () => {
  it('keep two secrets that are written concurrently', async () => {
    const store = fileSecrets(join(directory.path, 'secrets.json'));
    await store.write('one', 'old');
    await Promise.all([store.write('two', '2'), store.write('one', '1')]);
    expect(await store.read('one')).toMatchObject({ secret: '1' });
    expect(await store.read('two')).toMatchObject({ secret: '2' });
  });

  const garbage = ['', '{', '[]', '{"locale":"xx"}'];

  it('are complete or absent: no temporary file is left behind, and garbage counts as empty', () => {
    const path = join(directory.path, 'settings.json');
    const warned: string[] = [];
    const store = fileSettings(path, {
      ...silentLogger,
      warn: (_details, message) => void warned.push(message),
    });
    expect(store.read()).toEqual({ settings: plainSettings, from: 'absent' });
    store.write({ ...plainSettings, event: 'evt_x' });
    expect(readdirSync(directory.path).toSorted()).toEqual(['settings.json', 'settings.json.bak']);
    for (const text of garbage) {
      writeFileSync(path, text);
      writeFileSync(`${path}.bak`, text);
      expect(store.read()).toEqual({ settings: plainSettings, from: 'damaged' });
    }
    expect(warned).toHaveLength(4);
  });

  it('are restored from their copy, and what was damaged is kept at the next change', () => {
    const path = join(directory.path, 'settings.json');
    const store = fileSettings(path, silentLogger);
    const chosen = { ...plainSettings, event: 'evt_x', entry_point: null };
    store.write(chosen);
    rmSync(path);
    expect(store.read()).toEqual({ settings: chosen, from: 'copy' });
    for (const text of garbage) {
      writeFileSync(path, text);
      expect(store.read()).toEqual({ settings: chosen, from: 'copy' });
    }
    store.write({ ...chosen, locale: 'fr' });
    expect(store.read()).toEqual({ settings: { ...chosen, locale: 'fr' }, from: 'file' });
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe(garbage.at(-1));
  });

  it('move away a folder found in their place', () => {
    const path = join(directory.path, 'settings.json');
    mkdirSync(path);
    mkdirSync(`${path}.bak`);
    const store = fileSettings(path, silentLogger);
    expect(store.read().from).toBe('damaged');
    store.write({ ...plainSettings, locale: 'de' });
    expect(store.read()).toMatchObject({ from: 'file', settings: { locale: 'de' } });
  });

  it('neither block on a pipe in their place nor lose data to it', async () => {
    const settings = join(directory.path, 'settings.json');
    const lastRun = join(directory.path, 'last-run.json');
    const secrets = join(directory.path, 'secrets.json');
    const next = `${lastRun}.${process.pid}.new`;
    execFileSync('mkfifo', [settings, `${settings}.bak`, lastRun, next, secrets]);
    const store = fileSettings(settings, silentLogger);
    expect(store.read()).toEqual({ settings: plainSettings, from: 'damaged' });
    store.write({ ...plainSettings, locale: 'de' });
    expect(store.read()).toMatchObject({ from: 'file', settings: { locale: 'de' } });
    const run = { offset_ms: 5, at: instantAt(1) };
    const runs = fileLastClock(lastRun, silentLogger);
    expect(runs.read()).toBeNull();
    runs.write(run);
    expect(runs.read()).toEqual(run);
    const kept = fileSecrets(secrets);
    expect(await kept.read('client_secret')).toMatchObject({ kind: 'unreadable' });
    expect(await kept.write('client_secret', 'one')).toMatchObject({ kind: 'kept' });
    expect(await kept.read('client_secret')).toMatchObject({ secret: 'one' });
  });

  it('make secrets readable for this user only', async () => {
    const path = join(directory.path, 'secrets.json');
    await fileSecrets(path).write('client_secret', 'one');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each(['garbage', '["one"]'])('say that %s holds no secrets, and make room', async (text) => {
    const path = join(directory.path, 'secrets.json');
    const store = fileSecrets(path);
    writeFileSync(path, text);
    expect(await store.read('client_secret')).toEqual({
      kind: 'unreadable',
      problem: `${path} does not hold secrets`,
    });
    expect(await store.write('client_secret', 'new')).toMatchObject({ kind: 'kept' });
    expect(await store.read('client_secret')).toMatchObject({ secret: 'new' });
  });

  it('report that a file cannot be read or replaced', async () => {
    const path = join(directory.path, 'secrets.json');
    mkdirSync(path);
    const store = fileSecrets(path);
    expect(await store.read('client_secret')).toMatchObject({ kind: 'unreadable' });
    expect(await store.write('client_secret', 'one')).toMatchObject({ kind: 'not_kept' });
  });

  it('delete a secret that is now kept elsewhere, and no other', async () => {
    const store = fileSecrets(join(directory.path, 'secrets.json'));
    await store.remove('client_secret');
    await store.write('client_secret', 'one');
    await store.write('other', 'two');
    await store.remove('client_secret');
    expect(await store.read('client_secret')).toEqual({ kind: 'absent' });
    expect(await store.read('other')).toMatchObject({ secret: 'two' });
  });
});

interface Times {
  readonly name: string;
  readonly clock: DeviceClock;
  readonly timers: Timers;
  readonly pass: (ms: number) => Promise<void>;
}

const manual = new ManualTime();
const times: readonly Times[] = [
  {
    name: 'of the system',
    clock: deviceClock,
    timers: systemTimers,
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  },
  { name: 'by hand', clock: manual, timers: manual, pass: (ms) => manual.advance(ms) },
];

describe.each(times)('clocks and timers ($name)', ({ clock, timers, pass }) => {
  it('advance together and never go back', async () => {
    const before = { device: clock.deviceNow(), monotonicMs: clock.monotonicMs() };
    await pass(30);
    const elapsed = clock.monotonicMs() - before.monotonicMs;
    expect(elapsed).toBeGreaterThanOrEqual(29);
    expect(clock.deviceNow()).toBeGreaterThan(before.device);
  });

  it('run once, after their delay, in order, and not at all once cancelled', async () => {
    const ran: string[] = [];
    const began = clock.monotonicMs();
    timers.after(40, () => ran.push(`late ${clock.monotonicMs() - began >= 38}`));
    timers.after(5, () => ran.push('early'));
    const cancel = timers.after(5, () => ran.push('cancelled'));
    cancel();
    timers.after(-5, () => ran.push('at once'));
    while (ran.length < 3) await pass(20);
    await pass(20);
    expect(ran).toEqual(['at once', 'early', 'late true']);
  });
});

describe.each([
  { name: 'of the system', random: systemRandom() },
  { name: 'seeded', random: seededRandom(7) },
])('chance ($name)', ({ random }) => {
  it('generates ULIDs that sort in creation order, even when time stops or goes back', () => {
    const minted = [0, 0, 5, -3_600, 2, 2].map((seconds) => random.ulid(instantAt(seconds)));
    expect(minted.every((ulid) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(ulid))).toBe(true);
    expect(new Set(minted).size).toBe(minted.length);
    expect(minted).toEqual([...minted].sort((one, other) => (one < other ? -1 : 1)));
  });

  it('returns fractions from zero up to, but not including, one', () => {
    const drawn = Array.from({ length: 1_000 }, () => random.fraction());
    expect(drawn.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
    expect(Math.max(...drawn) - Math.min(...drawn)).toBeGreaterThan(0.5);
  });
});
