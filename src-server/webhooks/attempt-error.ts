import { errors } from 'undici';
import { EgressError, type EgressErrorCode } from './egress/egress-error.ts';

/** Why an attempt got no usable response, as shown in the delivery log; null there if the response was complete. */
export type AttemptError =
  | EgressErrorCode
  | 'timeout'
  | 'connect.refused'
  | 'connect.failed'
  | 'connection.lost'
  | 'tls.failed'
  | 'response.headers_too_large'
  | 'response.malformed';

/** Maps errors of undici, Node and the egress guard to `AttemptError`. */
export function describeAttemptError(error: unknown): AttemptError {
  if (error instanceof EgressError) return error.code;
  if (error instanceof errors.HeadersOverflowError) return 'response.headers_too_large';
  if (error instanceof errors.ConnectTimeoutError) return 'timeout';
  if (error instanceof errors.HTTPParserError) return 'response.malformed';
  // For a name with several addresses Node reports all errors at once: an egress error takes precedence, then the first.
  if (error instanceof AggregateError && error.errors.length > 0) {
    const causes: unknown[] = error.errors;
    return describeAttemptError(causes.find((cause) => cause instanceof EgressError) ?? causes[0]);
  }
  return describeCode(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Errors of the HTTP parser, of undici about the response's length, and of its assertion that a status is at least 100. */
const malformed = /^(?:HPE_|UND_ERR_RES_|ERR_ASSERTION$)/;

function describeCode(code: string): AttemptError {
  if (code === 'ECONNREFUSED') return 'connect.refused';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET')
    return 'connection.lost';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (malformed.test(code)) return 'response.malformed';
  const isTls =
    /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_)/.test(code);
  return isTls ? 'tls.failed' : 'connect.failed';
}
