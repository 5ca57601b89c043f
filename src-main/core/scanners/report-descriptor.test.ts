import fc from 'fast-check';
import { expect, it } from 'vitest';
import { descriptors, hexBytes, reports } from '../../../test/support/scanners/hid-reports.ts';
import { emptyBuffer, takeReport } from './hid-decoder.ts';
import { readReportDescriptor } from './report-descriptor.ts';
import { knownLayouts } from './report-layout.ts';

it("a scanner's descriptor reveals its layout and how it beeps", () => {
  expect(readReportDescriptor(descriptors.honeywell)).toEqual({
    layout: knownLayouts.honeywell,
    beeper: {
      reportId: 4,
      length: 2,
      good: { byte: 1, bit: 6 },
      error: { byte: 1, bit: 5 },
    },
  });
});

it('an unknown layout is read as described', () => {
  // Report 7: the data comes first, then the identifier, a count and the flag in bit 3.
  const described = readReportDescriptor(
    hexBytes(
      '058c0902a101 8507 150026ff007508 950a 09fe8102 9503 09fb09fc09fd8102 9501 0501093b8102' +
        '058c 7501 9503 8103 9501 09ff8102 9504 8103 c0',
    ),
  );
  expect(described.layout).toMatchObject({ reportId: 7, dataAt: 1, capacity: 10, aimAt: 11 });
  expect(described.layout).toMatchObject({ countAt: 14, continuedAt: 15, continuedBit: 3 });
  const report = [7, ...Buffer.from('abc'), 0, 0, 0, 0, 0, 0, 0, ...Buffer.from(']C0'), 3, 0];
  const source = { vendorId: 1, described: described.layout };
  expect(takeReport(emptyBuffer, report, { at: 0, source }).codes).toEqual([
    { text: 'abc', symbology: ']C0' },
  ]);
});

it('a descriptor that the reports contradict is ignored', () => {
  const source = { vendorId: 0x05e0, described: knownLayouts.honeywell };
  expect(takeReport(emptyBuffer, reports.zebraUpc, { at: 0, source }).codes).toEqual([
    { text: '306030209223', symbology: ']X0' },
  ]);
});

it('a descriptor of another device yields no scanner', () => {
  expect(readReportDescriptor(descriptors.keyboard)).toEqual({ layout: null, beeper: null });
});

it('never throws on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      expect(readReportDescriptor([...bytes])).toBeDefined();
    }),
  );
});
