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
