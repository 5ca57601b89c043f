import type { SerialSettings } from '../../../shared/station/scanners.ts';
import { MAX_CODE_LENGTH } from '../../../shared/contract/limits.ts';
import { findCodes } from '../../../shared/ticket-code/find-codes.ts';
import { readAim } from '../../../shared/ticket-code/symbology.ts';
import { decodeText, type ScannedCode } from './decode-text.ts';

/**
 * Splits the bytes of a serial scanner into readings. Each ends with CR or LF or, of a scanner that has sent neither, with a pause. A
 * line that holds no code may be one of many: it waits for the next, and right after a code it belongs to that.
 */
export interface SerialBuffer {
  /** The bytes of the line that has not ended. */
  readonly line: readonly number[];
  /** Lines without a code that belong together. */
  readonly lines: readonly string[];
  /** When something last arrived, in milliseconds. */
  readonly at: number;
  /** The scanner has ended a line, so that a pause ends none of its codes. */
  readonly endsLines: boolean;
  /** Until when a line without a code belongs to the code before it. */
  readonly moreUntil: number;
}

export interface SerialStep {
  readonly buffer: SerialBuffer;
  readonly codes: readonly ScannedCode[];
}

export const emptySerial: SerialBuffer = {
  line: [],
  lines: [],
  at: Number.NEGATIVE_INFINITY,
  endsLines: false,
  moreUntil: Number.NEGATIVE_INFINITY,
};

/** The next line of a reading arrives within this time. */
const LINE_MS = 100;
/** A line that still has not ended was lost on the way. */
const LOST_MS = 3_000;

const CR = 0x0d;
const LF = 0x0a;

type Endings = Pick<SerialSettings, 'ending' | 'pause_ms'>;

export function takeBytes(
  buffer: SerialBuffer,
  bytes: readonly number[],
  { at, settings }: { readonly at: number; readonly settings: Endings },
): SerialStep {
  const late = flushSerialBuffer(buffer, at, settings);
  const codes = [...late.codes];
  let next: SerialBuffer = { ...late.buffer, at };
  const line = [...next.line];
  for (const byte of bytes) {
    if ((byte === CR || byte === LF) && settings.ending !== 'pause') {
      const step = endLine({ ...next, line: line.splice(0) });
      next = step.buffer;
      codes.push(...step.codes);
    } else if (line.length < MAX_CODE_LENGTH) line.push(byte);
  }
  return { buffer: { ...next, line }, codes };
}

/** What ends because nothing more has arrived by now. */
export function flushSerialBuffer(buffer: SerialBuffer, at: number, settings: Endings): SerialStep {
  const { line, lines } = buffer;
  if (at - buffer.at < waitMs(buffer, settings)) return { buffer, codes: [] };
  const texts = [...lines, ...textOf(line)];
  return { buffer: { ...buffer, line: [], lines: [] }, codes: codeOf(texts) };
}

/** After how many milliseconds of silence `flushSerialBuffer` ends something; infinity if nothing is open. */
export function waitMs({ line, lines, endsLines }: SerialBuffer, settings: Endings): number {
  if (line.length === 0) return lines.length === 0 ? Number.POSITIVE_INFINITY : LINE_MS;
  const isKnownToEnd = settings.ending === 'line' || (settings.ending === 'automatic' && endsLines);
  return isKnownToEnd ? LOST_MS : settings.pause_ms;
}

function endLine(buffer: SerialBuffer): SerialStep {
  const { lines, at, moreUntil } = buffer;
  const ended: SerialBuffer = { ...buffer, line: [], endsLines: true };
  const [text] = textOf(buffer.line);
  if (text === undefined) return { buffer: ended, codes: [] };
  if (findCodes(text).length > 0) {
    const codes = codeOf([...lines, text]);
    return { buffer: { ...ended, lines: [], moreUntil: at + LINE_MS }, codes };
  }
  if (lines.length === 0 && at <= moreUntil) {
    return { buffer: { ...ended, moreUntil: at + LINE_MS }, codes: [] };
  }
  const isFull = lines.join('\n').length + text.length > MAX_CODE_LENGTH;
  return { buffer: { ...ended, lines: isFull ? lines : [...lines, text] }, codes: [] };
}

function textOf(line: readonly number[]): readonly string[] {
  const text = decodeText(line);
  return text.trim() === '' ? [] : [text];
}

function codeOf(lines: readonly string[]): readonly ScannedCode[] {
  if (lines.length === 0) return [];
  const text = lines.join('\n').slice(0, MAX_CODE_LENGTH);
  const symbology = readAim(text);
  return [{ text: symbology === null ? text : text.slice(symbology.length), symbology }];
}
