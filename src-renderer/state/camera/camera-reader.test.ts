import { expect, it } from 'vitest';
import { sight } from './camera-reader.ts';

it('a code that stays in sight is one scan, and a new scan when it comes back', () => {
  let sightings: ReadonlyMap<string, number> = new Map();
  const see = (codes: readonly string[], at: number) => {
    const step = sight(sightings, codes, at);
    sightings = step.sightings;
    return step.fresh;
  };
  expect(see(['a'], 0)).toEqual(['a']);
  for (let at = 100; at < 10_000; at += 100) expect(see(['a'], at)).toEqual([]);
  // A briefly blurred picture does not cause a second scan.
  expect(see([], 11_000)).toEqual([]);
  expect(see(['a', 'b', 'b'], 11_500)).toEqual(['b']);
  expect(see(['a'], 13_500)).toEqual(['a']);
});
