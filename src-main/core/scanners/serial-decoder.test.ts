import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serialDefaults, type SerialSettings } from '../../../shared/station/scanners.ts';
import { anyTicketReference } from '../../../test/support/references.ts';
import { emptySerial, flushSerialBuffer, takeBytes, waitMs } from './serial-decoder.ts';

type Chunk = readonly [at: number, text: string];

/** Feeds chunks at their times, and lets time pass in between and at the end as a timer would. */
function decode(chunks: readonly Chunk[], change: Partial<SerialSettings> = {}) {
  const settings = { ...serialDefaults, ...change };
  let buffer = emptySerial;
  const codes: (readonly [at: number, text: string, symbology: string | null])[] = [];
  const passUntil = (at: number) => {
    const due = buffer.at + waitMs(buffer, settings);
    if (due > at) return;
    const step = flushSerialBuffer(buffer, due, settings);
    buffer = step.buffer;
    for (const { text, symbology } of step.codes) codes.push([due, text, symbology]);
  };
  for (const [at, text] of chunks) {
    passUntil(at);
    const bytes = [...new TextEncoder().encode(text)];
    const step = takeBytes(buffer, bytes, { at, settings });
    buffer = step.buffer;
    for (const one of step.codes) codes.push([at, one.text, one.symbology]);
  }
  passUntil(Number.MAX_SAFE_INTEGER);
  return { codes, texts: codes.map(([, text]) => text) };
}

const A = 'tkt_01hzyzyzyzyzyzyzyzyzyzyz42';
const B = 'tkt_01hzyzyzyzyzyzyzyzyzyzyz43';

it.each(['\r', '\n', '\r\n'])('codes end with %j at once, however their bytes are split', (end) => {
  fc.assert(
    fc.property(
      fc.array(anyTicketReference(), { maxLength: 4 }),
      fc.array(fc.nat({ max: 9 })),
      (texts, sizes) => {
        let all = texts.map((text) => text + end).join('');
        const chunks: Chunk[] = [];
        for (const size of sizes) {
          chunks.push([0, all.slice(0, size)]);
          all = all.slice(size);
        }
        expect(decode([...chunks, [0, all]]).codes).toEqual(texts.map((text) => [0, text, null]));
      },
    ),
  );
});

it('the AIM identifier is not part of the code', () => {
  expect(decode([[0, `]Q1${A}\r`]]).codes).toEqual([[0, A, ']Q1']]);
});

it.each([
  [
    'of a scanner that ends no lines, at the pause',
    {},
    [
      [0, A],
      [300, B],
    ],
    [A, B],
  ],
  [
    'in two pieces within the pause',
    {},
    [
      [0, A.slice(0, 9)],
      [240, A.slice(9)],
    ],
    [A],
  ],
  [
    'in two pieces of a scanner that has ended a line',
    {},
    [
      [0, `${A}\r`],
      [900, B.slice(0, 9)],
      [1_220, `${B.slice(9)}\r`],
    ],
    [A, B],
  ],
  [
    'in two pieces of a scanner that is set to end lines',
    { ending: 'line' },
    [
      [0, A.slice(0, 9)],
      [320, `${A.slice(9)}\r`],
    ],
    [A],
  ],
  [
    'whose pause was set longer',
    { pause_ms: 1_000 },
    [
      [0, A.slice(0, 9)],
      [700, A.slice(9)],
    ],
    [A],
  ],
  [
    'whose other half never comes',
    {},
    [
      [0, `${A}\r`],
      [900, B.slice(0, 9)],
      [9_000, `${B}\r`],
    ],
    [A, B.slice(0, 9), B],
  ],
  [
    'of many lines, once',
    {},
    [
      [0, 'BEGIN:VCARD\r\nFN:Amélie Dubois\r\n'],
      [60, 'END:VCARD\r\n'],
    ],
    ['BEGIN:VCARD\nFN:Amélie Dubois\nEND:VCARD'],
  ],
  ['below a name, once', {}, [[0, `Amélie Dubois\r${A}\r`]], [`Amélie Dubois\n${A}`]],
  [
    'above a name, once',
    {},
    [
      [0, `${A}\rAmélie Dubois\r`],
      [20, 'VIP\r'],
    ],
    [A],
  ],
  [
    'of several lines that only a pause ends',
    { ending: 'pause' },
    [[0, `Amélie\r${A}\r`]],
    [`Amélie\r${A}\r`],
  ],
  [
    'that is none, and a code a second later',
    {},
    [
      [0, '4006381333931\r'],
      [1_000, `${A}\r`],
    ],
    ['4006381333931', A],
  ],
] as const)('a reading is told apart: %s', (_, settings, chunks, texts) => {
  expect(decode(chunks, settings).texts).toEqual(texts);
});

it('what holds no code is known a tenth of a second later, because a line may follow', () => {
  expect(decode([[0, '4006381333931\r']]).codes).toEqual([[100, '4006381333931', null]]);
});

it('an endless line, and endless lines, do not exhaust memory', () => {
  const { texts } = decode(Array.from({ length: 40 }, (): Chunk => [0, 'x'.repeat(1_000)]));
  expect(texts.map(({ length }) => length)).toEqual([8_192]);
  const lines = decode(Array.from({ length: 400 }, (): Chunk => [0, `${'x'.repeat(99)}\r`]));
  expect(lines.texts).toHaveLength(1);
  expect(lines.texts[0]?.length).toBeLessThanOrEqual(8_192);
});
