import type { ReadTransaction } from '../../database/transaction.ts';
import { findAddOn } from '../../store/add-ons.ts';
import { findQuestion } from '../../store/answers.ts';
import { findClient } from '../../store/access/clients.ts';
import { findConflict } from '../../store/conflicts.ts';
import { findContact } from '../../store/contacts.ts';
import { findEntryScan } from '../../store/entry-scans.ts';
import { findEvent, getEvent } from '../../store/events.ts';
import { findImport } from '../../store/imports.ts';
import { findLocation } from '../../store/locations.ts';
import { findMember } from '../../store/access/members.ts';
import { findOrder, findOrderLine } from '../../store/orders.ts';
import { findOrganiser } from '../../store/access/organisers.ts';
import { findSession } from '../../store/sessions.ts';
import { findTicketType } from '../../store/ticket-types.ts';
import { findTicket } from '../../store/tickets.ts';
import { findWaitlistEntry } from '../../store/waitlist.ts';
import { findDelivery } from '../../webhooks/store/delivery-log.ts';
import { findSubscription } from '../../webhooks/store/subscriptions.ts';

type Owned = { readonly organiser_id: number } | { readonly event_id: number };
type Find = (tx: ReadTransaction, reference: string) => Promise<Owned | undefined>;

/** By the prefix of a reference: how to find the row, which names its organiser or its event. */
const owned: Readonly<Record<string, Find>> = {
  adn: findAddOn,
  cfl: findConflict,
  con: findContact,
  evt: findEvent,
  gci: findClient,
  imp: findImport,
  loc: findLocation,
  mem: findMember,
  oln: findOrderLine,
  ord: findOrder,
  org: async (tx, reference) => {
    const organiser = await findOrganiser(tx, reference);
    return organiser && { organiser_id: organiser.id };
  },
  qst: findQuestion,
  scn: findEntryScan,
  ses: findSession,
  tkt: findTicket,
  tt: findTicketType,
  whd: async (tx, reference) => {
    const delivery = await findDelivery(tx, reference);
    return delivery && findSubscription(tx, delivery.subscription);
  },
  whk: findSubscription,
  wle: findWaitlistEntry,
};

/** The number of the organiser whose row has that reference; null for any other text. */
export async function findOrganiserOf(
  tx: ReadTransaction,
  reference: string,
): Promise<number | null> {
  const [prefix = ''] = reference.split('_', 1);
  if (!Object.hasOwn(owned, prefix)) return null;
  const row = await owned[prefix]?.(tx, reference);
  if (row === undefined) return null;
  return 'organiser_id' in row ? row.organiser_id : (await getEvent(tx, row.event_id)).organiser_id;
}
