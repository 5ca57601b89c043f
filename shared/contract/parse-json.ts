import { MAX_BODY_DEPTH } from './limits.ts';

/** Parses JSON for validation by a schema; undefined if it is invalid, or nests so deep that writing it could overflow the stack. */
export function parseJson(text: string): unknown {
  if (findExcess(text) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * What a JSON text has too much of: levels ({@link MAX_BODY_DEPTH} are allowed) or values; null if nothing. Counts brackets and commas
 * outside strings before parsing, without recursion.
 */
export function findExcess(text: string, maxValues = Infinity): 'depth' | 'values' | null {
  let depth = 0;
  // A comma separates two values, and a bracket opens at most one more.
  let values = 1;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === BACKSLASH) index += 1;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if (unit === OPENING_BRACKET || unit === OPENING_BRACE) {
      depth += 1;
      values += 1;
      if (depth > MAX_BODY_DEPTH) return 'depth';
    } else if (unit === CLOSING_BRACKET || unit === CLOSING_BRACE) depth -= 1;
    else if (unit === COMMA) values += 1;
    if (values > maxValues) return 'values';
  }
  return null;
}
