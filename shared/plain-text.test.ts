import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  asLine,
  asLines,
  findHarmful,
  isBlank,
  printableLine,
  printableOrNull,
} from './plain-text.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u202E',
      '\u2069',
      '\u200B',
      '\uFEFF',
      '\r',
      '\n',
      '\t',
      '\u0007',
      '\uD800',
      ' ',
    ),
    fc.constantFrom('\u0301', '\u0335', '\u0345', '\u0F90', '\u0FB5'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

it('a printable line has nothing harmful, whatever it was, and stays as it is', () => {
  fc.assert(
    fc.property(text, (given) => {
      const line = printableLine(given);
      expect(findHarmful(line)).toBeNull();
      expect(line).not.toMatch(/[\n\t\u2028\u2029]|^\s|\s$/u);
      expect(printableLine(line)).toBe(line);
      expect(asLine(line)).toBe(line);
      expect(printableOrNull(given) === null).toBe(isBlank(line));
    }),
    // A letter that NFC writes as another one.
    { numRuns: 2_000, examples: [['\uF900']] },
  );
});

it('a text that is accepted is printable as it is', () => {
  fc.assert(
    fc.property(text, (given) => {
      const line = asLine(given);
      expect(asLine(line)).toBe(line);
      if (findHarmful(line) === null) expect(printableLine(line)).toBe(line);
    }),
    { numRuns: 2_000 },
  );
});

it('lines stay lines', () => {
  expect(asLines(' one\r\ntwo\u2028three\r\n\r\n\u202C')).toBe('one\ntwo\nthree');
});
