import type { FastifyInstance } from 'fastify';

/** How long requests in flight get to end; a client that sends half a request must not hold the server up. */
const GRACE_MS = 10_000;

/** Takes no more requests, lets those in flight end, and cuts what is left after the grace. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
