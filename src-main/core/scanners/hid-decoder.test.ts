import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hexBytes, reports } from '../../../test/support/scanners/hid-reports.ts';
import type { ScannedCode } from './decode-text.ts';
import { emptyBuffer, FLUSH_MS, flushHidBuffer, takeReport } from './hid-decoder.ts';
import { knownLayouts, layoutOf, type ReportLayout } from './report-layout.ts';

const ZEBRA = 0x05e0;
const HONEYWELL = 0x0c2e;

interface Arrival {
  readonly report: readonly number[];
  readonly at: number;
}

/** The codes in a scanner's reports, followed by silence. */
function decode(
  arrivals: readonly Arrival[],
  vendorId = HONEYWELL,
  described: ReportLayout | null = null,
): readonly ScannedCode[] {
  const codes: ScannedCode[] = [];
  let buffer = emptyBuffer;
  for (const { report, at } of arrivals) {
    const step = takeReport(buffer, report, { at, source: { vendorId, described } });
    buffer = step.buffer;
    codes.push(...step.codes);
  }
  return [...codes, ...flushHidBuffer(buffer, 1e9).codes];
}

const soon = (list: readonly (readonly number[])[], from = 0): readonly Arrival[] =>
  list.map((report, index) => ({ report, at: from + index * 4 }));

const LOREM =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit,' +
  'ulpa qui officia deserunt mollit anim id est laborum.';

describe('recorded reports', () => {
  it.each([
    ['Zebra', ZEBRA, reports.zebraUpc, '306030209223', ']X0'],
    ['Honeywell', HONEYWELL, reports.honeywellUpc, '306030209223', ']E0'],
  ])('%s: a short code in one report', (_, vendor, report, text, symbology) => {
    expect(decode(soon([report]), vendor)).toEqual([{ text, symbology }]);
  });

  it.each([
    ['Zebra', ZEBRA, [reports.zebraQrFirst, reports.zebraQrLast]],
    ['Honeywell', HONEYWELL, [reports.honeywellQrFirst, reports.honeywellQrLast]],
  ])('%s: a QR code in two reports', (_, vendor, parts) => {
    expect(decode(soon(parts), vendor)).toEqual([{ text: LOREM, symbology: ']Q1' }]);
  });

  it('reveal their layout whatever the manufacturer', () => {
    expect(decode(soon([reports.zebraUpc]), 0x1234)).toHaveLength(1);
    expect(decode(soon([reports.honeywellUpc]), ZEBRA)).toHaveLength(1);
  });
});

const layouts = Object.entries(knownLayouts);

describe.each(layouts)('the %s layout', (_, layout) => {
  it('is recognised by a report of it', () => {
    const [report = []] = split('x'.repeat(layout.capacity), layout);
    expect(layoutOf(report, { vendorId: HONEYWELL, described: null })).toBe(layout);
  });

  const code = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
    .filter((text) => !text.includes('\0') && text.isWellFormed());

  it('reassembles a code split over reports, even in the middle of a character', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect(decode(soon(split(text, layout)))).toEqual([{ text, symbology: ']Q1' }]);
      }),
    );
  });

  it('never joins the rest of a code with the next one', () => {
    fc.assert(
      fc.property(code, code, fc.nat(), (first, second, dropped) => {
        const parts = split(first, layout);
        const left = parts.filter((__, index) => index !== dropped % parts.length);
        const codes = decode([
          ...soon(left),
          ...soon(split(second, layout), left.length * 4 + FLUSH_MS),
        ]);
        expect(codes.at(-1)?.text).toBe(second);
        // The rest of the first code is the same as without the second.
        expect(codes.slice(0, -1)).toEqual(decode(soon(left)));
      }),
    );
  });

  it('separates codes that are read 40 ms apart', () => {
    fc.assert(
      fc.property(code, code, (first, second) => {
        const arrivals = [
          ...soon(split(first, layout)),
          ...soon(split(second, layout), split(first, layout).length * 4 + 40),
        ];
        expect(decode(arrivals).map(({ text }) => text)).toEqual([first, second]);
      }),
    );
  });
});

