import type { FastifyInstance } from 'fastify';
import { routeTable, type Operation } from '../../shared/contract/route-table.ts';
import { createCallerFinder } from '../oauth/find-caller.ts';
import type { Handler, ServerServices } from './request-context.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { serveRoute, type ServeOptions } from './serve-route.ts';

const SWEEP_MS = 60_000;

/** Serves every operation of the route table under one rate limit. */
export function serveOperations(
  app: FastifyInstance,
  handlers: Readonly<Record<Operation, Handler>>,
  options: Omit<ServeOptions, 'countCall' | 'findCaller'> & { readonly rateLimit: number },
): void {
  const { database } = options.services;
  const { rateLimit } = options;
  const countCall = rateLimit === 0 ? null : callCounter(app, options.services, rateLimit);
  const findCaller = createCallerFinder(database);
  for (const name of operationNames()) {
    const route = { contract: routeTable[name], handle: handlers[name] };
    serveRoute(app, route, { ...options, countCall, findCaller });
  }
}

/** Over all processes where several take calls, and otherwise in memory. */
function callCounter(
  app: FastifyInstance,
  { database, clock }: ServerServices,
  limit: number,
): NonNullable<ServeOptions['countCall']> {
  const { countRequest } = database;
  if (countRequest !== null) {
    return async (clientId) => ({ limit, ...(await countRequest(clientId, limit)) });
  }
  const limiter = createRateLimiter(limit);
  const sweeping = setInterval(() => limiter.sweep(clock.monotonicMs()), SWEEP_MS);
  sweeping.unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  return async (clientId) => limiter.take(clientId, clock.monotonicMs());
}

function operationNames(): Operation[] {
  return Object.keys(routeTable).filter((name): name is Operation => name in routeTable);
}
