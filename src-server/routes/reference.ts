import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describeApi } from '../../shared/contract/openapi/describe-api.ts';
import { referencePage } from '../http/docs/reference-page.ts';
import { style } from '../http/docs/style.ts';
import { publicOrigin } from '../http/public-origin.ts';

/** Stands for the server's address until a request says which it is. */
const ORIGIN = 'https://origin.invalid';

/** `/v1/openapi.json` and `/docs`, for whoever asks. Both are written once. */
export function serveReference(app: FastifyInstance, publicUrl: string | null): void {
  const description = JSON.stringify(describeApi({ base: `${ORIGIN}/v1`, auth: ORIGIN }));
  const page = referencePage();
  const styleHash = createHash('sha256').update(style).digest('base64');
  app.get('/v1/openapi.json', async (request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(description.replaceAll(ORIGIN, publicOrigin(request, publicUrl))),
  );
  app.get('/docs', async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; style-src 'sha256-${styleHash}'`)
      .send(page),
  );
}
