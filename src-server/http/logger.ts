import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import type { ServerLog } from '../server-config.ts';

/**
 * Request ids and what was asked, never who is meant: no query (it may hold an email or a cursor), no headers (they hold tokens),
 * no addresses of people.
 */
export function loggerOptions(log: ServerLog): Exclude<FastifyServerOptions['logger'], undefined> {
  if (log.level === 'silent') return false;
  return {
    level: log.level,
    stream: { write: log.write },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        path: request.routeOptions.url ?? 'unknown',
      }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error: Error) => describeError(error),
    },
  };
}

/** Type, message and stack of an error and its causes. */
function describeError(error: Error): { type: string; message: string; stack: string } {
  const causes = error.cause instanceof Error ? `\ncaused by: ${error.cause.stack ?? ''}` : '';
  return {
    type: error.name,
    message: error.message,
    stack: `${error.stack ?? ''}${causes}`,
  };
}
