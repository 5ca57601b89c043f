import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serialDefaults } from '../shared/station/scanners.ts';
import { readCodes, type ReadCode } from '../shared/ticket-code/read-codes.ts';
import { emptyBuffer, takeReport } from '../src-main/core/scanners/hid-decoder.ts';
import {
  emptySerial,
  flushSerialBuffer,
  takeBytes,
  waitMs,
} from '../src-main/core/scanners/serial-decoder.ts';
import { anyTicketReference } from './support/references.ts';
import { usKey } from './support/scanner-keys.ts';
import { zebraReports } from './support/scanners/hid-reports.ts';
import { readings, type Reading } from './support/scanners/readings.ts';
import { openWedgePage } from './support/scanners/wedge-page.ts';

/** Small letters and capitals of scripts with and without cases. */
const letter = fc.constantFrom(...Array.from('aqzwmyTÖößıİσΣжЖشلاกの1!§'));

it.each(readings)('$row, $source: $name', (reading) => {
  expect(codesOf(reading).map(nameOf)).toEqual(reading.is);
});

it('a code is read whatever the layout, Caps Lock and a stuck Shift make of its keys', () => {
  const other = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 });
  const layout = fc.func(
    fc.oneof(
      other.filter((sign) => /^[^\p{ASCII}\s]+$/u.test(sign)),
      letter,
    ),
  );
  fc.assert(
    fc.property(anyTicketReference(), layout, fc.boolean(), (reference, signOf, isShifted) => {
      const keys = Array.from(reference, (character, index) => {
        const { code, shift } = usKey(character);
        const key = signOf(code, shift || isShifted);
        return { at: index * 5, key, code, shift: shift || isShifted };
      });
      const reading = { row: '', name: '', is: [], source: 'keyboard' as const };
      const enter = { at: 200, key: 'Enter', code: 'Enter' };
      const read = codesOf({ ...reading, keys: [...keys, enter] });
      expect(read.map(nameOf)).toEqual([reference]);
    }),
    { numRuns: 300 },
  );
});

it('every kind of trouble is read in at least five ways', () => {
  const rows = Array.from({ length: 11 }, (_, index) => `W${index + 1}`);
  const counts = rows.map((row) => readings.filter((reading) => reading.row === row).length);
  expect(counts.filter((count) => count < 5)).toEqual([]);
});

function nameOf({ code }: ReadCode): string {
  return code.kind === 'reference' ? code.reference : code.kind;
}

/** What the decoder of its source makes of it. */
function codesOf(reading: Reading): readonly ReadCode[] {
  switch (reading.source) {
    case 'keyboard': {
      const page = openWedgePage();
      for (const key of reading.keys) {
        page.passUntil(key.at);
        page.arrive([key]);
      }
      page.pass(2_000);
      // Nothing of a scan reaches page or browser. (A slow scanner's keys are given to the page again, which does nothing with them.)
      expect(page.reached.filter((key) => !MODIFIERS.includes(key))).toEqual([]);
      return page.read;
    }
    case 'serial':
      return serialTexts(reading.chunks).flatMap(readCodes);
    case 'hid':
      return hidTexts(reading.text).flatMap(readCodes);
    default:
      return readCodes(reading.text);
  }
}

const MODIFIERS = ['Alt', 'Control', 'Shift'];

function serialTexts(chunks: readonly (readonly [at: number, text: string])[]): readonly string[] {
  const settings = serialDefaults;
  const texts: string[] = [];
  let buffer = emptySerial;
  for (const [at, text] of [...chunks, [60_000, ''] as const]) {
    const due = buffer.at + waitMs(buffer, settings);
    if (due <= at) {
      const late = flushSerialBuffer(buffer, due, settings);
      ({ buffer } = late);
      texts.push(...late.codes.map((one) => one.text));
    }
    const step = takeBytes(buffer, [...Buffer.from(text)], { at, settings });
    ({ buffer } = step);
    texts.push(...step.codes.map((one) => one.text));
  }
  return texts;
}

function hidTexts(text: string): readonly string[] {
  const source = { vendorId: 0x05e0, described: null };
  let buffer = emptyBuffer;
  return zebraReports(text).flatMap((report) => {
    const step = takeReport(buffer, report, { at: 0, source });
    ({ buffer } = step);
    return step.codes.map((one) => one.text);
  });
}
