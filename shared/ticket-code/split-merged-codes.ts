import { cleanCode } from './clean-code.ts';
import { parseTicketCode, type TicketCode } from './parse-ticket-code.ts';
import { lowerAscii, readReference, REFERENCE_SHAPE } from './read-reference.ts';

/** Anything that a scanner puts between two codes: a terminator, an AIM identifier, an extended channel. */
const BETWEEN = '(?:[\\s\\p{Cc}]|\\][A-Za-z][0-9A-Za-z]|\\\\\\d{6})';

const nextReference = new RegExp(`(${REFERENCE_SHAPE})${BETWEEN}*`, 'uy');

/** Bounded, so that matching a hostile code takes linear time. */
const beforeUrl = new RegExp(`${BETWEEN}{0,8}(?=https?://)`, 'iu');

/** One code as read, and its content. */
export interface ReadCode {
  readonly raw: string;
  readonly code: TicketCode;
}

/** The codes in one reading, in order: at least one. */
export function readCodes(raw: string): readonly ReadCode[] {
  return splitMergedCodes(raw).map((piece) => ({ raw: piece, code: parseTicketCode(piece) }));
}

/**
 * Splits one reading into its codes, in order. A scanner without a terminator merges two quick scans (`tkt_…tkt_…`); they are separated if
 * the whole text consists of references, or of URLs that each name a ticket. Anything else is one code, unchanged.
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
