import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { splitMergedCodes } from '../../../shared/ticket-code/split-merged-codes.ts';
import type { KeyStroke } from './key-stroke.ts';
import { usCharacter } from './us-layout.ts';

interface Reading {
  readonly text: string;
  readonly codes: readonly string[];
  readonly recognised: boolean;
}

/**
 * The codes that a scanner read: the characters of the layout in force or those of the US positions, whichever is a ticket code.
 * When both are (QWERTZ swaps only Y and Z), the one with its own underscore wins; when none is, what the layout says stands.
 */
export function readStrokes(strokes: readonly KeyStroke[]): readonly string[] {
  return bestReading(strokes).codes;
}

/** Whether the strokes are made of whole codes. */
export function readsAsCodes(strokes: readonly KeyStroke[]): boolean {
  return bestReading(strokes).recognised;
}

function bestReading(strokes: readonly KeyStroke[]): Reading {
  const typed = reading(strokes.map(({ key }) => (key.length === 1 ? key : '')).join(''));
  const positions = reading(strokes.map(usCharacter).join(''));
  if (typed.recognised && positions.recognised) {
    return hasUnderscore(positions) && !hasUnderscore(typed) ? positions : typed;
  }
  return positions.recognised ? positions : typed;
}

function reading(text: string): Reading {
  const codes = splitMergedCodes(text);
  const recognised = codes.every((code) => parseTicketCode(code).kind !== 'unrecognised');
  return { text, codes, recognised };
}

function hasUnderscore({ text }: Reading): boolean {
  return /tkt_/i.test(text);
}
