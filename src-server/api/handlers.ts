import type { Operation } from '../../shared/contract/route-table.ts';
import type { Handler } from '../http/request-context.ts';
import { listConflicts, readConflict, resolveConflict } from './conflicts.ts';
import { listContacts, readContact, upsertContact } from './contacts.ts';
import { listEvents, readEvent } from './events.ts';
import { completeEnrolment, readIdentity } from './identity.ts';
import { listEventOrders, listOrders, readOrder } from './orders.ts';
import { uploadRedemptions, uploadScans } from './uploads.ts';
import { checkIn, listScans } from './scans.ts';
import { listAddOnLines } from './add-on-lines.ts';
import { listSessions } from './sessions.ts';
import { readSetup } from './scanner-setup.ts';
import { readSnapshot } from './scanner-snapshot.ts';
import { followEvent } from './scanner-stream.ts';
import { listStations, sendHeartbeat } from './stations.ts';
import { listWebhookDeliveries, redeliverWebhook, testWebhook } from './webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks.ts';
import { listTickets, readTicket } from './tickets.ts';

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
