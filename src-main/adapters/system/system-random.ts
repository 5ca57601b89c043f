import { monotonicFactory } from 'ulid';
import { millisOf } from '../../../shared/instant.ts';
import type { Random } from '../../ports/random.ts';

export function systemRandom(): Random {
  const next = monotonicFactory();
  return {
    fraction: () => Math.random(),
    ulid: (at) => next(Math.max(millisOf(at), 0)),
  };
}
