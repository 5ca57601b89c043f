import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailKey } from './email-key.ts';

describe('emailKey', () => {
  it.each([
    ['Ada@Example.org', 'ada@example.org'],
    [' ada@example.org ', 'ada@example.org'],
    ['A\u030Ase@example.no', '\u00E5se@example.no'],
    ['STRA\u1E9EE@example.de', 'stra\u00DFe@example.de'],
    ['\u0130pek@example.org', 'i\u0307pek@example.org'],
    ['J\u030C@example.org', '\u01F0@example.org'],
  ])('of %s is that of %s', (one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });

  it('tells apart what only looks alike', () => {
    expect(emailKey('strasse@example.de')).not.toBe(emailKey('stra\u00DFe@example.de'));
    expect(emailKey('ipek@example.org')).not.toBe(emailKey('\u0131pek@example.org'));
  });

  it('is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(emailKey(emailKey(text))).toBe(emailKey(text));
      }),
    );
  });
});
