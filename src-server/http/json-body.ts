import { ApiError } from './api-error.ts';

/** Deeper than any body of the contract; bounded so that no later pass over a body can exhaust the stack. */
export const MAX_BODY_DEPTH = 32;

/** Reads a UTF-8 JSON body. Throws `request.malformed` for anything else, and for nesting past the bound. */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes);
  if (nestsDeeper(text, MAX_BODY_DEPTH)) {
    throw new ApiError(
      'request.malformed',
      `The body may nest at most ${MAX_BODY_DEPTH} levels deep.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('request.malformed', 'The body is not valid JSON.', { cause });
  }
}

/** JSON with sorted keys and no white space: equal for bodies that mean the same. Expects a bounded depth. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ApiError('request.malformed', 'The body is not valid UTF-8.', { cause });
  }
}

/** Counts brackets outside strings without recursion. */
function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}
