/** Why an endpoint may not, or cannot, be called. Closed: shown in the delivery log. */
export type EgressErrorCode =
  | 'url.invalid'
  | 'url.too_long'
  | 'url.scheme'
  | 'url.credentials'
  | 'url.port'
  /** One of the host's addresses, at least, is not public. */
  | 'address.not_public'
  | 'name.not_found'
  /** The name servers gave no answer: whether the host exists is not known. */
  | 'name.unanswered'
  /** The socket's other end is not an address that was checked. */
  | 'address.changed';

export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly code: EgressErrorCode;

  constructor(code: EgressErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
