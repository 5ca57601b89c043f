import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import type { RemoteFailure } from '../../ports/remote.ts';
import type { HttpAnswer } from './http-exchange.ts';
import { parseJson } from './parse-json.ts';
import { readRetryAfter } from './rate-headers.ts';
import { errorReply } from './wire.ts';

const BY_STATUS: ReadonlyMap<number, RemoteFailureCode> = new Map([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [408, 'timeout'],
  [409, 'conflict'],
  [410, 'not_found'],
  [413, 'too_large'],
  [429, 'rate_limited'],
]);

/** What an answer that is no success means (specification §7). */
export function failureOf(answer: HttpAnswer): RemoteFailure {
  const body = parseJson(answer.text);
  const told = errorReply.Check(body) ? body.code : null;
  return {
    code: codeOf(answer.status, told),
    message: `the server answered ${answer.status}${told === null ? '' : ` (${told})`}`,
    retry_after_ms:
      answer.status === 429 || answer.status === 503 ? readRetryAfter(answer.headers) : null,
  };
}

function codeOf(status: number, told: string | null): RemoteFailureCode {
  if (status >= 500) return 'server_error';
  if (status < 400) return 'invalid_response';
  if (told === 'cursor.invalid') return 'cursor_invalid';
  return BY_STATUS.get(status) ?? 'refused';
}
