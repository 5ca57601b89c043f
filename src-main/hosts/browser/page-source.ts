import type { RequestListener, Server, ServerResponse } from 'node:http';
import {
  loadRendererFiles,
  type ServedFile,
  type RendererFiles,
} from '../../page/renderer-files.ts';

/** Serves the page's files. */
export interface PageSource {
  /** Resolves with a handler for the requests that pass the guard. */
  readonly open: (server: Server) => Promise<RequestListener>;
  readonly close: () => Promise<void>;
  /** Whether responses carry the security headers; a development server injects scripts that they forbid. */
  readonly isHardened: boolean;
  /** Whether the page accepts WebSockets of its own on the same server. */
  readonly takesUpgrades: boolean;
}

/** Serves the page as built into `folder`. */
export function builtPage(folder: string): PageSource {
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
