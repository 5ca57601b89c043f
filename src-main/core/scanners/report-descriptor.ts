import type { ReportLayout } from './report-layout.ts';

/**
 * Parses a HID report descriptor (Device Class Definition for HID 1.11, section 6.2.2) for the parts of a bar code scanner (HID Point of
 * Sale Usage Tables 1.02, page 0x8C): the positions of data, count, AIM identifier and *continued* bit in its input report, and the output
 * report that sounds its beeper.
 */
export interface DescribedScanner {
  readonly layout: ReportLayout | null;
  readonly beeper: Beeper | null;
}

/** An output report of `length` bytes, including its id, in which one bit sounds a beep. */
export interface Beeper {
  readonly reportId: number;
  readonly length: number;
  readonly good: BitPlace;
  readonly error: BitPlace;
}

export interface BitPlace {
  readonly byte: number;
  readonly bit: number;
}

const SCANNER_PAGE = 0x8c;
const usage = (id: number) => SCANNER_PAGE * 0x1_0000 + id;
const BYTE_COUNT = 0x01_003b;
const ERROR_BEEP = usage(0x85);
const GOOD_BEEP = usage(0x86);
const SYMBOLOGY = [usage(0xfb), usage(0xfc), usage(0xfd)] as const;
const DECODED_DATA = usage(0xfe);
const CONTINUED = usage(0xff);

export function readReportDescriptor(bytes: readonly number[]): DescribedScanner {
  const fields = readFields(bytes);
  const inputs = fields.filter(({ kind }) => kind === 'input');
  const outputs = fields.filter(({ kind }) => kind === 'output');
  return { layout: layoutIn(inputs), beeper: beeperIn(outputs) };
}

function layoutIn(inputs: readonly Field[]): ReportLayout | null {
  const data = inputs.find((field) => field.usage === DECODED_DATA && field.size === 8);
  if (data === undefined) return null;
  const inReport = inputs.filter(({ reportId }) => reportId === data.reportId);
  const place = (wanted: number) => inReport.find((field) => field.usage === wanted)?.bit;
  const continued = place(CONTINUED);
  if (continued === undefined || data.reportId === 0) return null;
  const count = place(BYTE_COUNT);
  const [first, ...others] = SYMBOLOGY.map(place);
  const isTogether = others.every((bit, index) => bit === (first ?? 0) + 8 * (index + 1));
  return {
    reportId: data.reportId,
    countAt: count === undefined ? null : count >> 3,
    aimAt: first === undefined || !isTogether ? null : first >> 3,
    dataAt: data.bit >> 3,
    capacity: data.count,
    continuedAt: continued >> 3,
    continuedBit: continued & 7,
  };
}

function beeperIn(outputs: readonly Field[]): Beeper | null {
  const good = outputs.find((field) => field.usage === GOOD_BEEP);
  const error = outputs.find((field) => field.usage === ERROR_BEEP);
  if (good === undefined || error === undefined || good.reportId !== error.reportId) return null;
  const ends = outputs
    .filter(({ reportId }) => reportId === good.reportId)
    .map(({ bit, size, count }) => bit + size * count);
  return {
    reportId: good.reportId,
    length: Math.ceil(Math.max(...ends) / 8),
    good: { byte: good.bit >> 3, bit: good.bit & 7 },
    error: { byte: error.bit >> 3, bit: error.bit & 7 },
  };
}

interface Field {
  readonly kind: 'input' | 'output';
  readonly reportId: number;
  /** From the start of the report, whose first byte is its id. */
  readonly bit: number;
  /** Bits per value. */
  readonly size: number;
  /** Number of consecutive values under this usage. */
  readonly count: number;
  readonly usage: number;
}

/** The state set by global items and saved by `Push`. */
interface Globals {
  readonly page: number;
  readonly size: number;
  readonly count: number;
  readonly reportId: number;
}

/** More than any real report has; a descriptor that exceeds it is rejected. */
const MOST_VALUES = 4_096;

function readFields(bytes: readonly number[]): readonly Field[] {
  const fields: Field[] = [];
  const ends = new Map<string, number>();
  const stack: Globals[] = [];
  let globals: Globals = { page: 0, size: 0, count: 0, reportId: 0 };
  let usages: number[] = [];
  let lowest: number | null = null;
  for (const { tag, value, length } of readItems(bytes)) {
    const wide = length === 4 ? value : globals.page * 0x1_0000 + value;
    switch (tag) {
      case 0x04:
        globals = { ...globals, page: value };
        break;
      case 0x74:
        globals = { ...globals, size: value };
        break;
      case 0x84:
        globals = { ...globals, reportId: value };
        break;
      case 0x94:
        globals = { ...globals, count: Math.min(value, MOST_VALUES) };
        break;
      case 0xa4:
        stack.push(globals);
        break;
      case 0xb4:
        globals = stack.pop() ?? globals;
        break;
      case 0x08:
        usages.push(wide);
        break;
      case 0x18:
        lowest = wide;
        break;
      case 0x28:
        for (let one = lowest ?? wide; one <= wide && usages.length < MOST_VALUES; one += 1) {
          usages.push(one);
        }
        break;
      case 0x80:
      case 0x90: {
        const kind = tag === 0x80 ? 'input' : 'output';
        const key = `${kind} ${globals.reportId}`;
        const start = ends.get(key) ?? 8;
        ends.set(key, start + globals.size * globals.count);
        const isPadding = (value & 1) === 1;
        if (!isPadding || usages.length > 0) fields.push(...fieldsOf(kind, globals, usages, start));
        usages = [];
        lowest = null;
        break;
      }
      // Feature reports and collections: they end the collected usages and are otherwise ignored.
      case 0xb0:
      case 0xa0:
      case 0xc0:
        usages = [];
        lowest = null;
        break;
      default:
    }
  }
  return fields;
}

/** One field per usage; the last usage covers all remaining values. */
function fieldsOf(
  kind: Field['kind'],
  { size, count, reportId }: Globals,
  usages: readonly number[],
  start: number,
): readonly Field[] {
  return usages.slice(0, count).map((one, index, used) => ({
    kind,
    reportId,
    bit: start + index * size,
    size,
    count: index === used.length - 1 ? count - index : 1,
    usage: one,
  }));
}

interface Item {
  /** Tag and type, without the size. */
  readonly tag: number;
  readonly value: number;
  /** Bytes of the value. */
  readonly length: number;
}

function readItems(bytes: readonly number[]): readonly Item[] {
  const items: Item[] = [];
  let at = 0;
  while (at < bytes.length) {
    const prefix = bytes[at] ?? 0;
    if (prefix === 0xfe) {
      // A long item: the next byte holds its length.
      at += 3 + (bytes[at + 1] ?? 0);
      continue;
    }
    const length = [0, 1, 2, 4][prefix & 3] ?? 0;
    const value = bytes
      .slice(at + 1, at + 1 + length)
      .reduceRight((sum, byte) => sum * 256 + byte, 0);
    items.push({ tag: prefix & 0xfc, value, length });
    at += 1 + length;
  }
  return items;
}
