import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromMicros } from '../instant.ts';
import { admissionHistory, bindReleases, type Admitted, type Released } from './releases.ts';
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

const at = instantFromMicros;
const in1: Admitted = { reference: 'scn_1', scanned_at: at(10) };
const in2: Admitted = { reference: 'scn_2', scanned_at: at(30) };
const out = (changes: Partial<Released> = {}): Released => ({
  reference: 'rel_1',
  scan: 'scn_1',
  kind: 'exit',
  released_at: at(20),
  ...changes,
});
const standing = (...given: Parameters<typeof admissionHistory<Admitted>>) =>
  admissionHistory(...given).find(({ given_back_at }) => given_back_at === null)?.admitted ?? null;

describe('A release', () => {
  it('of a mistake gives the ticket back, an exit only with re-entry', () => {
    expect(standing([in1], [out({ kind: 'mistake' })], 'none')).toBeNull();
    expect(standing([in1], [out()], 'allowed')).toBeNull();
    expect(standing([in1], [out()], 'none')).toBe(in1);
    expect(admissionHistory([in1], [out()], 'none')).toMatchObject([{ released_at: at(20) }]);
  });

  it('ends the admission that it names, and leaves the one after it', () => {
    expect(standing([in2, in1], [out()], 'allowed')).toBe(in2);
  });

  it('that names none ends the earliest that was open then, and none that came later', () => {
    const unnamed = out({ scan: null });
    const later = out({ reference: 'rel_2', scan: null, released_at: at(40) });
    expect([...bindReleases([in1, in2], [later, unnamed])]).toEqual([
      ['rel_1', 'scn_1'],
      ['rel_2', 'scn_2'],
    ]);
    expect(bindReleases([in2], [unnamed]).size).toBe(0);
  });

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
