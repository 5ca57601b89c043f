import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { findSoldCode, soldCodeKey, type FoundSoldCode, type SoldCode } from './sold-code.ts';

function findAmong(codes: readonly string[], reading: string): FoundSoldCode<SoldCode> {
  const known = codes.map((code) => ({ code }));
  return findSoldCode(reading, (keys) =>
    known.filter(({ code }) => keys.includes(soldCodeKey(code))),
  );
}

const Vectors = Type.Object({
  description: Type.String(),
  cases: Type.Array(
    Type.Object({
      name: Type.String(),
      codes: Type.Array(Type.String()),
      reading: Type.String(),
      expect: Type.Union([
        Type.Object({ kind: Type.Literal('found'), code: Type.String() }),
        Type.Object({ kind: Type.Enum(['unknown', 'ambiguous']) }),
      ]),
    }),
    { minItems: 1 },
  ),
});

const file = new URL('../../test/vectors/sold-codes/readings.json', import.meta.url);
const { cases } = Value.Parse(Vectors, JSON.parse(readFileSync(file, 'utf8')));

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength, maxLength });

describe('A code that was sold elsewhere', () => {
  it.each(cases)('is read: $name', ({ codes, reading, expect: expected }) => {
    const result = findAmong(codes, reading);
    const told = result.kind === 'found' ? { kind: 'found', code: result.sold.code } : result;
    expect(told).toEqual(expected);
  });

  const character = fc.constantFrom(...Array.from('0123456789abAB-_./?=&#:; *$%ÄéЖ'));
  const text = (minLength: number, maxLength: number) =>
    fc.string({ unit: character, minLength, maxLength });
  const code = fc
    .oneof(digits(1, 13), text(1, 16))
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

  const number = digits(1, 12).filter((one) => /^0{0,8}[1-9]/.test(one));
  const word = fc.string({
    unit: fc.constantFrom(...Array.from('aqwyzm0-')),
    minLength: 1,
    maxLength: 9,
  });
  /** A code, and what a reader or a keyboard of another layout makes of it. */
  const spoilt = fc.oneof(
    number.map((read) => ({ meant: `${read}${checkDigitOf(read)}`, read })),
    number.map((read) => ({ meant: `00${read}`, read })),
    number.map((one) => ({ meant: one.replace(/^0+/, ''), read: `0${one}` })),
    word.map((meant) => ({ meant, read: swap(meant, 'yz') })),
    word.map((meant) => ({ meant, read: swap(swap(meant, 'aq'), 'zw') })),
  );

  it('is never another, whatever a reader loses', () => {
    fc.assert(
      fc.property(
        spoilt.filter(({ meant }) => soldCodeKey(meant) !== ''),
        fc.array(
          fc.oneof(
            code,
            spoilt.map(({ meant }) => meant),
            spoilt.map(({ read }) => read),
          ),
          { maxLength: 20 },
        ),
        ({ meant, read }, others) => {
          const isAnother = others.some((one) => soldCodeKey(one) === soldCodeKey(read));
          if (isAnother && read !== meant) return;
          const result = findAmong([...new Set([meant, ...others])], `]C0${read}\r`);
          expect(result.kind).not.toBe('unknown');
          if (result.kind === 'found') expect(result.sold.code).toBe(meant);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

/** Of GS1: the digits, the last one three times, the one before once, and so on, with it are a multiple of ten. */
function checkDigitOf(number: string): number {
  const sum = Array.from(number.padStart(18, '0')).reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1),
    0,
  );
  return (1_000 - sum) % 10;
}

function swap(text: string, [one = '', other = '']: string): string {
  return Array.from(text, (sign) => (sign === one ? other : sign === other ? one : sign)).join('');
}
