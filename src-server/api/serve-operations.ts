import type { FastifyInstance } from 'fastify';
import { operations, routeTable, type OperationId } from '../../shared/resources/route-table.ts';
import { rateLimitOf, type RateLimits } from '../http/rate-limiter.ts';
import { startCounting } from '../http/call-counter.ts';
import type { Handler } from '../http/request-context.ts';
import { serveRoute, type ServeOptions } from '../http/serve-route.ts';
import { createCallerFinder } from '../oauth/find-caller.ts';
import { identityHandlers } from './resources/identity.ts';
import { eventHandlers } from './resources/events.ts';
import { orderHandlers } from './resources/orders.ts';
import { ticketHandlers } from './resources/tickets.ts';
import { ticketFileHandlers } from './resources/ticket-files.ts';
import { contactHandlers } from './resources/contacts.ts';
import { attendanceHandlers } from './resources/attendance.ts';
import { releaseHandlers } from './scanner/releases.ts';
import { scanHandlers } from './resources/scans.ts';
import { webhookHandlers } from './resources/webhooks.ts';
import { webhookDeliveryHandlers } from './resources/webhook-deliveries.ts';
import { setupHandlers } from './scanner/scanner-setup.ts';
import { uploadHandlers } from './scanner/uploads.ts';
import { snapshotHandlers } from './scanner/scanner-snapshot.ts';
import { eventStreamHandlers } from './scanner/scanner-stream.ts';
import { sessionHandlers } from './resources/sessions.ts';
import { addOnHandlers } from './resources/add-on-lines.ts';
import { doorAnswerHandlers } from './scanner/door-answers.ts';
import { conflictHandlers } from './scanner/conflicts.ts';
import { stationHandlers } from './scanner/stations.ts';

const handlers: Readonly<Record<OperationId, Handler>> = {
  ...identityHandlers,
  ...eventHandlers,
  ...orderHandlers,
  ...ticketHandlers,
  ...ticketFileHandlers,
  ...contactHandlers,
  ...scanHandlers,
  ...releaseHandlers,
  ...attendanceHandlers,
  ...webhookHandlers,
  ...webhookDeliveryHandlers,
  ...setupHandlers,
  ...uploadHandlers,
  ...snapshotHandlers,
  ...eventStreamHandlers,
  ...sessionHandlers,
  ...addOnHandlers,
  ...doorAnswerHandlers,
  ...conflictHandlers,
  ...stationHandlers,
};

/** Serves every operation of the route table. */
export function serveOperations(
  app: FastifyInstance,
  options: Omit<ServeOptions, 'enforceRateLimit' | 'findCaller' | 'calls'> & RateLimits,
): void {
  const enforceRateLimit = rateLimitOf(app, options.services, options);
  const calls = startCounting(app, options.services.database);
  const findCaller = createCallerFinder(options.services.database);
  for (const name of operations) {
    const route = { name, contract: routeTable[name], handle: handlers[name] };
    serveRoute(app, route, { ...options, enforceRateLimit, findCaller, calls });
  }
}
