import { app, session, type Session, type WebContents } from 'electron';

/** Switches that take the page's protection away, or open the app to other programs. A shipped app does not know them. */
const refusedSwitches = [
  'allow-running-insecure-content',
  'disable-site-isolation-trials',
  'disable-web-security',
  'inspect',
  'inspect-brk',
  'js-flags',
  'load-extension',
  'remote-debugging-pipe',
  'remote-debugging-port',
];

/** Before `ready`: every page runs in the operating system's sandbox, whatever a window asks for. */
export function hardenApp(): void {
  app.enableSandbox();
  if (app.isPackaged) for (const name of refusedSwitches) app.commandLine.removeSwitch(name);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
}

/** After `ready`: the page asks for nothing and is given nothing. */
export function hardenSession(defaultSession: Session = session.defaultSession): void {
  defaultSession.setPermissionRequestHandler((_contents, _permission, grant) => grant(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.setSpellCheckerEnabled(false);
}

/** The page never goes anywhere, opens nothing and embeds nothing. */
function hardenContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-frame-navigate', (details) => details.preventDefault());
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
