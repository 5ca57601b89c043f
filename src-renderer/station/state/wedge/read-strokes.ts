import { findCodes } from '../../../../shared/ticket-code/find-codes.ts';
import { type ReadCode, readCodes } from '../../../../shared/ticket-code/read-codes.ts';
import { type KeyStroke, usCharacter, withoutShift } from './us-layout.ts';

export interface StrokesRead {
  readonly codes: readonly ReadCode[];
  /** The strokes hold whole codes. */
  readonly recognised: boolean;
  /** The stroke with which the first one begins. */
  readonly start: number;
}

interface Candidate extends StrokesRead {
  readonly text: string;
}

/**
 * Returns the codes that a scanner read: either the characters of the current layout or those of the US positions, whichever holds a
 * code. If both do (QWERTZ swaps only Y and Z), the one with the sign that is printed wins; if neither does, the positions without Shift
 * may, which is stuck or locked; otherwise the layout's characters are used, or the positions' if only these are half a code, or letters and
 * digits, as most codes that were sold elsewhere are.
 */
export function readStrokes(strokes: readonly KeyStroke[]): StrokesRead {
  const typed = candidate(strokes.map(({ key }) => oneCharacter(key)));
  const positions = candidate(strokes.map((stroke) => oneCharacter(usCharacter(stroke))));
  if (typed.recognised && positions.recognised) {
    return rankOfSign(positions) > rankOfSign(typed) ? positions : typed;
  }
  if (typed.recognised || positions.recognised) return typed.recognised ? typed : positions;
  if (strokes.every(({ shift }) => shift)) {
    const plain = candidate(strokes.map((stroke) => oneCharacter(withoutShift(stroke))));
    if (plain.recognised) return plain;
  }
  const isBetter = isHalf(positions) ? !isHalf(typed) : isPlain(positions) && !isPlain(typed);
  return isBetter ? positions : typed;
}

function candidate(characters: readonly string[]): Candidate {
  const text = characters.join('');
  const codes = readCodes(text);
  const recognised = codes.every(
    ({ code }) => code.kind !== 'unrecognised' && code.kind !== 'partial',
  );
  return { text, codes, recognised, start: findCodes(text)[0]?.start ?? 0 };
}

/** One for each stroke, so that places in the text are places among the strokes. */
function oneCharacter(key: string): string {
  return key.length === 1 ? key : '\ufffd';
}

/** Of the characters of which codes mostly are: what another shop's code looks like, and what a garbled one does not (AZERTY's digits). */
function isPlain({ text }: Candidate): boolean {
  return /^[\w-]+$/.test(text);
}

function isHalf({ codes }: Candidate): boolean {
  return codes.some(({ code }) => code.kind === 'partial');
}

/** A reference is printed with an underscore, or with a hyphen in a barcode that has no underscore (Code 39). */
function rankOfSign({ text }: Candidate): number {
  if (/tkt_/i.test(text)) return 2;
  return /tkt-/i.test(text) ? 1 : 0;
}
