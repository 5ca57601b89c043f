import { join } from 'node:path';
import { describeDemo } from '../../shared/contract/demo.ts';
import type { EmbeddedServer } from './embedded-server.ts';

/** Printed on one line by `--json` when the page can be used. */
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

/** The text for people. */
export function greeting(url: string, embedded: EmbeddedServer | null, data: string): string {
  const page = `Gatehouse is open at ${url} (this address works once; start again for another one)`;
  if (embedded === null) return page;
  const server = `Its server is at ${embedded.baseUrl}`;
  if (embedded.demo === null) return `${page}\n${server}`;
  const reference = `${embedded.authUrl}/docs`;
  const lines = describeDemo(embedded.demo, { auth_url: embedded.authUrl });
  const files = `${join(data, 'demo.json')} has credentials for it, and ${reference} describes its API`;
  return [page, `${server}; ${files}`, ...lines].join('\n');
}
