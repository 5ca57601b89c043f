import type { Operation } from '../../shared/contract/route-table.ts';
import type { Operate } from '../http/call.ts';
import { listConflicts, readConflict, resolveConflict } from './conflicts.ts';
import { listContacts, readContact, upsertContact } from './contacts.ts';
import { listEvents, readEvent } from './events.ts';
import { readIdentity } from './identity.ts';
import { listEventOrders, listOrders, readOrder } from './orders.ts';
import { checkIn, listScans, uploadScans } from './scans.ts';
import { listAddOnLines } from './add-on-lines.ts';
import { listSessions } from './sessions.ts';
import { readSetup } from './scanner-setup.ts';
import { readSnapshot } from './scanner-snapshot.ts';
import { followEvent } from './scanner-stream.ts';
import { listStations, sendHeartbeat } from './stations.ts';
import { uploadRedemptions } from './redemptions.ts';
import { createWebhook, deleteWebhook, listWebhooks } from './webhooks.ts';
import { listTickets, readTicket } from './tickets.ts';

/** What answers each operation of the route table. */
export const operations = {
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
  deleteWebhook,
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
} satisfies Record<Operation, Operate>;
