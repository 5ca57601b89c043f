import { shell } from 'electron';
import { firstOwnerLink, type EmbeddedServer } from '../../own-server/embedded-server.ts';
import { openBrowser, removeBrowserFiles } from '../../page/open-browser.ts';

/** Opens the organiser console in the system's browser, at a place such as `/import`; while nobody can sign in, with a new link for the first owner, which leads there. */
export async function openConsole(server: EmbeddedServer, data: string, place = ''): Promise<void> {
  // While the server is being started again, the browser says that nobody answers there.
  const link = await firstOwnerLink(server, place).catch(() => null);
  if (link === null) return shell.openExternal(`${server.consoleUrl}${place}`);
  removeBrowserFiles(data);
  openBrowser(link, { data, platform: process.platform, environment: process.env });
}
