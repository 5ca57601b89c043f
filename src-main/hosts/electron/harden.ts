import { app, session, type Session, type WebContents } from 'electron';
import { APP_ORIGIN } from './app-scheme.ts';

/**
 * Switches that take the page's protection away, or open the app to other programs, and that Chromium reads late enough for this to
 * help: when it makes the browser window's process (`ready`) or a page's. A packaged app does not know them.
 *
 * What is read before any code of the app runs cannot be taken back here: `--inspect…`, `--js-flags` of the main process,
 * `--no-sandbox` for the zygote, ELECTRON_RUN_AS_NODE and NODE_OPTIONS. Only fuses of the packaged binary close those.
 */
const refusedSwitches = [
  'allow-running-insecure-content',
  'disable-site-isolation-trials',
  'disable-web-security',
  'load-extension',
  'remote-debugging-address',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'remote-allow-origins',
];

/** Before `ready`: every page runs in the operating system's sandbox, whatever a window asks for. */
export function hardenApp(): void {
  // In development `--no-sandbox` is the only way to run as root. Half of it taken back, Chromium would start no page at all.
  if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (app.isPackaged) for (const name of refusedSwitches) app.commandLine.removeSwitch(name);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
}

/** After `ready`: the page is given a camera, which reads codes, and nothing else it may ask for. */
export function hardenSession(defaultSession: Session = session.defaultSession): void {
  defaultSession.setPermissionRequestHandler((_contents, permission, grant, details) => {
    const types = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const isCamera = types.length > 0 && types.every((type) => type === 'video');
    grant(permission === 'media' && isCamera && isOurs(details.requestingUrl));
  });
  defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin, { mediaType }) =>
      permission === 'media' && mediaType === 'video' && isOurs(origin),
  );
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.setSpellCheckerEnabled(false);
}

/** Electron writes an origin with a slash at its end. */
function isOurs(address: string): boolean {
  return address === APP_ORIGIN || address.startsWith(`${APP_ORIGIN}/`);
}

/** The page never goes anywhere, opens nothing and embeds nothing. */
function hardenContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-frame-navigate', (details) => details.preventDefault());
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
