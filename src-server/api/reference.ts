import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { guidePage } from '../docs/guide.ts';
import { describeApi } from '../docs/openapi.ts';
import { style } from '../docs/page.ts';
import { referencePage } from '../docs/reference.ts';
import { publicOrigin } from '../http/public-origin.ts';

/** Stands for the server's address until a request says which it is. */
const ORIGIN = 'https://origin.invalid';

export interface ReferenceOptions {
  readonly publicUrl: string | null;
  /** API calls a minute per client; 0 if there is no limit. */
  readonly rateLimit: number;
  /** What the names of the webhook headers begin with. */
  readonly webhookHeaderPrefix: string;
}

/** `/v1/openapi.json`, `/docs` and the guide below it, for whoever asks. Each is written once, when it is first asked for: no door waits for it. */
export function serveReference(app: FastifyInstance, options: ReferenceOptions): void {
  const { publicUrl, rateLimit, webhookHeaderPrefix } = options;
  const server = { base: `${ORIGIN}/v1`, auth: ORIGIN, rateLimit, webhookHeaderPrefix };
  const description = once(() => JSON.stringify(describeApi(server)));
  const reference = once(() => referencePage(server));
  const guide = once(() => guidePage(webhookHeaderPrefix));
  app.get('/v1/openapi.json', async (request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(description().replaceAll(ORIGIN, publicOrigin(request, publicUrl))),
  );
  app.get('/docs', async (request, reply) =>
    sendPage(reply, reference().replaceAll(ORIGIN, publicOrigin(request, publicUrl))),
  );
  app.get('/docs/webhooks', async (_request, reply) => sendPage(reply, guide()));
}

function once(write: () => string): () => string {
  let written: string | undefined;
  return () => (written ??= write());
}

const styleHash = createHash('sha256').update(style).digest('base64');

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', `default-src 'none'; style-src 'sha256-${styleHash}'`)
    .send(page);
}
