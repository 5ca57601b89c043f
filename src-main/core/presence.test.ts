import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInside, type Admitted, type Released } from '../../shared/verdict/releases.ts';
import { instantAt } from '../../test/support/station/records.ts';
import { presenceOf } from './presence.ts';

const admitted = (reference: string, at: number): Admitted => ({
  reference,
  scanned_at: instantAt(at),
});
const released = (reference: string, scan: string | null, at: number): Released => ({
  reference,
  scan,
  kind: 'exit',
  released_at: instantAt(at),
});

it('a guest who goes out and comes back is inside twice, and once if two doors admitted them', () => {
  const twice = presenceOf([admitted('a', 0), admitted('b', 60)], [released('x', 'a', 30)]);
  expect(twice).toEqual([
    { at: instantAt(0), by: 1 },
    { at: instantAt(30), by: -1 },
    { at: instantAt(60), by: 1 },
  ]);
  const both = presenceOf([admitted('a', 0), admitted('b', 10)], [released('x', 'a', 30)]);
  expect(both).toEqual([{ at: instantAt(0), by: 1 }]);
});

it('in the end a guest is inside exactly if one of the admissions is open', () => {
  const time = fc.integer({ min: 0, max: 9 });
  const scans = fc.array(time, { maxLength: 5 });
  const ends = fc.array(fc.tuple(fc.option(fc.nat(5)), time), { maxLength: 5 });
  fc.assert(
    fc.property(scans, ends, (scanned, ended) => {
      const all = scanned.map((at, index) => admitted(`s${index}`, at));
      const releases = ended.map(([scan, at], index) =>
        released(`r${index}`, scan === null ? null : `s${scan}`, at),
      );
      const changes = presenceOf(all, releases);
      let inside = 0;
      const counts = changes.map(({ by }) => (inside += by));
      expect(counts.every((count) => count === 0 || count === 1)).toBe(true);
      expect(inside).toBe(Number(isInside(all, releases)));
      expect(changes).toEqual(changes.toSorted((one, other) => one.at - other.at));
    }),
  );
});