it('two scanners have separate buffers', () => {
  const [first = [], last = []] = split('x'.repeat(80), knownLayouts.honeywell);
  const source = { vendorId: HONEYWELL, described: null };
  const one = takeReport(emptyBuffer, first, { at: 0, source });
  const other = takeReport(emptyBuffer, reports.honeywellUpc, { at: 1, source });
  expect(other.codes.map(({ text }) => text)).toEqual(['306030209223']);
  expect(takeReport(one.buffer, last, { at: 2, source }).codes[0]?.text).toHaveLength(80);
});

it('a full report marked as continued is a complete code when nothing follows', () => {
  const [report = []] = split('x'.repeat(56), knownLayouts.honeywell);
  const marked = report.with(63, 1);
  const { buffer, codes } = takeReport(emptyBuffer, marked, {
    at: 0,
    source: { vendorId: HONEYWELL, described: null },
  });
  expect(codes).toEqual([]);
  expect(flushHidBuffer(buffer, FLUSH_MS - 1).codes).toEqual([]);
  expect(flushHidBuffer(buffer, FLUSH_MS).codes).toEqual([
    { text: 'x'.repeat(56), symbology: ']Q1' },
  ]);
});

it('a report with another AIM identifier starts another code, however soon it arrives', () => {
  const [part = []] = split('x'.repeat(80), knownLayouts.honeywell);
  const codes = decode(soon([part, reports.honeywellUpc]));
  expect(codes.map(({ text }) => text)).toEqual(['x'.repeat(56), '306030209223']);
});

it('text that is not UTF-8 is read as Latin-1', () => {
  const bytes = hexBytes('0205 5d5130 416de96c6965').with(1, 6);
  expect(decode(soon([padded(bytes)]))).toEqual([{ text: 'Amélie', symbology: ']Q0' }]);
});

it("a scanner that sends no AIM identifier is read with its manufacturer's layout", () => {
  const honeywell = padded([2, 3, 0, 0, 0, 0x61, 0x62, 0x63]);
  expect(decode(soon([honeywell]))).toEqual([{ text: 'abc', symbology: null }]);
  const zebra = padded([2, 3, 0, 0, 0, 0, 0x61, 0x62, 0x63]);
  expect(decode(soon([zebra]), ZEBRA)).toEqual([{ text: 'abc', symbology: null }]);
});

it('an endless code is cut at the maximum length', () => {
  const endless = split('x'.repeat(20_000), knownLayouts.honeywell);
  expect(decode(soon(endless)).map(({ text }) => text.length)).toEqual([8_192]);
});

it('never throws on anything that a device may send', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 20 }), (list) => {
      const codes = decode(soon(list.map((bytes) => [...bytes])));
      for (const { text } of codes) expect(text.length).toBeLessThanOrEqual(8_192);
    }),
  );
});

/** The reports of a code in a layout, padded with zeros. */
function split(text: string, layout: ReportLayout): readonly (readonly number[])[] {
  const bytes = [...new TextEncoder().encode(text)];
  const parts: (readonly number[])[] = [];
  for (let start = 0; start < bytes.length; start += layout.capacity) {
    const data = bytes.slice(start, start + layout.capacity);
    const report: number[] = Array(layout.continuedAt + 1).fill(0);
    report[0] = layout.reportId;
    if (layout.countAt !== null) report[layout.countAt] = data.length;
    if (layout.aimAt !== null) report.splice(layout.aimAt, 3, ...hexBytes('5d5131'));
    report.splice(layout.dataAt, data.length, ...data);
    if (start + layout.capacity < bytes.length) report[layout.continuedAt] = 1;
    parts.push(report);
  }
  return parts;
}

function padded(bytes: readonly number[]): readonly number[] {
  return [...bytes, ...Array<number>(64).fill(0)].slice(0, 64);
}
