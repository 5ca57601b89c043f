import { getRandomValues } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { freeDisk } from '../../../src-files/free-disk.ts';
import { millisOf } from '../../../shared/instant.ts';
import type { Disk, Logger, Random, Timers } from '../../ports/system.ts';

export function systemRandom(): Random {
  const next = monotonicFactory(pooledChance());
  return {
    fraction: () => Math.random(),
    ulid: (at) => next(Math.max(millisOf(at), 0)),
  };
}

/** Fractions from the system's generator, drawn by the thousand: one call per character would be most of a ULID's cost. */
function pooledChance(): () => number {
  const pool = new Uint32Array(1_024);
  let drawn = pool.length;
  return () => {
    if (drawn === pool.length) {
      getRandomValues(pool);
      drawn = 0;
    }
    const value = pool[drawn] ?? 0;
    drawn += 1;
    return value / 2 ** 32;
  };
}

/** Longer delays than this overflow the platform's timers. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(Math.max(delayMs, 0), LONGEST_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export function dataDisk(folder: string): Disk {
  return { freeBytes: () => freeDisk(folder) };
}

const nothing = () => undefined;

/** For a host that keeps no log. */
export const silentLogger: Logger = { info: nothing, warn: nothing, error: nothing };
