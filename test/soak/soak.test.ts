import { expect, it } from 'vitest';
import { runSoak } from './run-soak.ts';

const MINUTES = 2;

it(
  'five stations that scan five times a second under faults lose nothing, and no memory, handles or files are kept',
  { tags: ['long'] },
  async () => {
    const shape = { stations: 5, scansPerSecond: 5, durationMs: MINUTES * 60_000 };
    const { problems, data } = await runSoak(shape, { isAlone: false });
    expect(problems, `kept in ${data}`).toEqual([]);
  },
);
