import { describe, expect, it } from 'vitest';
import { bugs } from './bugs/bugs.ts';
import { sourceOf, withBug } from './bugs/put-in.ts';
import { seedsOf } from '../support/test-seed.ts';
import { simulate, simulateRange } from './run-program.ts';

/** The output without the last line, which gives the duration. */
function traceOf(output: string): readonly string[] {
  return output.split('\n').filter((line) => !/^\d+ worlds/.test(line));
}

describe('worlds of stations, server, network and clocks', () => {
  it('hold their invariants under random faults', async () => {
    const { code, output } = await simulate('--seed', '7');
    expect(output).toContain('1 worlds, 0 broken');
    expect(code).toBe(0);
  });

  it('are the same each time, down to the last message', { tags: ['long'] }, async () => {
    const [one, other] = await Promise.all([
      simulate('--seed', '7', '--trace'),
      simulate('--seed', '7', '--trace'),
    ]);
    expect(one.output.length).toBeGreaterThan(10_000);
    expect(traceOf(other.output)).toEqual(traceOf(one.output));
  });

  it(
    'break if the program is defective, and print how to reproduce it',
    { tags: ['long'] },
    async () => {
      const { code, output } = await simulate(
        '--bug',
        'own-admissions-forgotten',
        '--until-broken',
      );
      expect(code).toBe(1);
      const [, seed = '', rest = ''] = /npm run simulate -- (--seed \d+)(.*)/.exec(output) ?? [];
      const again = await simulate(...`${seed}${rest}`.split(' '));
      expect(again.output).toContain(/seed \d+: .*/.exec(output)?.[0]);
    },
  );

  it.each(bugs)('have a place for the defect $name', (bug) => {
    expect(withBug(bug, sourceOf(bug))).not.toBeNull();
  });

  it('500 of them hold their invariants', { tags: ['long'] }, async () => {
    const { code, output } = await simulateRange(seedsOf({ from: 1_000, count: 500 }, 120));
    expect(output).not.toContain('npm run simulate');
    expect(code).toBe(0);
  });

  it('detect injected defects', { tags: ['long'] }, async () => {
    const quick = [
      'sent-counts-as-taken',
      'own-admissions-forgotten',
      'walk-ends-with-its-first-page',
      'jump-not-noticed',
      'first-come-stands',
    ];
    const { code, output } = await simulate('--bugs', '--only', quick.join(','), '--jobs', '2');
    expect(output).not.toMatch(/NOT CAUGHT|ran out of time/);
    expect(code).toBe(0);
  });
});
