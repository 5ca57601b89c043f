import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromMicros } from '../instant.ts';
import { admissionHistory, bindReleases } from './releases.ts';
import { reEntryRules, releaseKinds } from './terms/releases.ts';

const time = fc.integer({ min: 0, max: 12 }).map(instantFromMicros);
const name = fc.integer({ min: 0, max: 5 });
const admission = fc.record({ reference: name.map((n) => `scn_${n}`), scanned_at: time });
const release = fc.record({
  reference: name.map((n) => `rel_${n}`),
  // Some name a scan that never arrives.
  scan: fc.option(fc.integer({ min: 0, max: 7 }).map((n) => `scn_${n}`)),
  kind: fc.constantFrom(...releaseKinds),
  released_at: time,
});
const unique = <T extends { readonly reference: string }>(one: fc.Arbitrary<T>) =>
  fc.uniqueArray(one, { maxLength: 6, selector: ({ reference }) => reference });
const sets = fc.record({
  admitted: unique(admission),
  released: unique(release),
  reEntry: fc.constantFrom(...reEntryRules),
});

describe('A release', () => {
  it('counts the same in whatever order, and however often, everything arrives', () => {
    fc.assert(
      fc.property(sets, fc.infiniteStream(fc.nat()), ({ admitted, released, reEntry }, random) => {
        const shuffled = <T>(all: readonly T[]) =>
          all
            .map((one) => ({ one, place: random.next().value ?? 0 }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ one }) => one);
        const expected = admissionHistory(admitted, released, reEntry);
        const again = shuffled([...released, ...released]);
        expect(admissionHistory(shuffled(admitted), again, reEntry)).toEqual(expected);
      }),
    );
  });

  it('never keeps anybody out, and ends at most one admission', () => {
    fc.assert(
      fc.property(sets, ({ admitted, released, reEntry }) => {
        const bound = bindReleases(admitted, released);
        expect(bound.size).toBeLessThanOrEqual(released.length);
        const open = admissionHistory(admitted, released, reEntry).filter(
          ({ given_back_at }) => given_back_at === null,
        );
        for (const { admitted: one } of open) expect(admitted).toContain(one);
        const inside = admissionHistory(admitted, released, reEntry).filter(
          (one) => one.released_at === null,
        );
        const ended = new Set(bound.values());
        expect(inside).toHaveLength(admitted.filter((one) => !ended.has(one.reference)).length);
      }),
    );
  });
});
