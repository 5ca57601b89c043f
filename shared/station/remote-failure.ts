/** Why a request brought no answer that can be used. A closed set. */
export const remoteFailureCodes = [
  'unreachable',
  'timeout',
  'aborted',
  'unauthorized',
  'forbidden',
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
