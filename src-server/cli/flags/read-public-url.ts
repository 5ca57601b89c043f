import { UsageError } from './usage-error.ts';

/** Parses a server's address, such as `--public-url`, and drops the trailing slash. Accepts the API's address (`…/v1`) as well. */
export function readPublicUrl(given: string, flag = '--public-url'): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isWeb || url.username + url.password + url.search + url.hash !== '') {
    throw new UsageError(`Expected ${flag} as https://tickets.example.org, got "${given}".`);
  }
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}
