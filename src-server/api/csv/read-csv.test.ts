import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, readCsv } from './read-csv.ts';

const cellsOf = (text: string) => [...readCsv(text)].map(({ cells }) => cells);
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe('readCsv', () => {
  it('reads back what was written, whatever is in the cells', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', ',', '\r\n', '\n', ''),
    );
    const rows = fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(rows, fc.constantFrom('\r\n', '\n', '\r'), fc.boolean(), (table, eol, ends) => {
        const text = table.map((row) => row.map(quoted).join(',')).join(eol);
        expect(cellsOf(ends ? text + eol : text)).toEqual(table);
      }),
    );
  });

  it.each([';', '\t'] as const)('reads cells that %j separates, commas and all', (delimiter) => {
    const text = ['a', '"x""y"', '1,5', '"in, side"'].join(delimiter);
    const [record] = readCsv(`${text}\n`, delimiter);
    expect(record?.cells).toEqual(['a', 'x"y', '1,5', 'in, side']);
  });

  it('reads plain cells as they stand', () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/[",\r\n]/.test(text));
    const rows = fc.array(fc.array(cell, { minLength: 2 }), { minLength: 1 });
    fc.assert(
      fc.property(rows, (table) => {
        expect(cellsOf(table.map((row) => row.join(',')).join('\n'))).toEqual(table);
      }),
    );
  });

  it('ends or refuses on any text', () => {
    const text = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ' ') });
    fc.assert(
      fc.property(text, (given) => {
        try {
          for (const { cells } of readCsv(given)) expect(cells.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(CsvError);
        }
      }),
    );
  });

  it('says on which line a record begins, counting those inside of cells', () => {
    const records = [...readCsv('a,b\r\n"two\r\nlines",x\r\n\r\nlast,\r\n')];
    expect(records).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['two\r\nlines', 'x'] },
      { line: 4, cells: [''] },
      { line: 5, cells: ['last', ''] },
    ]);
  });

  it.each([
    ['a\n"b', 2, 'never closed'],
    ['a\nb"c', 2, 'in the middle'],
    ['"a"b', 1, 'in the middle'],
    ['"a\n"b', 2, 'in the middle'],
  ])('refuses %j', (text, line, message) => {
    const error = new CsvError(line, '');
    expect(() => cellsOf(text)).toThrow(expect.objectContaining({ name: error.name, line }));
    expect(() => cellsOf(text)).toThrow(message);
  });
});
