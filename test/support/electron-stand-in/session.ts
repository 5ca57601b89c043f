import { assertReady } from './readiness.ts';
import { strict } from './strict.ts';

type RequestHandler = (
  contents: null,
  permission: string,
  grant: (granted: boolean) => void,
  details: MediaRequest,
) => void;
type CheckHandler = (
  contents: null,
  permission: string,
  origin: string,
  details: { readonly mediaType: string },
) => boolean;

interface MediaRequest {
  readonly requestingUrl: string;
  readonly mediaTypes: readonly string[];
}

// Electron grants every permission that no handler refuses.
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
  fromPartition: () => strict('session', {}),
});

/**
 * Whether any handler would grant this permission to a page at `page`. `media` is requested by kind: `media:video`,
 * `media:audio`, `media:video,audio`.
 */
export function isGranted(name: string, page = 'app://gatehouse/'): boolean {
  const [permission = '', kinds = ''] = name.split(':');
  const mediaTypes = kinds === '' ? [] : kinds.split(',');
  let granted = false;
  // The check comes first, without a kind where the page asks for what there is.
  const isChecked = onCheck(null, permission, page, { mediaType: 'unknown' });
  if (mediaTypes.length > 0 && !isChecked) return false;
  onRequest(null, permission, (answer) => (granted = answer), { requestingUrl: page, mediaTypes });
  return granted || (isChecked && mediaTypes.length === 0 && permission !== 'media') || onDevice();
}
