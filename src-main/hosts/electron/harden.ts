import { app, session, type Session, type WebContents } from 'electron';
import { APP_ORIGIN } from './app-scheme.ts';

/**
 * Removes switches that weaken the page's protection or open the app to other programs, if Chromium reads them late enough: when
 * it starts the browser window's process (`ready`) or a page's. A packaged app does not accept them.
 * Switches that are read before any app code runs cannot be undone here: `--inspect…`, `--js-flags` of the main process,
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

/** Call before `ready`: every page runs in the operating system's sandbox, whatever a window asks for. */
export function hardenApp(): void {
  // In development, running as root requires `--no-sandbox`; with only half of it undone, Chromium would start no page.
  if (app.isPackaged || !isWithoutSandbox()) app.enableSandbox();
  if (app.isPackaged) for (const name of refusedSwitches) app.commandLine.removeSwitch(name);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
}

/** Chromium takes the switch away before `hasSwitch` could find it. */
export function isWithoutSandbox(): boolean {
  return process.argv.includes('--no-sandbox');
}

/** Call after `ready`: grants the page a camera, for reading codes, and no other permission. */
export function hardenSession(defaultSession: Session = session.defaultSession): void {
  defaultSession.setPermissionRequestHandler((_contents, permission, grant, details) => {
    const types = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const isCamera = types.length > 0 && types.every((type) => type === 'video');
    grant(permission === 'media' && isCamera && isOurs(details.requestingUrl));
  });
  // Often asked without a kind; what is used is decided by the request.
  defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin, { mediaType }) =>
      permission === 'media' && mediaType !== 'audio' && isOurs(origin),
  );
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.setSpellCheckerEnabled(false);
}

/** Electron writes origins with a trailing slash. */
function isOurs(address: string): boolean {
  return address === APP_ORIGIN || address.startsWith(`${APP_ORIGIN}/`);
}

/** The page never navigates, opens nothing and embeds nothing. */
function hardenContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-frame-navigate', (details) => details.preventDefault());
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
