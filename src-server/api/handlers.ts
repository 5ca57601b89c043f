import type { Operation } from '../../shared/resources/route-table.ts';
import type { Handler } from '../http/request-context.ts';
import { listConflicts, readConflict, resolveConflict } from './scanner/conflicts.ts';
import { listContacts, readContact, upsertContact } from './resources/contacts.ts';
import { listEvents, readEvent } from './resources/events.ts';
import { completeEnrolment, readIdentity } from './resources/identity.ts';
import { listEventOrders, listOrders, readOrder } from './resources/orders.ts';
import { uploadRedemptions, uploadScans } from './scanner/uploads.ts';
import { checkIn, listScans } from './resources/scans.ts';
import { listAddOnLines } from './resources/add-on-lines.ts';
import { listSessions } from './resources/sessions.ts';
import { readSetup } from './scanner/scanner-setup.ts';
import { readSnapshot } from './scanner/scanner-snapshot.ts';
import { followEvent } from './scanner/scanner-stream.ts';
import { listStations, sendHeartbeat } from './scanner/stations.ts';
import {
  listWebhookDeliveries,
  redeliverWebhook,
  testWebhook,
} from './resources/webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './resources/webhooks.ts';
import { listTickets, readTicket } from './resources/tickets.ts';

/** The handler of each operation of the route table. */
export const handlers = {
  readIdentity,
  listEvents,
  readEvent,
  listEventOrders,
  listOrders,
  readOrder,
  listTickets,
  readTicket,
  listScans,
  listContacts,
  readContact,
  upsertContact,
  checkIn,
  listWebhooks,
  createWebhook,
  readWebhook,
  updateWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
  deleteWebhook,
  completeEnrolment,
  readSetup,
  uploadScans,
  readSnapshot,
  followEvent,
  listSessions,
  listAddOnLines,
  uploadRedemptions,
  listConflicts,
  readConflict,
  resolveConflict,
  sendHeartbeat,
  listStations,
} satisfies Record<Operation, Handler>;
