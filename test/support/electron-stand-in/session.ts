import { assertReady } from './readiness.ts';
import { strict } from './strict.ts';

type RequestHandler = (
  contents: null,
  permission: string,
  grant: (granted: boolean) => void,
) => void;
type CheckHandler = (contents: null, permission: string) => boolean;

// Electron grants what no handler refuses.
let onRequest: RequestHandler = (_contents, _permission, grant) => grant(true);
let onCheck: CheckHandler = () => true;
let onDevice: () => boolean = () => true;

const defaultSession = strict('session', {
  setPermissionRequestHandler: (handler: RequestHandler) => {
    onRequest = handler;
  },
  setPermissionCheckHandler: (handler: CheckHandler) => {
    onCheck = handler;
  },
  setDevicePermissionHandler: (handler: () => boolean) => {
    onDevice = handler;
  },
  setSpellCheckerEnabled: () => undefined,
});

export const session = strict('session', {
  get defaultSession() {
    assertReady('session.defaultSession');
    return defaultSession;
  },
});

/** Whether anything at all would grant this permission to a page. */
export function isGranted(permission: string): boolean {
  let granted = false;
  onRequest(null, permission, (answer) => {
    granted = answer;
  });
  return granted || onCheck(null, permission) || onDevice();
}
