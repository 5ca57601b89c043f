import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../src-files/write-atomically.ts';
import { randomId } from './page-passes.ts';

const OWN_FILE = /^open-[\w-]+\.html$/;

export interface BrowserOptions {
  /** The folder for the redirect file. */
  readonly data: string;
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Opens an address in the user's default browser, if there is one; otherwise the printed address has to do. Every user of the
 * machine can read command lines, so the browser gets the path of a file that only this user can read, and the file redirects to
 * the address. A browser in a sandbox that may not read the data folder shows an error; the printed address opens the page. Returns a
 * function that removes the file.
 */
export function openBrowser(url: string, options: BrowserOptions): () => void {
  const opener = findOpener(options.platform, options.environment);
  if (opener === null) return () => undefined;
  const file = join(options.data, `open-${randomId()}.html`);
  writeAtomically(file, redirectTo(url));
  const [command, ...args] = opener;
  const child = spawn(command, [...args, file], {
    stdio: 'ignore',
    detached: true,
    env: options.environment,
  });
  child.on('error', () => undefined);
  child.unref();
  return () => rmSync(file, { force: true });
}

/** Redirect files left by a host that was killed. */
export function removeBrowserFiles(data: string): void {
  for (const name of readdirSync(data)) {
    if (OWN_FILE.test(name)) rmSync(join(data, name), { force: true });
  }
}

/** The address contains only letters, digits and `:/#=.~_-`. */
function redirectTo(url: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Gatehouse</title>
<p><a href="${url}">Open Gatehouse</a></p>
</html>
`;
}

function findOpener(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | null {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open'] : null;
  }
}
