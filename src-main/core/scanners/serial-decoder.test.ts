import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ScannedCode } from './decode-text.ts';
import { endOfBytes, takeBytes } from './serial-decoder.ts';

function decode(chunks: readonly (readonly number[])[]): readonly ScannedCode[] {
  let waiting: readonly number[] = [];
  const codes = chunks.flatMap((chunk) => {
    const step = takeBytes(waiting, chunk);
    waiting = step.waiting;
    return step.codes;
  });
  return [...codes, ...endOfBytes(waiting).codes];
}

const bytes = (text: string) => [...new TextEncoder().encode(text)];

it.each(['\r', '\n', '\r\n'])('codes end with %j, however their bytes are split', (end) => {
  const code = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => !/[\r\n\0\]]/.test(text) && text.trim() !== '' && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(code), fc.array(fc.nat({ max: 9 })), (texts, sizes) => {
      const all = bytes(texts.map((text) => text + end).join(''));
      const chunks: (readonly number[])[] = [];
      for (const size of sizes) chunks.push(all.splice(0, size));
      expect(decode([...chunks, all]).map(({ text }) => text)).toEqual(texts);
    }),
  );
});

it('a code without a line ending is complete after the pause', () => {
  expect(decode([bytes('abc'), bytes('def')])).toEqual([{ text: 'abcdef', symbology: null }]);
});

it('the AIM identifier is not part of the code', () => {
  expect(decode([bytes(']Q1tkt_x\r')])).toEqual([{ text: 'tkt_x', symbology: ']Q1' }]);
});

it('an endless line does not exhaust memory', () => {
  const { waiting } = takeBytes([], Array<number>(20_000).fill(0x78));
  expect(waiting).toHaveLength(8_192);
});
