import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTicketReference } from '../../test/support/references.ts';
import { anyLead, anySetting, anySpelling, anyTail } from '../../test/support/scanned-codes.ts';
import { readCodes } from './read-codes.ts';

const A = 'tkt_01kyvbnvq0g7m3x9r2c5t8w4ez';
const B = 'tkt_01kyvbnvq0g7m3x9r2c5t8w4f0';
const reference = (named: string) => ({ kind: 'reference', reference: named });
const codesOf = (raw: string) => readCodes(raw).map(({ code }) => code);

describe('one reading', () => {
  it.each([
    ['run together', A + B, [A, B]],
    ['in capitals', (A + B).toUpperCase(), [A, B]],
    ['with another separator', (A + B).replaceAll('_', '?'), [A, B]],
    ['three, the first again', A + B + A, [A, B]],
    ['with terminators between', `${A}\r\n${B}\r\n`, [A, B]],
    ['with AIM identifiers', `]Q1${A}]Q1${B}`, [A, B]],
    ['with a prefix of the scanner', `s${A}s${B}`, [A, B]],
    ['with a suffix of the scanner', `${A}~${B}~`, [A, B]],
    ['in URLs', `https://e.org/t/${A}https://e.org/t/${B}`, [A, B]],
    ['in URLs with terminators', `]Q1https://e.org/t/${A}\rhttps://e.org/?ticket=${B}\r`, [A, B]],
  ])('of several codes is each of them: %s', (_, raw, references) => {
    expect(codesOf(raw)).toEqual(references.map(reference));
  });

  it('of more codes than a scanner merges is none of them', () => {
    const many = Array.from({ length: 11 }, (_, index) => A.slice(0, -2) + String(10 + index));
    expect(readCodes(many.join('\n'))).toMatchObject([{ code: { kind: 'unrecognised' } }]);
  });

  it.each([
    ['one reference', `${A}\r\n`],
    ['something else', '306030209223'],
    ['nothing', ''],
  ])('of one code is kept as it came: %s', (_, raw) => {
    expect(readCodes(raw)).toMatchObject([{ raw }]);
  });
});

it('whatever a scanner adds around a code, one whole code in a reading is that code', () => {
  const anyReading = anyTicketReference().chain((named) =>
    fc.tuple(fc.constant(named), anySetting(), fc.constantFrom(named, named.toUpperCase())),
  );
  fc.assert(
    fc.property(anyReading, ([named, [before, after], spelling]) => {
      expect(codesOf(before + spelling + after)).toEqual([reference(named)]);
    }),
    { numRuns: 1_000 },
  );
});

it('whatever a scanner adds around codes, two different ones in a reading are two', () => {
  const anyPair = fc
    .tuple(anyTicketReference(), anyTicketReference(), anySetting())
    .filter(([one, other]) => one !== other);
  fc.assert(
    fc.property(anyPair, ([one, other, [before, after]]) => {
      const raw = before + one + after + before + other + after;
      expect(codesOf(raw)).toEqual([reference(one), reference(other)]);
    }),
    { numRuns: 1_000 },
  );
});

it('finds every reference of any run, in order, however it is spelled', () => {
  const anyScan = anyTicketReference().chain((named) =>
    fc.tuple(fc.constant(named), anyLead(), anySpelling(named, ['_', '?', '-', '°']), anyTail()),
  );
  const different = {
    minLength: 2,
    maxLength: 5,
    selector: ([named]: readonly [string, ...unknown[]]) => named,
  };
  fc.assert(
    fc.property(fc.uniqueArray(anyScan, different), (scans) => {
      const raw = scans.map(([, lead, spelling, tail]) => lead + spelling + tail).join('');
      expect(codesOf(raw)).toEqual(scans.map(([named]) => reference(named)));
    }),
    { numRuns: 500 },
  );
});
