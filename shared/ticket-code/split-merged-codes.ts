import { cleanCode } from './clean-code.ts';
import { parseTicketCode, type TicketCode } from './parse-ticket-code.ts';
import { lowerAscii, readReference, REFERENCE_SHAPE } from './read-reference.ts';

/** One thing that a scanner puts between two codes: a terminator, an AIM identifier, an extended channel. */
const BETWEEN = '(?:[\\s\\p{Cc}]|\\][A-Za-z][0-9A-Za-z]|\\\\\\d{6})';

const nextReference = new RegExp(`(${REFERENCE_SHAPE})${BETWEEN}*`, 'uy');

/** Counted, so that a hostile code costs no more than its length. */
const beforeUrl = new RegExp(`${BETWEEN}{0,8}(?=https?://)`, 'iu');

/** One code as it was read, and what it says. */
export interface ReadCode {
  readonly raw: string;
  readonly code: TicketCode;
}

/** The codes in one reading, in order: at least one. */
export function readCodes(raw: string): readonly ReadCode[] {
  return splitMergedCodes(raw).map((piece) => ({ raw: piece, code: parseTicketCode(piece) }));
}

/**
 * The codes in one reading, in order. A scanner that sends no terminator runs two quick scans together (`tkt_…tkt_…`); these come apart
 * when the whole text is references one after another, or URLs that each name one. Anything else is one code, as it came.
 */
export function splitMergedCodes(raw: string): readonly string[] {
  const text = cleanCode(raw);
  const pieces = text.includes('://') ? splitUrls(text) : splitReferences(lowerAscii(text));
  return pieces.length > 1 ? pieces : [raw];
}

function splitReferences(text: string): readonly string[] {
  const pieces: string[] = [];
  nextReference.lastIndex = 0;
  while (nextReference.lastIndex < text.length) {
    const piece = nextReference.exec(text)?.[1];
    if (piece === undefined) return [];
    pieces.push(piece);
  }
  return pieces;
}

function splitUrls(text: string): readonly string[] {
  const pieces = text.split(beforeUrl);
  return pieces.every((piece) => readReference(piece) !== null) ? pieces : [];
}
