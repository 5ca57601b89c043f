import type { ReadTransaction } from '../database/transaction.ts';
import { findClient } from '../store/access/clients.ts';
import { findMember } from '../store/access/members.ts';
import { findOrganiser } from '../store/access/organisers.ts';
import { findAddOn } from '../store/add-ons.ts';
import { findQuestion } from '../store/answers.ts';
import { findConflict } from '../store/conflicts.ts';
import { findContact } from '../store/contacts.ts';
import { findEntryScan } from '../store/entry-scans.ts';
import { findEvent } from '../store/events.ts';
import { findImport } from '../store/imports.ts';
import { findLocation } from '../store/locations.ts';
import { findOrder } from '../store/orders.ts';
import { findSession } from '../store/sessions.ts';
import { findTicketType } from '../store/ticket-types.ts';
import { findTicket } from '../store/tickets.ts';
import { findWaitlistEntry } from '../store/waitlist.ts';
import { requireFound } from './domain-error.ts';

/** Reads the row that an input names. Throws `resource.not_found`. */
export type RowReader<Row> = (tx: ReadTransaction, reference: string) => Promise<Row>;

/** `what` is a noun for the message. */
function requiring<Row>(
  what: string,
  find: (tx: ReadTransaction, reference: string) => Promise<Row | undefined>,
): RowReader<Row> {
  return async (tx, reference) => requireFound(await find(tx, reference), what, reference);
}

export const requireOrganiser = requiring('organiser', findOrganiser);
export const requireMember = requiring('member', findMember);
export const requireEvent = requiring('event', findEvent);
export const requireTicketType = requiring('ticket type', findTicketType);
export const requireAddOn = requiring('add-on', findAddOn);
export const requireImport = requiring('import', findImport);
export const requireSession = requiring('session', findSession);
export const requireLocation = requiring('entry point', findLocation);
export const requireQuestion = requiring('question', findQuestion);
export const requireOrder = requiring('order', findOrder);
export const requireTicket = requiring('ticket', findTicket);
export const requireContact = requiring('contact', findContact);
export const requireWaitlistEntry = requiring('waiting-list entry', findWaitlistEntry);
export const requireScan = requiring('scan', findEntryScan);
export const requireConflict = requiring('conflict', findConflict);
/** By `client_id`. */
export const requireClient = requiring('client', findClient);
