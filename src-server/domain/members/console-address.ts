import { isLoopbackHost } from '../../../shared/loopback-host.ts';

/**
 * Where the console of a server is, by its `base_url`. A passkey belongs to a name, so loopback is `localhost`, whatever the server listens
 * on.
 */
export function consoleAddress(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (isLoopbackHost(url.hostname.replaceAll(/[[\]]/g, ''))) url.hostname = 'localhost';
  url.pathname = url.pathname.replace(/\/v1\/?$/, '/console');
  return url.href;
}

/** The page of a one-time link. The token is in the fragment, which no browser sends, so no log has it. */
export function joinAddress(baseUrl: string, token: string): string {
  return `${consoleAddress(baseUrl)}/join#${token}`;
}
