import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rearm, writeCsvRow } from './csv-row.ts';

describe('writeCsvRow', () => {
  it('quotes every cell, and writes null as an empty one', () => {
    expect(writeCsvRow(['scn_1', null, 'Gate A', ''])).toBe('"scn_1","","Gate A",""');
    expect(writeCsvRow(['a,b', 'say "no"', 'two\r\nlines', ' edge '])).toBe(
      '"a,b","say ""no""","two\r\nlines"," edge "',
    );
  });

  it.each([
    ['x;=1+1', "x;'=1+1"],
    ['x\t=1+1', "x\t'=1+1"],
    ['x\n=1+1', "x\n'=1+1"],
    ['x; @SUM(A1);y', "x;' @SUM(A1);y"],
    ['a;-1;+2', "a;'-1;'+2"],
    ['a; b;c', 'a; b;c'],
  ])('disarms %j, which is a formula where the separator is not a comma', (text, shown) => {
    expect(writeCsvRow([text])).toBe(`"${shown}"`);
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1',
    '\u0000=1',
    '\u200B=1',
  ])('disarms the formula %j', (formula) => {
    expect(writeCsvRow([formula])).toMatch(/^"'/);
  });

  it.each([
    '0071',
    '123456789012',
    '12E5',
    '1-12',
    '3/4',
    '12.50',
    '12:30',
    '12 A',
    '7 pm',
    '50%',
    '€5',
    '12,50 €',
    'True',
    'FALSCH',
    'Mar-3',
    'MAR1',
    '3 Mar',
    '24. Dez. 2026',
    'août 2026',
  ])('keeps %j from becoming a number, a date or a time, unless it is written as one', (text) => {
    expect(writeCsvRow([text])).toBe(`"'${text}"`);
    expect(writeCsvRow([{ figure: text }])).toBe(`"${text}"`);
    expect(rearm(`'${text}`)).toBe(text);
  });

  it.each([
    '2026-12-12T19:00:00.000000Z',
    '2026-12-12 19:00:00',
    'a=b',
    'Gate-A',
    'x@example.org',
    '7',
    '12345678901',
    '12A',
    'May',
    'Marquee 4',
    'Truely',
    'Deck 4',
  ])('shows %j as it is', (text) => {
    expect(writeCsvRow([text])).toBe(`"${text}"`);
  });

  it('disarms so that the text can be had again, whatever it is', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(
          "'",
          '=',
          '+',
          ';',
          '|',
          ' ',
          '\t',
          '\n',
          '\r',
          '\u200b',
          'a',
          '0',
          '1',
          '-',
        ),
      }),
    );
    fc.assert(
      fc.property(text, (written) => {
        const cell = writeCsvRow([written]).slice(1, -1).replaceAll('""', '"');
        expect(rearm(cell)).toBe(written);
      }),
      { numRuns: 1_000 },
    );
  });
});
