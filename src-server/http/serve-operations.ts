import type { FastifyInstance } from 'fastify';
import { routeTable, type Operation } from '../../shared/contract/route-table.ts';
import { createCallerFinder } from '../oauth/find-caller.ts';
import type { Handler } from './request-context.ts';
import { requestCounter } from './rate-limiter.ts';
import { serveRoute, type ServeOptions } from './serve-route.ts';

/** Serves every operation of the route table under one rate limit. */
export function serveOperations(
  app: FastifyInstance,
  handlers: Readonly<Record<Operation, Handler>>,
  options: Omit<ServeOptions, 'countRequest' | 'findCaller'> & { readonly rateLimit: number },
): void {
  const { database } = options.services;
  const { rateLimit } = options;
  const countRequest = rateLimit === 0 ? null : requestCounter(app, options.services, rateLimit);
  const findCaller = createCallerFinder(database);
  for (const name of operationNames()) {
    const route = { contract: routeTable[name], handle: handlers[name] };
    serveRoute(app, route, { ...options, countRequest, findCaller });
  }
}

function operationNames(): Operation[] {
  return Object.keys(routeTable).filter((name): name is Operation => name in routeTable);
}
