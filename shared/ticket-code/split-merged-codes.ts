import { cleanCode } from './clean-code.ts';
import { readReference, REFERENCE_SHAPE } from './read-reference.ts';

/** One reference with what a scanner may put before it and after it. */
const nextReference = new RegExp(
  `\\s*(?:\\][a-z][0-9a-z]|\\\\\\d{6})*(${REFERENCE_SHAPE})[\\s\\p{Cc}]*`,
  'uy',
);

/**
 * The codes in one reading, in order. A scanner that sends no terminator runs two quick scans together (`tkt_…tkt_…`); these come apart
 * when the whole text is references one after another, or URLs that each name one. Anything else is one code, as it came.
 */
export function splitMergedCodes(raw: string): readonly string[] {
  const text = cleanCode(raw);
  const pieces = text.includes('://') ? splitUrls(text) : splitReferences(text.toLowerCase());
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
  const pieces = text.split(/(?=https?:\/\/)/i);
  return pieces.every((piece) => readReference(cleanCode(piece)) !== null) ? pieces : [];
}
