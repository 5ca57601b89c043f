import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { postmanCollection } from '../docs/collection.ts';
import { describeApi } from '../docs/openapi.ts';
import { script } from '../docs/page-script.ts';
import { style } from '../docs/page-style.ts';
import { docsPaths, writeSite, type DocsSite } from '../docs/pages/site.ts';
import type { DemoReferences } from '../examples/story-references.ts';
import { ServedDocument } from '../http/responses/send-document.ts';
import { isOwnOrigin, publicOrigin } from '../http/public-origin.ts';

/** Placeholder for the server's origin, replaced per request. */
const ORIGIN = 'https://origin.invalid';

export interface ReferenceOptions {
  readonly publicUrl: string | null;
  /** Requests per minute and client; 0 means no limit. */
  readonly rateLimit: number;
  /** Requests per minute and station; 0 means no limit. */
  readonly stationRateLimit: number;
  readonly tokenTtlSeconds: number;
  /** Prefix of the webhook header names. */
  readonly webhookHeaderPrefix: string;
  /** Seconds between the attempts of a webhook delivery. */
  readonly webhookGaps: readonly number[];
  /** What the samples name; null without demo data. */
  readonly demo: DemoReferences | null;
}

/**
 * Serves `/v1/openapi.json`, and the documentation at `/docs` and below it, without authentication. Each is rendered once, on first request, so
 * that starting the server does not wait for it.
 */
export function serveReference(app: FastifyInstance, options: ReferenceOptions): void {
  const { publicUrl } = options;
  const server = { ...options, base: `${ORIGIN}/v1`, auth: ORIGIN };
  let written: DocsSite | null = null;
  const site = () => (written ??= writeSite(server));
  const documents = [
    jsonAt('/v1/openapi.json', () => describeApi(server)),
    jsonAt('/docs/gatehouse.postman_collection.json', () => postmanCollection(server)),
    jsonAt('/docs/search.json', () => site().search),
    ...docsPaths.map((path) => ({ path, write: () => site().pages.get(path) ?? '', head: asPage })),
  ];
  for (const { path, write, head } of documents) {
    const document = new ServedDocument(() => ({ text: write(), origin: ORIGIN }));
    app.get(path, async (request, reply) => {
      reply.headers(head);
      const origin = publicOrigin(request, publicUrl);
      const isOwn = publicUrl !== null || isOwnOrigin(request, origin);
      return document.send(request, reply, { origin, isOwn });
    });
  }
}

const jsonAt = (path: string, write: () => unknown) => ({
  path,
  write: () => JSON.stringify(write()),
  head: asJson,
});

const asJson = { 'content-type': 'application/json; charset=utf-8' };

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
const asPage = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
};
