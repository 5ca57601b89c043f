import { readCodes, type ReadCode } from '../../../shared/ticket-code/split-merged-codes.ts';
import type { KeyStroke } from './key-stroke.ts';
import { usCharacter } from './us-layout.ts';

export interface StrokesRead {
  readonly codes: readonly ReadCode[];
  /** The strokes are made of whole codes. */
  readonly recognised: boolean;
}

interface Candidate extends StrokesRead {
  readonly text: string;
}

/**
 * The codes that a scanner read: the characters of the layout in force or those of the US positions, whichever is a ticket code.
 * When both are (QWERTZ swaps only Y and Z), the one with its own underscore wins; when none is, what the layout says stands.
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
