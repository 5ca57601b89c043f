/** Why an endpoint may not, or cannot, be called. Closed: shown in the delivery log. */
export type EgressErrorCode =
  | 'url.invalid'
  | 'url.too_long'
  | 'url.scheme'
  | 'url.credentials'
  | 'url.port'
  /** At least one of the host's addresses is not public. */
  | 'address.not_public'
  | 'name.not_found'
  /** No name server responded, so it is unknown whether the host exists. */
  | 'name.unanswered'
  /** The socket is connected to an address that was not checked. */
  | 'address.changed';

export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly code: EgressErrorCode;

  constructor(code: EgressErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
