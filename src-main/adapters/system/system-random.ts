import { getRandomValues } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { millisOf } from '../../../shared/instant.ts';
import type { Random } from '../../ports/random.ts';

export function systemRandom(): Random {
  const next = monotonicFactory(pooledChance());
  return {
    fraction: () => Math.random(),
    ulid: (at) => next(Math.max(millisOf(at), 0)),
  };
}

/** Fractions from the system's generator, drawn by the thousand: one call for each character of a ULID is most of what it costs. */
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
