// Why: docs/decisions/0015-sync-machine.md
import { parseJson } from '../../../shared/contract/parse-json.ts';
import { apiErrors } from '../../../shared/contract/errors.ts';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import type { OwnError, RemoteFailure } from '../../ports/remote.ts';
import type { HttpAnswer } from './http-exchange.ts';
import { headerText, readRetryAfter } from './rate-headers.ts';
import { errorReply, ownErrorReply } from '../../wire/replies.ts';

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

/** Gateway statuses that are meaningful even if the body is not the API's. */
const OF_THE_WAY: ReadonlySet<number> = new Set([408, 413]);
/** Only networks send 511 (RFC 6585 §6). */
const SIGN_IN_FIRST = 511;
/** Statuses that only the server itself can decide: whether this client has access. */
const OF_THE_CLIENT: ReadonlySet<number> = new Set([401, 403]);

/** A wait requested by something that may not be the server is limited to the pause of a channel that failed often. */
const LONGEST_FOREIGN_WAIT_MS = 30_000;

/** Classifies an unsuccessful response (specification §7), and whether it is the server's own. */
export function failureOf(answer: HttpAnswer): RemoteFailure {
  const own = ownErrorOf(answer);
  const code = codeOf(answer, own);
  return {
    code,
    message: `the server answered ${answer.status}${own === null ? '' : ` (${own.code})`}`,
    retry_after_ms: waitOf(answer, own),
    ...(own === null ? {} : { own }),
  };
}

/** A successful response with an unexpected body. */
export function unexpectedBody(answer: HttpAnswer): RemoteFailure {
  const isApi = isJson(answer) && parseJson(answer.text) !== undefined;
  return {
    code: isApi ? 'invalid_response' : 'not_the_server',
    message: `${answer.status} without the expected body`,
    retry_after_ms: null,
  };
}

/** The token is valid but lacks the scope that this call needs (RFC 6750 §3.1). */
export function lacksScope(answer: HttpAnswer): boolean {
  if (answer.status !== 403) return false;
  if (ownErrorOf(answer)?.code === 'auth.scope_missing') return true;
  return /\binsufficient_scope\b/.test(headerText(answer.headers, 'www-authenticate') ?? '');
}

/** The error of the server's own contract in an answer, if it holds one. */
export function ownErrorOf({ status, text }: HttpAnswer): OwnError | null {
  const body = parseJson(text);
  if (!ownErrorReply.Check(body) || apiErrors[body.code].status !== status) return null;
  return { code: body.code, message: body.message };
}

function codeOf(answer: HttpAnswer, own: OwnError | null): RemoteFailureCode {
  const { status } = answer;
  if (status === SIGN_IN_FIRST) return 'not_the_server';
  if (status >= 500) return 'server_error';
  if (status < 400) return 'not_the_server';
  if (lacksScope(answer)) return 'scope_missing';
  if (own === null && !OF_THE_WAY.has(status)) {
    if (!isApiError(answer)) return 'not_the_server';
    if (OF_THE_CLIENT.has(status) && !asksForToken(answer)) return 'invalid_response';
  }
  if (codeInBody(answer) === 'cursor.invalid') return 'cursor_invalid';
  return BY_STATUS.get(status) ?? 'refused';
}

/** A captive portal's page is not JSON and does not ask for a bearer token. */
export function isApiError(answer: HttpAnswer): boolean {
  return asksForToken(answer) || (isJson(answer) && errorReply.Check(parseJson(answer.text)));
}

function asksForToken({ status, headers }: HttpAnswer): boolean {
  return status === 401 && /^bearer\b/i.test(headerText(headers, 'www-authenticate') ?? '');
}

function isJson({ headers }: HttpAnswer): boolean {
  return /[/+]json\b/i.test(headerText(headers, 'content-type') ?? '');
}

function codeInBody({ text }: HttpAnswer): string | null {
  const body = parseJson(text);
  return errorReply.Check(body) && 'code' in body ? body.code : null;
}

/**
 * How long the response asks to wait. Respected in full only in the server's own responses: a bare `/v1` is respected as far as a station
 * would wait anyway, and a gateway's page is no reason to stay away from a server that may be back at any moment.
 */
function waitOf(answer: HttpAnswer, own: OwnError | null): number | null {
  if (answer.status !== 429 && answer.status !== 503) return null;
  const waitMs = readRetryAfter(answer.headers);
  if (own !== null || waitMs === null) return waitMs;
  return isApiError(answer) ? Math.min(waitMs, LONGEST_FOREIGN_WAIT_MS) : null;
}
