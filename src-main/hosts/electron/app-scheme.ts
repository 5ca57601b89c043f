import { protocol } from 'electron';
import type { PageFiles } from '../../../src-files/built-page.ts';
import { securityHeaders } from '../../page/security-headers.ts';

const SCHEME = 'app';
const HOST = 'gatehouse';

/** The page's origin: a private scheme, so that no file or site on the machine shares it. */
export const APP_ORIGIN = `${SCHEME}://${HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/`;

/**
 * Call before `ready`. Gives the origin the rights of https and no more. Without `supportFetchAPI` the page could not fetch its
 * own files, as its WebAssembly decoder does. Service workers, streaming and exemption from the content policy stay off.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Call after `ready`. Serves only the files of the built page. */
export function serveApp(files: PageFiles): void {
  const headers = securityHeaders(null);
  protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url);
    const file =
      url.host === HOST && request.method === 'GET' ? files.get(url.pathname) : undefined;
    const body = (await file?.read()) ?? null;
    if (file === undefined || body === null) return new Response(null, { status: 404, headers });
    return new Response(body, {
      headers: {
        ...headers,
        'Content-Type': file.contentType,
        'Cache-Control': file.cacheControl,
      },
    });
  });
}
