import { describe, expect, it } from 'vitest';
import { isInsideOf, readReleaseVectors } from '../../test/support/release-vectors.ts';
import { admissionHistory, bindReleases, isInside } from './releases.ts';

describe('the history of admissions', () => {
  it.each(readReleaseVectors())('$name', (vector) => {
    const { admitted, released, reEntry, ends, history } = vector;
    const bound = bindReleases(admitted, released);
    const named = released.map(({ reference }) => [reference, bound.get(reference) ?? null]);
    expect(Object.fromEntries(named)).toEqual(ends);
    expect(
      admissionHistory(admitted, released, reEntry).map(({ admitted: { reference }, ...rest }) => ({
        scan: reference,
        ...rest,
      })),
    ).toEqual(history);
    expect(isInside(admitted, released)).toBe(isInsideOf(vector));
  });
});
