// Why: docs/decisions/0021-scanners.md
import { MAX_CODE_LENGTH } from '../../../shared/contract/limits.ts';
import { readAim } from '../../../shared/ticket-code/symbology.ts';
import { decodeText, type ScannedCode } from './decode-text.ts';
import { layoutOf, type ReportLayout, type ReportSource } from './report-layout.ts';

/**
 * Assembles the codes of one HID POS scanner from its input reports. A pure machine with one buffer per device.
 *
 * Phases: empty → `open` with the first report marked *continued* → empty with the last report, or when none arrived for `FLUSH_MS`: some
 * firmware marks every full report *continued*, so what has arrived by then is the code. A later report, or one with another AIM
 * identifier, starts a new code: a lost part never joins two codes.
 */
export interface HidBuffer {
  /** Null while no code is open. */
  readonly open: OpenCode | null;
}

interface OpenCode {
  readonly data: readonly number[];
  readonly aim: string | null;
  /** When its last report arrived, in milliseconds. */
  readonly at: number;
}

export interface HidStep {
  readonly buffer: HidBuffer;
  readonly codes: readonly ScannedCode[];
}

export const FLUSH_MS = 250;
export const emptyBuffer: HidBuffer = { open: null };

export function takeReport(
  buffer: HidBuffer,
  report: readonly number[],
  { at, source }: { readonly at: number; readonly source: ReportSource },
): HidStep {
  const layout = layoutOf(report, source);
  if (layout === null) return flushHidBuffer(buffer, at);
  const part = readPart(report, layout);
  const isNext =
    buffer.open !== null && at - buffer.open.at < FLUSH_MS && belongs(part, buffer.open);
  const before = isNext ? [] : closed(buffer);
  const data = isNext ? [...(buffer.open?.data ?? []), ...part.data] : part.data;
  const open: OpenCode = {
    // Text longer than any code is read to its end and cut.
    data: data.slice(0, MAX_CODE_LENGTH),
    aim: (isNext ? buffer.open?.aim : null) ?? part.aim,
    at,
  };
  if (part.isContinued) return { buffer: { open }, codes: before };
  return { buffer: emptyBuffer, codes: [...before, ...closed({ open })] };
}

/** Completes the open code if no report has arrived for long enough. */
export function flushHidBuffer(buffer: HidBuffer, at: number): HidStep {
  if (buffer.open === null || at - buffer.open.at < FLUSH_MS) return { buffer, codes: [] };
  return { buffer: emptyBuffer, codes: closed(buffer) };
}

interface Part {
  readonly data: readonly number[];
  readonly aim: string | null;
  readonly isContinued: boolean;
}

function readPart(report: readonly number[], layout: ReportLayout): Part {
  const { countAt, aimAt, dataAt, capacity, continuedAt, continuedBit } = layout;
  const room = report.slice(dataAt, dataAt + capacity);
  const count = countAt === null ? room.findLastIndex((byte) => byte !== 0) + 1 : report[countAt];
  const characters = aimAt === null ? [] : report.slice(aimAt, aimAt + 3);
  return {
    data: room.slice(0, count ?? 0),
    aim: readAim(String.fromCharCode(...characters)),
    isContinued: (((report[continuedAt] ?? 0) >> continuedBit) & 1) === 1,
  };
}

/** Every report of a code carries its identifier; a scanner that sends it only with the first one is accepted too. */
function belongs(part: Part, open: OpenCode): boolean {
  return part.aim === null || part.aim === open.aim;
}

function closed({ open }: HidBuffer): readonly ScannedCode[] {
  if (open === null) return [];
  const text = decodeText(open.data);
  return text === '' ? [] : [{ text, symbology: open.aim }];
}
