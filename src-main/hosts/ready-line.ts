import type { EmbeddedServer } from './server/embedded-server.ts';

/** What `--json` prints, in one line, when the page can be used. */
export function readyLine(url: string, embedded: EmbeddedServer | null): string {
  return JSON.stringify({
    ready: true,
    url,
    ...(embedded === null
      ? {}
      : { server: { base_url: embedded.baseUrl, auth_url: embedded.authUrl } }),
    ...(embedded === null || embedded.demo === null ? {} : { demo: embedded.demo }),
  });
}
