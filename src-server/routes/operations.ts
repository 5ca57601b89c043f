import type { Operation } from '../../shared/contract/route-table.ts';
import type { Operate } from '../http/call.ts';
import { listContacts, readContact, upsertContact } from './contacts.ts';
import { listEvents, readEvent } from './events.ts';
import { readIdentity } from './identity.ts';
import { listEventOrders, listOrders, readOrder } from './orders.ts';
import { checkIn, listScans, uploadScans } from './scans.ts';
import { readSetup } from './scanner-setup.ts';
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
} satisfies Record<Operation, Operate>;
