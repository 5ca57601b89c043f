import { type ReadCode, readCodes } from '../../../shared/ticket-code/split-merged-codes.ts';
import { type KeyStroke, usCharacter } from './us-layout.ts';

export interface StrokesRead {
  readonly codes: readonly ReadCode[];
  /** The strokes consist of complete codes. */
  readonly recognised: boolean;
}

interface Candidate extends StrokesRead {
  readonly text: string;
}

/**
 * Returns the codes that a scanner read: either the characters of the current layout or those of the US positions, whichever is a
 * ticket code. If both are (QWERTZ swaps only Y and Z), the one with a literal underscore wins; if neither is, the layout's
 * characters are used.
 */
export function readStrokes(strokes: readonly KeyStroke[]): StrokesRead {
  const typed = candidate(strokes.map(({ key }) => (key.length === 1 ? key : '')).join(''));
  const positions = candidate(strokes.map(usCharacter).join(''));
  if (typed.recognised && positions.recognised) {
    return hasUnderscore(positions) && !hasUnderscore(typed) ? positions : typed;
  }
  return positions.recognised ? positions : typed;
}

function candidate(text: string): Candidate {
  const codes = readCodes(text);
  return { text, codes, recognised: codes.every(({ code }) => code.kind !== 'unrecognised') };
}

function hasUnderscore({ text }: Candidate): boolean {
  return /tkt_/i.test(text);
}
