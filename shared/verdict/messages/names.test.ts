import { describe, expect, it } from 'vitest';
import { rightEntryPoints, spokenName } from './names.ts';

const places = (...names: string[]) =>
  names.map((name, index) => ({ reference: `loc_${index}`, name }));

describe('spokenName', () => {
  it('puts a name on one line, in the script it is in', () => {
    expect(spokenName(' North\r\n\tGate ')).toBe('North Gate');
    expect(spokenName('北門')).toBe('北門');
  });

  it('is null if nothing would be left', () => {
    for (const name of [null, '', ' \u0000\u00a0\n']) expect(spokenName(name)).toBeNull();
  });
});

describe('rightEntryPoints', () => {
  it('distinguishes an empty list from one without names', () => {
    expect(rightEntryPoints([], 'en-GB')).toEqual({ kind: 'none' });
    expect(rightEntryPoints(places('', ' '), 'en-GB')).toEqual({ kind: 'unnamed' });
  });

  it('joins names with the "or" of the language, each name once', () => {
    const right = places('South', '', 'Oeste', 'South');
    expect(rightEntryPoints(right, 'en-GB')).toMatchObject({ names: 'South or Oeste' });
    expect(rightEntryPoints(right, 'es-ES')).toMatchObject({ names: 'South u Oeste' });
  });

  it('says the first four of many', () => {
    const right = rightEntryPoints(places('A', 'B', 'C', 'D', 'E'), 'de-DE');
    expect(right).toEqual({ kind: 'some', names: 'A, B, C, D, …' });
  });
});
