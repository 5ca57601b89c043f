import { statSync, writeFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileSecrets } from '../../src-main/adapters/system/file-secrets.ts';
import { fileSettings } from '../../src-main/adapters/system/file-settings.ts';
import { silentLogger } from '../../src-main/adapters/system/silent-logger.ts';
import { systemClock } from '../../src-main/adapters/system/system-clock.ts';
import { systemRandom } from '../../src-main/adapters/system/system-random.ts';
import { systemTimers } from '../../src-main/adapters/system/system-timers.ts';
import type { Clock } from '../../src-main/ports/clock.ts';
import type { Timers } from '../../src-main/ports/timers.ts';
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
  it('begin fresh, and tell "nobody chose" from "the box office"', () => {
    const store = settings(directory.path);
    expect(store.read()).toEqual(plainSettings);
    expect('entry_point' in store.read()).toBe(false);
    store.write({ ...plainSettings, entry_point: null, locale: 'fr' });
    expect(store.read()).toEqual({ ...plainSettings, entry_point: null, locale: 'fr' });
    const { entry_point: _, ...unchosen } = store.read();
    store.write(unchosen);
    expect('entry_point' in store.read()).toBe(false);
  });

  it('keep each secret under its name', async () => {
    const store = secrets(directory.path);
    expect(await store.read('client_secret')).toBeNull();
    await store.write('client_secret', 'one');
    await store.write('other', 'two');
    await store.write('client_secret', 'three');
    expect([await store.read('client_secret'), await store.read('other')]).toEqual([
      'three',
      'two',
    ]);
  });
});

describe('settings and secrets in files', () => {
  it('are whole or not there: no draft is left behind, and garbage is a fresh start', () => {
    const path = join(directory.path, 'settings.json');
    const warned: string[] = [];
    const store = fileSettings(path, {
      ...silentLogger,
      warn: (_details, message) => void warned.push(message),
    });
    store.write({ ...plainSettings, event: 'evt_x' });
    expect(readdirSync(directory.path)).toEqual(['settings.json']);
    for (const text of ['', '{', '[]', '{"locale":"xx"}']) {
      writeFileSync(path, text);
      expect(store.read()).toEqual(plainSettings);
    }
    expect(warned).toHaveLength(4);
  });

  it('let nobody but this user read a secret', async () => {
    const path = join(directory.path, 'secrets.json');
    await fileSecrets(path).write('client_secret', 'one');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, 'garbage');
    expect(await fileSecrets(path).read('client_secret')).toBeNull();
  });
});

interface Times {
  readonly name: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly pass: (ms: number) => Promise<void>;
}

const manual = new ManualTime();
const times: readonly Times[] = [
  {
    name: 'of the system',
    clock: systemClock,
    timers: systemTimers,
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  },
  { name: 'by hand', clock: manual, timers: manual, pass: (ms) => manual.advance(ms) },
];

describe.each(times)('clocks and timers ($name)', ({ clock, timers, pass }) => {
  it('go on together and never back', async () => {
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
  it('mints ULIDs that sort in the order made, even when time stands or goes back', () => {
    const minted = [0, 0, 5, -3_600, 2, 2].map((seconds) => random.ulid(instantAt(seconds)));
    expect(minted.every((ulid) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(ulid))).toBe(true);
    expect(new Set(minted).size).toBe(minted.length);
    expect(minted).toEqual([...minted].sort((one, other) => (one < other ? -1 : 1)));
  });

  it('gives fractions from zero up to, but not, one', () => {
    const drawn = Array.from({ length: 1_000 }, () => random.fraction());
    expect(drawn.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
    expect(Math.max(...drawn) - Math.min(...drawn)).toBeGreaterThan(0.5);
  });
});
