import { apiErrors } from '../../shared/contract/errors.ts';

/** Error codes of RFC 6749 §5.2. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

interface OAuthErrorDetails {
  /** In place of the code's own message. */
  readonly message?: string;
  readonly revocation?: string | null;
}

/** A token request that is refused. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  /** For a revoked client with the right secret: the signed statement of its revocation. */
  readonly revocation: string | null;

  constructor(code: OAuthErrorCode, { message, revocation }: OAuthErrorDetails = {}) {
    super(message ?? apiErrors[`oauth.${code}`].message);
    this.code = code;
    this.revocation = revocation ?? null;
  }
}
