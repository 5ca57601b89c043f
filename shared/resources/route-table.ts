import { identityRoutes } from './identity.ts';
import { eventRoutes } from './events.ts';
import { orderRoutes } from './orders.ts';
import { ticketRoutes } from './tickets.ts';
import { ticketFileRoutes } from './ticket-files.ts';
import { contactRoutes } from './contacts.ts';
import { releaseRoutes } from './releases.ts';
import { attendanceRoutes } from './attendance.ts';
import { scanRoutes } from './scans.ts';
import { webhookRoutes } from './webhooks.ts';
import { webhookDeliveryRoutes } from './webhook-deliveries.ts';
import { setupRoutes } from './setup.ts';
import { uploadRoutes } from './uploads.ts';
import { snapshotRoutes } from './snapshot.ts';
import { eventStreamRoutes } from './event-stream.ts';
import { sessionRoutes } from './sessions.ts';
import { addOnRoutes } from './add-ons.ts';
import { doorAnswerRoutes } from './door-answers.ts';
import { conflictRoutes } from './conflicts.ts';
import { stationRoutes } from './stations.ts';
import type { Routes } from './route-contract.ts';

/** The operations of the surface, in the order of the reference. */
export const routeTable = {
  ...identityRoutes,
  ...eventRoutes,
  ...orderRoutes,
  ...ticketRoutes,
  ...ticketFileRoutes,
  ...contactRoutes,
  ...scanRoutes,
  ...releaseRoutes,
  ...attendanceRoutes,
  ...webhookRoutes,
  ...webhookDeliveryRoutes,
  ...setupRoutes,
  ...uploadRoutes,
  ...snapshotRoutes,
  ...eventStreamRoutes,
  ...sessionRoutes,
  ...addOnRoutes,
  ...doorAnswerRoutes,
  ...conflictRoutes,
  ...stationRoutes,
} as const satisfies Routes;

export type OperationId = keyof typeof routeTable;
export const operations: readonly OperationId[] = Object.keys(routeTable).filter(
  (name): name is OperationId => name in routeTable,
);
