import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { guidePage } from '../docs/guide.ts';
import { describeApi } from '../docs/openapi.ts';
import { script } from '../docs/page-script.ts';
import { style } from '../docs/page-style.ts';
import { referencePage } from '../docs/reference.ts';
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
}

/**
 * Serves `/v1/openapi.json`, `/docs` and the guide below it, without authentication. Each is rendered once, on first request, so
 * that starting the server does not wait for it.
 */
export function serveReference(app: FastifyInstance, options: ReferenceOptions): void {
  const { publicUrl } = options;
  const server = { ...options, base: `${ORIGIN}/v1`, auth: ORIGIN };
  const documents = [
    { path: '/v1/openapi.json', write: () => JSON.stringify(describeApi(server)), head: asJson },
    { path: '/docs', write: () => referencePage(server), head: asPage },
    { path: '/docs/webhooks', write: () => guidePage(server), head: asPage },
  ] as const;
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

const asJson = { 'content-type': 'application/json; charset=utf-8' };

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
const asPage = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
};
