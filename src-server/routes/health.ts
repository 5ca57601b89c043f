import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';

/** `/healthz`: the process answers. `/readyz`: the database does, too. Neither asks who calls. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await database.read((tx) => tx.latestStamp());
    return { status: 'ready' };
  });
}
