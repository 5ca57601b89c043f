import { errorMessages } from '../../shared/contract/errors.ts';
import type { Scope } from '../../shared/contract/scopes.ts';
import { planAllowsApi, type Caller } from '../oauth/caller.ts';
import type { FindCaller } from '../oauth/find-caller.ts';
import { ApiError, type ApiErrorDetails } from './errors/api-error.ts';

/** Returns the caller. Throws `auth.token_missing` or `auth.token_invalid`. */
export async function authenticate(
  findCaller: FindCaller,
  authorization: string | undefined,
): Promise<Caller> {
  if (authorization === undefined) {
    throw new ApiError('auth.token_missing', challenge());
  }
  const token = readBearerToken(authorization);
  const caller = token === undefined ? null : await findCaller(token);
  if (caller === null) {
    throw new ApiError('auth.token_invalid', challenge());
  }
  return caller;
}

/** The token of an `Authorization` header; undefined when it holds none. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/**
 * Passes if the caller's plan has API access, and it has any one of `scopes`, or the list is empty. Throws `plan.required` or
 * `auth.scope_missing`.
 */
export function requireAccess(caller: Caller, scopes: readonly Scope[]): void {
  if (!planAllowsApi(caller.organiser.plan)) throw new ApiError('plan.required');
  if (scopes.length === 0 || scopes.some((scope) => caller.scopes.includes(scope))) return;
  throw new ApiError('auth.scope_missing', {
    message: errorMessages.scopeMissing(scopes),
    headers: {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes[0]}"`,
    },
  });
}

function challenge(): ApiErrorDetails {
  return { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } };
}
