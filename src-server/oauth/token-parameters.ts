import { MAX_TOKEN_PARAMETERS } from '../../shared/contract/limits.ts';
import { OAuthError } from './oauth-error.ts';
import type { TokenParameters } from './token-request.ts';

/** Reads `application/x-www-form-urlencoded`. Throws an `OAuthError` if there are too many parameters. */
export function readFormParameters(text: string): TokenParameters {
  const parameters = new Map<string, string[]>();
  for (const [written, value] of boundedEntries([...new URLSearchParams(text)])) {
    const name = written.trim();
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

/** Reads an object of strings; null counts as absent. Throws an `OAuthError` for anything else. */
export function readJsonParameters(json: unknown): TokenParameters {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalidRequest('The body must be a JSON object.');
  }
  return new Map(
    boundedEntries(Object.entries(json))
      .filter(([, value]) => value !== null)
      .map(([name, value]) => {
        if (typeof value === 'string') return [name, [value]] as const;
        throw invalidRequest(`The parameter ${name.slice(0, 40)} must be text.`);
      }),
  );
}

function boundedEntries<Entry>(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length <= MAX_TOKEN_PARAMETERS) return entries;
  throw invalidRequest(`The request may have at most ${MAX_TOKEN_PARAMETERS} parameters.`);
}

function invalidRequest(message: string): OAuthError {
  return new OAuthError('invalid_request', { message });
}
