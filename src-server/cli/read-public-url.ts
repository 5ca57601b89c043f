import { UsageError } from './usage-error.ts';

/** A server's address, such as that of `--public-url`, without a slash at its end. That of the API (`…/v1`) is as good as that of the server. */
export function readPublicUrl(given: string, flag = '--public-url'): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isWeb || url.username + url.password + url.search + url.hash !== '') {
    throw new UsageError(`Expected ${flag} as https://tickets.example.org, got "${given}".`);
  }
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}
