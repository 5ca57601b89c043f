import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTicketReference } from '../../test/support/references.ts';
import { anyLead, anySpelling, anyTail } from '../../test/support/scanned-codes.ts';
import { parseTicketCode } from './parse-ticket-code.ts';
import { splitMergedCodes } from './split-merged-codes.ts';

const A = 'tkt_01kyvbnvq0g7m3x9r2c5t8w4ez';
const B = 'tkt_01kyvbnvq0g7m3x9r2c5t8w4f0';

describe('splitMergedCodes', () => {
  it.each([
    ['run together', A + B, [A, B]],
    ['in capitals', (A + B).toUpperCase(), [A, B]],
    ['with another separator', (A + B).replaceAll('_', '?'), [A, B]],
    ['the same twice', A + A, [A, A]],
    ['three', A + B + A, [A, B, A]],
    ['with terminators between', `${A}\r\n${B}\r\n`, [A, B]],
    ['with AIM identifiers', `]Q1${A}]Q1${B}`, [A, B]],
    ['in URLs', `https://e.org/t/${A}https://e.org/t/${B}`, [A, B]],
    ['with NULs between', `${A}\0\0${B}\0`, [A, B]],
    ['in URLs with AIM identifiers', `]Q1https://e.org/t/${A}]Q1https://e.org/t/${B}`, [A, B]],
    ['in URLs with terminators', `]Q1https://e.org/t/${A}\rhttps://e.org/?ticket=${B}\r`, [A, B]],
  ])('takes references apart: %s', (_, raw, references) => {
    const codes = splitMergedCodes(raw).map(parseTicketCode);
    expect(codes).toEqual(references.map((reference) => ({ kind: 'reference', reference })));
  });

  it.each([
    ['one reference', `${A}\r\n`],
    ['a reference and a part of one', A + B.slice(0, 20)],
    ['a part of a reference and one', A.slice(0, 20) + B],
    ['text between', `${A} and ${B}`],
    ['a URL with a reference that goes on', `https://e.org/t/${A}/https://e.org/t/nothing`],
    ['something else', '306030209223'],
    ['nothing', ''],
  ])('leaves as it came: %s', (_, raw) => {
    expect(splitMergedCodes(raw)).toEqual([raw]);
  });

  it('finds every reference of any run, in order', () => {
    const anyScan = anyTicketReference().chain((reference) =>
      fc.tuple(fc.constant(reference), anyLead(), anySpelling(reference), anyTail()),
    );
    fc.assert(
      fc.property(fc.array(anyScan, { minLength: 2, maxLength: 5 }), (scans) => {
        const raw = scans.map(([, lead, spelling, tail]) => lead + spelling + tail).join('');
        const codes = splitMergedCodes(raw).map(parseTicketCode);
        expect(codes).toEqual(scans.map(([reference]) => ({ kind: 'reference', reference })));
      }),
      { numRuns: 500 },
    );
  });

  it('never changes a single code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        expect(splitMergedCodes(raw)).toEqual([raw]);
      }),
    );
  });
});
