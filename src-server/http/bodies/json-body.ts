// Why: docs/decisions/0007-http-requests.md
import { errorMessages } from '../../../shared/contract/errors.ts';
import { MAX_BODY_DEPTH } from '../../../shared/contract/limits.ts';
import { findExcess } from '../../../shared/contract/parse-json.ts';
import { ApiError } from '../errors/api-error.ts';

/**
 * Reads a UTF-8 JSON body. Throws `request.malformed` for anything else, for nesting deep enough to overflow the stack later, and
 * for more than `maxValues` values: the cost of validating and fingerprinting a body depends on the number of its values more than
 * on their length.
 */
export function parseJsonBody(bytes: Buffer, maxValues: number): unknown {
  const text = decodeUtf8(bytes);
  const excess = findExcess(text, maxValues);
  if (excess !== null) throw excess === 'depth' ? tooDeep() : tooMany(maxValues);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('request.malformed', { message: errorMessages.bodyNotJson, cause });
  }
}

/** JSON with sorted keys and no white space, so that equivalent bodies are equal. Expects a bounded depth. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Without a byte order mark. Throws `request.malformed`. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ApiError('request.malformed', { message: 'The body is not valid UTF-8.', cause });
  }
}

function tooDeep(): ApiError {
  const message = `The body may nest at most ${MAX_BODY_DEPTH} levels deep.`;
  return new ApiError('request.malformed', { message });
}

function tooMany(limit: number): ApiError {
  const message = `The body may hold at most ${limit} values.`;
  return new ApiError('request.malformed', { message });
}
