import { describe, expect, it } from 'vitest';
import { runSimulation } from '../run-jobs.ts';
import { judgeRun } from './find-bugs.ts';

describe('an injected defect', () => {
  const lines = ['seed 3: S1 is 4000 ms off', '1 worlds, 1 broken'];

  it('is caught by a world that breaks', () => {
    expect(judgeRun({ code: 1, lines, seeds: 9 })).toEqual({ isCaught: true, said: lines[0] });
  });

  it('is not caught by a world that holds', () => {
    const result = judgeRun({ code: 0, lines: ['9 worlds, 0 broken'], seeds: 9 });
    expect(result).toEqual({ isCaught: false, said: 'NOT CAUGHT in 9 worlds' });
  });

  it('is not caught by a time-out, which a slow machine causes too', async () => {
    const code = await runSimulation(['--seeds', '100000'], () => undefined, 1);
    expect(code).toBeNull();
    const { isCaught, said } = judgeRun({ code, lines: [], seeds: 9 });
    expect([isCaught, said]).toEqual([false, expect.stringContaining('ran out of time')]);
  });

  it('is caught if the program does not load with it', () => {
    const result = judgeRun({ code: 1, lines: ['SyntaxError'], seeds: 9 });
    expect(result).toEqual({ isCaught: true, said: 'the program does not run: SyntaxError' });
  });
});
