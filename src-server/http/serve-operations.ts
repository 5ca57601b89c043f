import type { FastifyInstance } from 'fastify';
import { routeTable, type Operation } from '../../shared/contract/route-table.ts';
import { createCallerFinder } from '../oauth/find-caller.ts';
import type { Operate, Services } from './call.ts';
import { createRateLimiter } from './rate-limit.ts';
import { serveRoute, type ServeOptions } from './serve-route.ts';

const SWEEP_MS = 60_000;

/** Serves the operations of the route table, with one rate limit for all of them. */
export function serveOperations(
  app: FastifyInstance,
  operations: Readonly<Record<Operation, Operate>>,
  options: Omit<ServeOptions, 'countCall' | 'findCaller'> & { readonly rateLimit: number },
): void {
  const { database, clock } = options.services;
  const { rateLimit } = options;
  const countCall = rateLimit === 0 ? null : callCounter(app, options.services, rateLimit);
  const findCaller = createCallerFinder(database, clock);
  for (const name of operationNames()) {
    const route = { contract: routeTable[name], operate: operations[name] };
    serveRoute(app, route, { ...options, countCall, findCaller });
  }
}

/** Over all processes where several take calls, and otherwise in memory. */
function callCounter(
  app: FastifyInstance,
  { database, clock }: Services,
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
