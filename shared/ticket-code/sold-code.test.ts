import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSoldCode, soldCodeKey, type FoundSoldCode, type SoldCode } from './sold-code.ts';

function findAmong(codes: readonly string[], reading: string): FoundSoldCode<SoldCode> {
  const known = codes.map((code) => ({ code }));
  return findSoldCode(reading, (keys) =>
    known.filter(({ code }) => keys.includes(soldCodeKey(code))),
  );
}

const found = (code: string) => ({ kind: 'found', sold: { code } });

describe('A code that was sold elsewhere', () => {
  it.each([
    ['as it is', '7749201833520112', '7749201833520112'],
    ['behind an AIM identifier', ']C17749201833520112\r\n', '7749201833520112'],
    ['between start and stop signs', '*AB-204931*', 'AB-204931'],
    ['in capitals', 'K7Q2M9XB4T', 'k7q2m9xb4t'],
    ['with a check digit', '4003994155486', '400399415548'],
    ['behind a prefix, before a suffix', 'SCAN1:XK204931#07', 'XK204931'],
    ['in the address of a shop', 'https://shop.example/t/XK204931?size=l&src=mail', 'XK204931'],
    ['before a name', '400399415548;Åse Lind', '400399415548'],
    ['that begins like an AIM identifier', ']A1204931', ']A1204931'],
    ['with the width of East Asian text', '４００３９９４', '4003994'],
  ])('is found %s', (_, reading, code) => {
    expect(findAmong([code, 'another-204931', '77'], reading)).toEqual(found(code));
  });

  it.each([
    ['nothing known is in it', 'https://example.org/menu', ['XK204931'], 'unknown'],
    ['two known codes are in it', '0XK2049311', ['XK204931', 'XK2049311'], 'ambiguous'],
    ['a short code is in it', 'X1234', ['1234'], 'ambiguous'],
    ['two differ only in letter case', 'AB204931', ['ab204931', 'Ab204931'], 'ambiguous'],
    ['only a part of a code is read', '40039941', ['400399415548'], 'unknown'],
  ])('is not guessed when %s', (_, reading, codes, kind) => {
    expect(findAmong(codes, reading)).toEqual({ kind });
  });

  it('of two that differ in letter case is the one that was read', () => {
    expect(findAmong(['ab204931', 'AB204931'], 'AB204931')).toEqual(found('AB204931'));
  });

  const character = fc.constantFrom(...Array.from('0123456789abAB-_./?=&#:; *$%ÄéЖ'));
  const text = (minLength: number, maxLength: number) =>
    fc.string({ unit: character, minLength, maxLength });
  const code = fc
    .oneof(
      fc.string({
        unit: fc.constantFrom(...Array.from('0123456789')),
        minLength: 1,
        maxLength: 13,
      }),
      text(1, 16),
    )
    .map((one) => one.trim())
    .filter((one) => soldCodeKey(one) !== '');
  const decoration = fc.record({
    aim: fc.constantFrom('', ']C1', ']Q3', ']E0'),
    before: fc.oneof(fc.constant(''), text(0, 8), fc.constant('https://shop.example/tickets/')),
    after: fc.oneof(fc.constant(''), text(0, 8), fc.constant('/view?lang=de')),
    end: fc.constantFrom('', '\r', '\r\n', '\t'),
    spelled: fc.constantFrom(
      (one: string) => one,
      (one: string) => one.toUpperCase(),
      (one: string) => one.toLowerCase(),
    ),
  });

  it('is never another, whatever a scanner adds', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(code, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        decoration,
        (codes, at, { aim, before, after, end, spelled }) => {
          const meant = codes[at % codes.length] ?? '';
          const body = before + spelled(meant) + after;
          const reading = aim + body + end;
          // What spells another code as it is cannot be told from it.
          const isAnother = codes.some(
            (one) =>
              one !== meant &&
              [reading, body].some((text) => soldCodeKey(one) === soldCodeKey(text)),
          );
          if (isAnother) return;
          const result = findAmong(codes, reading);
          if (result.kind === 'found') expect(result.sold.code).toBe(meant);
          if (before + after === '' && spelled(meant) === meant) expect(result.kind).toBe('found');
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
