import type { ErrorCode } from '../../shared/contract/errors.ts';

/** What a caller does about each code. Backticks mark code. */
export const errorRemedies: Readonly<Record<ErrorCode, string>> = {
  'request.malformed':
    'Send JSON that a strict parser accepts, in UTF-8, and a `Host` header; each header that the message names once. The same request will fail again.',
  'idempotency.key_missing':
    'Send `Idempotency-Key` with a value of your own for each check-in, contact or order, such as a UUID, and the same value when you repeat it.',
  'idempotency.key_invalid': 'Use a shorter key; a UUID has 36 characters.',
  'oauth.invalid_request':
    'Send `grant_type`, `client_id` and `client_secret` once each, the last two either in the body or as Basic, not both.',
  'oauth.unsupported_grant_type': 'Send `grant_type=client_credentials`; there is no other.',
  'oauth.invalid_scope':
    'Leave `scope` out to get every scope of the client, or ask the organiser to grant what is missing.',
  'oauth.unauthorized_client': 'Ask the organiser: API access needs the Pro or Enterprise plan.',
  'auth.token_missing':
    'Send `Authorization: Bearer` and the `access_token` of `POST /oauth/token`.',
  'auth.token_invalid':
    'Get a new token and repeat the request once, with the same `Idempotency-Key`. If that is refused too, the client was revoked.',
  'oauth.invalid_client':
    'Compare id and secret with what you were given. The secret is shown only once: if it is lost, ask the organiser for a new client.',
  'enrolment.ended': 'Ask the organiser for a new code: one connects one station, within its days.',
  'auth.scope_missing':
    'If the client has the scope by now, get a new token: a token keeps the scopes it was given. Otherwise ask the organiser to grant it.',
  'plan.required': 'Ask the organiser: API access needs the Pro or Enterprise plan.',
  'access.loopback_only':
    'Ask on the machine that the server runs on, by its loopback address, or on the port of `--metrics-port`.',
  'resource.not_found':
    'Check the reference or slug. If it is right, ask the organiser whether this client may see that event.',
  'route.not_found':
    'Compare the path with this page: API paths begin with `/v1/integration` or `/v1/scanner`; `/oauth/token` is not below `/v1`.',
  'route.method_not_allowed': 'Use one of the methods that `Allow` lists.',
  'request.timeout': 'Send the whole request within 30 seconds. It changed nothing: repeat it.',
  'idempotency.key_reused':
    'Use a new key for a new request. To repeat one, send exactly the body that came with the key before.',
  'idempotency.in_progress': 'Wait for `Retry-After` seconds and repeat the request with its key.',
  'request.too_large': 'Split the body.',
  'request.unsupported_media_type':
    'Send `Content-Type: application/json`, in UTF-8 and without `Content-Encoding`; to the token endpoint, a form or JSON.',
  'validation.failed':
    'Show or log `errors`: it names each field with what was expected. A key that came with the request is still free.',
  'cursor.invalid':
    'Begin the walk again with the `updated_since` that you last stored; upsert by `reference`.',
  'capacity.exceeded':
    'Choose another ticket type, or ask the organiser to raise its capacity; the key is still free.',
  'contacts.erased': 'Leave it: an erased email address is never accepted again.',
  'rate.limited':
    'Wait for `Retry-After` seconds. Read lists with `per_page=100`, and follow changes with `updated_since` or webhooks in place of reading everything again.',
  'request.headers_too_large': 'Send fewer or shorter headers.',
  'server.failed':
    'Repeat the request with growing pauses, with its `Idempotency-Key` if it has one. If it stays, give the operator the `request_id`.',
  'server.unavailable': 'Wait for `Retry-After` seconds and repeat the request.',
};
