// Why: docs/decisions/0015-sync-machine.md
import { parseJson } from '../../../shared/contract/parse-json.ts';
import { apiErrors } from '../../../shared/contract/errors.ts';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import type { OwnError, RemoteFailure } from '../../ports/remote.ts';
import type { HttpResponse } from './http-exchange.ts';
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
export function failureOf(response: HttpResponse): RemoteFailure {
  const own = ownErrorOf(response);
  const code = codeOf(response, own);
  return {
    code,
    message: `the server answered ${response.status}${own === null ? '' : ` (${own.code})`}`,
    retry_after_ms: waitOf(response, own),
    ...(own === null ? {} : { own }),
  };
}

/** A successful response with an unexpected body. */
export function unexpectedBody(response: HttpResponse): RemoteFailure {
  const isApi = isJson(response) && parseJson(response.text) !== undefined;
  return {
    code: isApi ? 'invalid_response' : 'not_the_server',
    message: `${response.status} without the expected body`,
    retry_after_ms: null,
  };
}

/** The token is valid but lacks the scope that this call needs (RFC 6750 §3.1). */
export function lacksScope(response: HttpResponse): boolean {
  if (response.status !== 403) return false;
  if (ownErrorOf(response)?.code === 'auth.scope_missing') return true;
  return /\binsufficient_scope\b/.test(headerText(response.headers, 'www-authenticate') ?? '');
}

/** The error of the server's own contract in a response, if it holds one. */
export function ownErrorOf({ status, text }: HttpResponse): OwnError | null {
  const body = parseJson(text);
  if (!ownErrorReply.Check(body) || apiErrors[body.code].status !== status) return null;
  return { code: body.code, message: body.message };
}

function codeOf(response: HttpResponse, own: OwnError | null): RemoteFailureCode {
  const { status } = response;
  if (status === SIGN_IN_FIRST) return 'not_the_server';
  if (status >= 500) return 'server_error';
  if (status < 400) return 'not_the_server';
  if (lacksScope(response)) return 'scope_missing';
  if (own === null && !OF_THE_WAY.has(status)) {
    if (!isApiError(response)) return 'not_the_server';
    if (OF_THE_CLIENT.has(status) && !asksForToken(response)) return 'invalid_response';
  }
  if (codeInBody(response) === 'cursor.invalid') return 'cursor_invalid';
  return BY_STATUS.get(status) ?? 'refused';
}

/** A captive portal's page is not JSON and does not ask for a bearer token. */
export function isApiError(response: HttpResponse): boolean {
  return asksForToken(response) || (isJson(response) && errorReply.Check(parseJson(response.text)));
}

function asksForToken({ status, headers }: HttpResponse): boolean {
  return status === 401 && /^bearer\b/i.test(headerText(headers, 'www-authenticate') ?? '');
}

function isJson({ headers }: HttpResponse): boolean {
  return /[/+]json\b/i.test(headerText(headers, 'content-type') ?? '');
}

function codeInBody({ text }: HttpResponse): string | null {
  const body = parseJson(text);
  return errorReply.Check(body) && 'code' in body ? body.code : null;
}

/**
 * How long the response asks to wait. Respected in full only in the server's own responses: a bare `/v1` is respected as far as a station
 * would wait anyway, and a gateway's page is no reason to stay away from a server that may be back at any moment.
 */
function waitOf(response: HttpResponse, own: OwnError | null): number | null {
  if (response.status !== 429 && response.status !== 503) return null;
  const waitMs = readRetryAfter(response.headers);
  if (own !== null || waitMs === null) return waitMs;
  return isApiError(response) ? Math.min(waitMs, LONGEST_FOREIGN_WAIT_MS) : null;
}
