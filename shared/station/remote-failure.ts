/**
 * Why a request got no usable response. A closed set. `not_the_server`: something other than the API responded, such as a captive portal or
 * a proxy; `invalid_response`: the API responded with an unexpected body; `certificate_changed`: the server presents another certificate
 * than the one that the station was enrolled with; `keys_changed`: it
 * speaks with other keys of the organiser than those that the station trusts.
 */
export const remoteFailureCodes = [
  'unreachable',
  'timeout',
  'aborted',
  'certificate_not_trusted',
  'certificate_changed',
  'keys_changed',
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
