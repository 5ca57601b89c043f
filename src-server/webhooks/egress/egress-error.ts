import { sentenceOf, type Problem } from '../../../shared/console/problems.ts';

/** Why an endpoint may not, or cannot, be called. Closed: shown in the delivery log, counted by the metrics, explained in docs/webhooks.md. */
export const egressErrorCodes = [
  'url.invalid',
  'url.too_long',
  'url.scheme',
  'url.credentials',
  'url.port',
  /** At least one of the host's addresses is not public. */
  'address.not_public',
  'name.not_found',
  /** No name server responded, so it is unknown whether the host exists. */
  'name.unanswered',
  'connect.refused',
  'connect.failed',
  'tls.expired',
  'tls.not_yet_valid',
  'tls.self_signed',
  'tls.incomplete_chain',
  'tls.unknown_authority',
  'tls.wrong_name',
  'tls.client_certificate',
  'tls.version',
  'tls.no_tls',
  /** Any other reason, in the words of the TLS library. */
  'tls.failed',
] as const;
export type EgressErrorCode = (typeof egressErrorCodes)[number];

export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly code: EgressErrorCode;
  readonly said: Problem | string;

  /** `said` is for whoever runs the endpoint. */
  constructor(code: EgressErrorCode, said: Problem | string) {
    super(sentenceOf(said));
    this.code = code;
    this.said = said;
  }
}
