import { expect, it } from 'vitest';
import { runRound } from './run-round.ts';

const ROUNDS = 5;
const SEED = 1;

it(
  'five stations and a server that are killed, paused and disconnected lose no verdict and agree in the end',
  { tags: ['long'], timeout: 900_000 },
  async () => {
    for (let seed = SEED; seed < SEED + ROUNDS; seed += 1) {
      const { problems, data } = await runRound(seed);
      expect(problems, `npm run rounds -- --rounds 1 --seed ${seed}; kept in ${data}`).toEqual([]);
    }
  },
);
