import type { RequestListener, Server, ServerResponse } from 'node:http';
import { loadRendererFiles, type ServedFile, type RendererFiles } from '../page/renderer-files.ts';

/** Where the page's files come from. */
export interface Page {
  /** Resolves with what answers the requests that the guard let through. */
  readonly open: (server: Server) => Promise<RequestListener>;
  readonly close: () => Promise<void>;
  /** Whether answers carry the security headers; a development server injects scripts that they forbid. */
  readonly isHardened: boolean;
  /** Whether the page listens for WebSockets of its own on the same server. */
  readonly takesUpgrades: boolean;
}

/** The page as it was built into `folder`. */
export function builtPage(folder: string): Page {
  return {
    open: async () => {
      const files = await loadRendererFiles(folder);
      return (request, response) => {
        const file = findFile(files, request.url ?? '');
        void sendFile(response, file, request.method !== 'HEAD');
      };
    },
    close: async () => undefined,
    isHardened: true,
    takesUpgrades: false,
  };
}

function findFile(files: RendererFiles, url: string) {
  return files.get(url.split(/[?#]/, 1)[0] ?? '');
}

/** Never rejects. */
async function sendFile(
  response: ServerResponse,
  file: ServedFile | undefined,
  withBody: boolean,
): Promise<void> {
  const body = (await file?.read()) ?? null;
  if (file === undefined || body === null) {
    response.writeHead(404, { 'Cache-Control': 'no-store' }).end();
    return;
  }
  response
    .writeHead(200, {
      'Content-Type': file.contentType,
      'Content-Length': body.byteLength,
      'Cache-Control': file.cacheControl,
    })
    .end(withBody ? body : undefined);
}
