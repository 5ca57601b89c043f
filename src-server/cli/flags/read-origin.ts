import { UsageError } from './usage-error.ts';

/** Parses an origin as browsers send it: scheme, host, and the port if it is not the scheme's. */
export function readOrigin(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isWeb || url.href !== `${url.origin}/`) {
    throw new UsageError(`Expected --cors-origin as https://example.org, got "${given}".`);
  }
  return url.origin;
}
