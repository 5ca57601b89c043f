import { expect, it } from 'vitest';
import { seedsOf } from '../support/test-seed.ts';
import { runRound } from './run-round.ts';

it(
  'five stations and a server that are killed, paused and disconnected lose no verdict and agree in the end',
  { tags: ['long'] },
  async () => {
    const { from, count } = seedsOf({ from: 1, count: 5 }, 1);
    for (let seed = from; seed < from + count; seed += 1) {
      const { problems, data } = await runRound(seed);
      expect(problems, `npm run rounds -- --rounds 1 --seed ${seed}; kept in ${data}`).toEqual([]);
    }
  },
);
