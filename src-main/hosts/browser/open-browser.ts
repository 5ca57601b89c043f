import { spawn } from 'node:child_process';

/** Opens an address in the person's own browser where there is one; where not, the printed address is enough. */
export function openBrowser(
  url: string,
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): void {
  const opener = findOpener(platform, environment);
  if (opener === null) return;
  const [command, ...args] = opener;
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
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
