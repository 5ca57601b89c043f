import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { builtPages, loadPageFiles, type ServedFile } from '../../src-files/built-page.ts';
import { ApiError } from '../http/errors/api-error.ts';
import { encodingFor } from '../http/responses/content-encoding.ts';
import type { ConsoleServices } from './serve-console.ts';
import { newServerNonce } from './server-nonce.ts';

const compressions = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;
/** Others are compressed by their format. */
const COMPRESSIBLE = /^(?:text\/|application\/json|image\/svg)/;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  // No string becomes markup or code, and no policy that allows it can be created.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

const headers = {
  'content-security-policy': policy.join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=(), payment=()',
};

/** What is no place of the page, if it is not there. */
const NO_PAGE = /^(?:assets|api|download)\//;

interface Page {
  /** With the address that everything of the page is relative to, for a nonce of the server. */
  readonly html: (nonce: string) => string;
  readonly files: ReadonlyMap<string, ServedFile>;
}

/**
 * Serves the organiser's page at `/console` and at each address below it that is no file of the page: the page finds its place by its address.
 * It leads browsers there from `/`. The files are read at the first request, since most servers never open the console.
 */
export function servePage(
  app: FastifyInstance,
  { key, clock }: Pick<ConsoleServices, 'key' | 'clock'>,
): void {
  let page: Promise<Page> | null = null;
  const compressed = new Map<string, Promise<Buffer>>();
  const base = `${app.publicPath}/console/`;

  const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    reply.headers(headers);
    page ??= readPage(base);
    const { html, files } = await page;
    const file = files.get(`/${path}`);
    if (file === undefined && NO_PAGE.test(path)) throw new ApiError('route.not_found');
    const contentType = file?.contentType ?? 'text/html; charset=utf-8';
    reply.headers({ vary: 'accept-encoding', 'content-type': contentType });
    reply.header('cache-control', file?.cacheControl ?? 'no-store');
    if (file === undefined) return reply.send(html(newServerNonce(key, clock.now())));
    const bytes = await file.read();
    if (bytes === null) throw new ApiError('route.not_found');
    const encoding = COMPRESSIBLE.test(contentType)
      ? encodingFor(request.headers['accept-encoding'], ['br', 'gzip'])
      : null;
    if (encoding === null) return reply.send(Buffer.from(bytes));
    const name = `${encoding} ${path}`;
    const small = compressed.get(name) ?? compressions[encoding](bytes);
    compressed.set(name, small);
    return reply.header('content-encoding', encoding).send(await small);
  };

  app.get('/', (request, reply) =>
    request.headers.accept?.includes('text/html') === true
      ? reply.headers(headers).header('vary', 'accept').redirect(`${app.publicPath}/console`)
      : reply.callNotFound(),
  );
  app.get('/console', (request, reply) => send(request, reply, ''));
  app.get<{ readonly Params: { readonly '*': string } }>('/console/*', (request, reply) => {
    const path = request.params['*'];
    if (path === 'api' || path.startsWith('api/')) return reply.callNotFound();
    return send(request, reply, path.endsWith('.html') ? '' : path);
  });
}

/** Throws `route.not_found` where the server runs without a build. */
async function readPage(base: string): Promise<Page> {
  const folder = builtPages();
  const files = folder === null ? new Map<string, ServedFile>() : await loadPageFiles(folder);
  const bytes = await files.get('/console.html')?.read();
  if (bytes === undefined || bytes === null) {
    const message = 'The page of the console is not built: run "npm run build", then start again.';
    throw new ApiError('route.not_found', { message });
  }
  const address = base.replaceAll('&', '&amp;');
  const [before = '', after = ''] = Buffer.from(bytes).toString().split('<head>', 2);
  const html = (nonce: string) =>
    `${before}<head>\n    <base href="${address}" />\n    <meta name="dpop-nonce" content="${nonce}" />${after}`;
  return { files, html };
}
