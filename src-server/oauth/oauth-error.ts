/** Error codes of RFC 6749 §5.2. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** A token request that is refused. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  /** For a client that shows its secret and was revoked: the server's statement of it. */
  readonly revocation: string | null;

  constructor(code: OAuthErrorCode, message: string, revocation: string | null = null) {
    super(message);
    this.code = code;
    this.revocation = revocation;
  }
}
