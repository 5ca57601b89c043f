import { describe, expect, it } from 'vitest';
import { writeCsvRow } from './write-csv-row.ts';

describe('writeCsvRow', () => {
  it('leaves plain cells alone, and an empty one for nothing', () => {
    expect(writeCsvRow(['scn_1', null, 'Gate A', ''])).toBe('scn_1,,Gate A,');
  });

  it('quotes what would break the row', () => {
    expect(writeCsvRow(['a,b', 'say "no"', 'two\r\nlines', ' edge '])).toBe(
      '"a,b","say ""no""","two\r\nlines"," edge "',
    );
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
    expect(writeCsvRow([formula]).replace(/^"/, '')).toBe(
      writeCsvRow([`'${formula}`]).replace(/^"/, ''),
    );
    expect(writeCsvRow([formula])).toMatch(/^"?'/);
  });

  it.each(['2026-12-12T19:00:00.000000Z', 'a=b', 'Gate-A', 'x@example.org', '7'])(
    'shows %j as it is',
    (text) => {
      expect(writeCsvRow([text])).toBe(text);
    },
  );
});
