import { MAX_CODE_LENGTH } from '../../../shared/ticket-code/clean-code.ts';
import { readAim } from '../../../shared/ticket-code/symbology.ts';
import { decodeText, type ScannedCode } from './decode-text.ts';

/**
 * Splits the bytes of a serial scanner into codes: each ends with CR or LF, or, if the scanner sends neither, with a pause of
 * `SERIAL_PAUSE_MS`.
 */
export interface SerialStep {
  readonly waiting: readonly number[];
  readonly codes: readonly ScannedCode[];
}

/** Longer than a pause within a code, even if an adapter buffers bytes. */
export const SERIAL_PAUSE_MS = 250;

export function takeBytes(waiting: readonly number[], bytes: readonly number[]): SerialStep {
  const codes: ScannedCode[] = [];
  let line = [...waiting];
  for (const byte of bytes) {
    if (byte === 0x0d || byte === 0x0a) {
      codes.push(...codeOf(line));
      line = [];
    } else if (line.length < MAX_CODE_LENGTH) line.push(byte);
  }
  return { waiting: line, codes };
}

/** Ends the code after nothing has arrived for the length of the pause. */
export function endOfBytes(waiting: readonly number[]): SerialStep {
  return { waiting: [], codes: codeOf(waiting) };
}

function codeOf(line: readonly number[]): readonly ScannedCode[] {
  const text = decodeText(line);
  if (text.trim() === '') return [];
  const symbology = readAim(text);
  return [{ text: symbology === null ? text : text.slice(symbology.length), symbology }];
}
