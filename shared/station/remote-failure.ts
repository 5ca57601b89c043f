/**
 * Why a request brought no answer that can be used. A closed set. `not_the_server`: what answered is no API at all, such as a
 * captive portal or a proxy; `invalid_response`: an API, with a body that is not what was asked for; `certificate_changed`: the server shows
 * another certificate than the one that the station was enrolled with.
 */
export const remoteFailureCodes = [
  'unreachable',
  'timeout',
  'aborted',
  'certificate_not_trusted',
  'certificate_changed',
  'not_the_server',
  'unauthorized',
  'forbidden',
  'scope_missing',
  'not_found',
  'conflict',
  'too_large',
  'refused',
  'cursor_invalid',
  'rate_limited',
  'server_error',
  'invalid_response',
  'foreign_url',
] as const;
export type RemoteFailureCode = (typeof remoteFailureCodes)[number];
