import { join } from 'node:path';
import { commandName } from '../../shared/contract/command-name.ts';
import { describeDemo } from '../../shared/contract/demo.ts';
import { describeConsole } from '../../shared/contract/describe-console.ts';
import type { EmbeddedServer } from './embedded-server.ts';

/** Printed on one line by `--json` when the page can be used. */
export function readyLine(url: string, embedded: EmbeddedServer | null): string {
  return JSON.stringify({ ready: true, url, ...(embedded !== null && partsOf(embedded)) });
}

/** Printed on one line by `--json` when a server runs here that somebody has chosen at the first run. */
export function serverLine(embedded: EmbeddedServer): string {
  return JSON.stringify(partsOf(embedded));
}

function partsOf({ baseUrl, authUrl, consoleUrl, firstOwnerUrl, demo }: EmbeddedServer) {
  return {
    server: { base_url: baseUrl, auth_url: authUrl },
    console_url: consoleUrl,
    ...(firstOwnerUrl !== null && { first_owner_url: firstOwnerUrl }),
    ...(demo !== null && { demo }),
  };
}

/** The text for people. `page` says where the screens are. */
export function greeting(page: string, embedded: EmbeddedServer | null, data: string): string {
  return embedded === null ? page : [page, describeServer(embedded, data)].join('\n');
}

/** The same of the server alone. */
export function describeServer(embedded: EmbeddedServer, data: string): string {
  const { baseUrl, authUrl, demo } = embedded;
  const file = join(data, 'demo.json');
  const server = `Its server is at ${baseUrl}`;
  const entry = describeConsole(embedded, { data, file, gatehouse: commandName(process.env) });
  if (demo === null) return [server, ...entry].join('\n');
  const files = `${file} has credentials for it, and ${authUrl}/docs describes its API`;
  const lines = describeDemo(demo, { auth_url: authUrl });
  return [`${server}; ${files}`, ...entry, ...lines].join('\n');
}
