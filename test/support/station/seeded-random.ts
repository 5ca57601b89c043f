import type { Instant } from '../../../shared/instant.ts';
import type { Random } from '../../../src-main/ports/system.ts';

/** Reproducible randomness and sequential ULIDs. `run` keeps two runs on one store from generating the same ones. */
export function seededRandom(seed: number, run = 0): Random {
  let state = seed;
  let minted = 0;
  return {
    fraction: () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    },
    ulid: (_at: Instant) => {
      minted += 1;
      return `01KYVBNVQ0${String(run).padStart(4, '0')}${String(minted).padStart(12, '0')}`;
    },
  };
}
