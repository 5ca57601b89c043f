import type { FastifyInstance } from 'fastify';
import { routeTable, type Operation } from '../../shared/contract/route-table.ts';
import { createCallerFinder } from '../oauth/find-caller.ts';
import type { Operate } from './call.ts';
import { createRateLimiter } from './rate-limit.ts';
import { serveRoute, type ServeOptions } from './serve-route.ts';

const SWEEP_MS = 60_000;

/** Serves the operations of the route table, with one rate limit for all of them. */
export function serveOperations(
  app: FastifyInstance,
  operations: Readonly<Record<Operation, Operate>>,
  options: Omit<ServeOptions, 'limiter' | 'findCaller'> & { readonly rateLimit: number },
): void {
  const { database, clock } = options.services;
  const limiter = options.rateLimit === 0 ? null : createRateLimiter(options.rateLimit);
  const sweeping = setInterval(() => limiter?.sweep(clock.monotonicMs()), SWEEP_MS);
  sweeping.unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  const findCaller = createCallerFinder(database, clock);
  for (const name of operationNames()) {
    const route = { contract: routeTable[name], operate: operations[name] };
    serveRoute(app, route, { ...options, limiter, findCaller });
  }
}

function operationNames(): Operation[] {
  return Object.keys(routeTable).filter((name): name is Operation => name in routeTable);
}
