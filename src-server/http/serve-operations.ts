import type { FastifyInstance } from 'fastify';
import { routeTable, type Operation } from '../../shared/resources/route-table.ts';
import { createCallerFinder } from '../oauth/find-caller.ts';
import type { Handler } from './request-context.ts';
import { rateLimitOf, type RateLimits } from './rate-limiter.ts';
import { serveRoute, type ServeOptions } from './serve-route.ts';

/** Serves every operation of the route table. */
export function serveOperations(
  app: FastifyInstance,
  handlers: Readonly<Record<Operation, Handler>>,
  options: Omit<ServeOptions, 'enforceRateLimit' | 'findCaller'> & RateLimits,
): void {
  const enforceRateLimit = rateLimitOf(app, options.services, options);
  const findCaller = createCallerFinder(options.services.database);
  for (const name of operationNames()) {
    const route = { contract: routeTable[name], handle: handlers[name] };
    serveRoute(app, route, { ...options, enforceRateLimit, findCaller });
  }
}

function operationNames(): Operation[] {
  return Object.keys(routeTable).filter((name): name is Operation => name in routeTable);
}
