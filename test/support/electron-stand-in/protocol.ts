import { assertBeforeReady, assertReady } from './readiness.ts';
import { record } from './record.ts';
import { strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;

interface CustomScheme {
  readonly scheme: string;
  readonly privileges?: Readonly<Record<string, boolean>>;
}

const privileged = new Map<string, Readonly<Record<string, boolean>>>();
const handlers = new Map<string, Handler>();

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes: readonly CustomScheme[]) => {
    assertBeforeReady('protocol.registerSchemesAsPrivileged');
    for (const { scheme, privileges = {} } of schemes) privileged.set(scheme, privileges);
    record.schemes.push(...schemes);
  },
  handle: (scheme: string, handler: Handler) => {
    assertReady('protocol.handle');
    if (handlers.has(scheme)) throw new Error(`the scheme ${scheme} has a handler already`);
    handlers.set(scheme, handler);
  },
});

/** Whether Chromium lets a page fetch from this scheme ("URL scheme is not supported" otherwise). */
export function mayFetch(url: string): boolean {
  return privileged.get(url.slice(0, url.indexOf(':')))?.['supportFetchAPI'] === true;
}

/** Calls the handler that the host registered, as Electron would for a page of that scheme. */
export async function answerFromProtocol(url: string, method: string) {
  const scheme = url.slice(0, url.indexOf(':'));
  const privileges = privileged.get(scheme);
  const handler = handlers.get(scheme);
  // The page is served from an https origin, which behaves like a standard and secure scheme.
  if (privileges?.['standard'] !== true || privileges['secure'] !== true || handler === undefined) {
    throw new Error(`expected ${scheme}: to be a standard, secure scheme with a handler`);
  }
  const response = await handler(new Request(url, { method }));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}
