import Fastify, { type FastifyInstance } from 'fastify';
import type { ServerConfig } from '../server-config.ts';

export function buildApp(config: ServerConfig): FastifyInstance {
  const app = Fastify({
    logger:
      config.logger.level === 'silent'
        ? false
        : { level: config.logger.level, stream: { write: config.logger.write } },
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  return app;
}
