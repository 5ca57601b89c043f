import type { WebhookEventName } from '../../shared/resources/webhook-events.ts';
import { writeDisabledReason } from '../../shared/resources/disabled-reason.ts';
import type { ScanUpload } from '../../shared/resources/uploads.ts';
import { addMicros, formatInstant, MICROS_PER_DAY, MICROS_PER_HOUR } from '../../shared/instant.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { eraseContact, saveContact, updateContactTexts } from '../domain/contacts/contacts.ts';
import { updateEvent } from '../domain/events/events.ts';
import { recordScans } from '../domain/scans/record-scans.ts';
import {
  createConsoleSubscription,
  createSubscription,
} from '../webhooks/management/webhook-subscriptions.ts';
import { disableSubscription } from '../webhooks/record-outcome.ts';
import { deleteSubscriptionRow } from '../webhooks/store/subscriptions.ts';
import { createAddOn } from '../domain/events/add-ons.ts';
import { newDisputeId, recordDispute } from '../domain/sales/disputes.ts';
import { invalidTransition } from '../rules/domain-error.ts';
import { cancelOrder } from '../domain/sales/cancel-order.ts';
import { createOrder } from '../domain/sales/create-order.ts';
import { refundOrder } from '../domain/sales/refund-order.ts';
import { redeemAddOn } from '../domain/scans/redeem-add-on.ts';
import { checkInTicket } from '../domain/scans/check-in.ts';
import { releaseScan } from '../domain/scans/release-scan.ts';
import { cancelSession, createSession } from '../domain/events/sessions.ts';
import {
  createTicketType,
  ticketTypeDefaults,
  updateTicketType,
} from '../domain/events/ticket-types.ts';
import { reassignTicket } from '../domain/tickets/change-ticket.ts';
import { convertWaitlistEntry, joinWaitlist } from '../domain/sales/waitlist.ts';
import type { StoredCredentials } from './demo-file.ts';
import { listAddOns } from '../store/add-ons.ts';
import { type EventRow } from '../store/events.ts';
import { listEventSessions } from '../store/sessions.ts';
import { listOrderLines, type OrderRow } from '../store/orders.ts';
import { listTicketTypes } from '../store/ticket-types.ts';
import { listOrderTickets } from '../store/tickets.ts';
import { requireClient, requireEvent } from '../rules/require-row.ts';

/**
 * Makes an event of the catalogue (§6.4) happen to the demo organiser, for receivers to be tried with. It happens by the operations
 * that anybody uses, to an order, ticket or date of its own, so every reference in the payload exists and the API says the same.
 * `event` is `evt_…`. Returns the references of what it happened to.
 */
export async function triggerEvent(
  tx: WriteTransaction,
  demo: StoredCredentials,
  { name, event: reference }: { readonly name: WebhookEventName; readonly event: string },
): Promise<readonly string[]> {
  const event = await requireEvent(tx, reference);
  if (!demo.events.some((known) => known.reference === event.reference)) {
    throw invalidTransition(
      `The event ${reference} is not of the demo, and its data stays as it is.`,
    );
  }
  return triggers[name]({ tx, event, demo });
}

async function admitGuest(stage: Stage) {
  const { tx, demo } = stage;
  const { tickets } = await placeOrder(stage);
  const [ticket = ''] = tickets;
  const client = await requireClient(tx, demo.integrator.client_id);
  const scanning = { organiserId: client.organiser_id, clientRowId: client.id, allEvents: true };
  const input = { ticket, scanner_location: null, session: null, locale: 'en' } as const;
  const { scan } = await checkInTicket(tx, scanning, input);
  return { scanning, ticket, scan };
}

interface Stage {
  readonly tx: WriteTransaction;
  readonly event: EventRow;
  readonly demo: StoredCredentials;
}

type Trigger = (stage: Stage) => Promise<readonly string[]>;

const triggers: Readonly<Record<WebhookEventName, Trigger>> = {
  'order.created': async (stage) => {
    const { order, tickets } = await placeOrder(stage);
    return [order.reference, ...tickets];
  },
  'order.refunded': async (stage) => {
    const { order } = await placeOrder(stage);
    await refundOrder(stage.tx, order.reference, { amount: null, via: 'console' });
    return [order.reference];
  },
  'order.cancelled': async (stage) => {
    const { order } = await placeOrder(stage);
    await cancelOrder(stage.tx, order.reference, 'Trial');
    return [order.reference];
  },
  'ticket.scanned': async (stage) => {
    const { ticket, scan } = await admitGuest(stage);
    return [ticket, scan.reference];
  },
  'ticket.released': async (stage) => {
    const { scanning, ticket, scan } = await admitGuest(stage);
    const input = { kind: 'exit', note: null, scanner_location: null } as const;
    const { release } = await releaseScan(stage.tx, scanning, { scan: scan.reference, ...input });
    return [ticket, scan.reference, release.reference];
  },
  'contact.updated': async (stage) => {
    const { reference } = await trialContact(stage, guest.email);
    await updateContactTexts(stage.tx, reference, { mobile: `+00 ${stage.tx.now}` });
    return [reference];
  },
  'contact.erased': async (stage) => {
    const { reference } = await trialContact(stage, `trial-${stage.tx.now}@example.org`);
    await eraseContact(stage.tx, reference);
    return [reference];
  },
  'event.updated': async ({ tx, event }) => [
    (await updateEvent(tx, event.reference, {})).reference,
  ],
  'conflict.opened': async (stage) => {
    const { scanning, ticket } = await admitGuest(stage);
    const { tx } = stage;
    const admission = {
      reference: tx.newReference('scan'),
      ticket,
      result: 'allowed',
      reason: 'scanning.allowed',
      scanned_at: formatInstant(tx.now),
      clock_offset_ms: 0,
      sequence: 1,
      snapshot: { watermark: null },
    } satisfies ScanUpload;
    await recordScans(tx, scanning, [admission]);
    return [ticket, admission.reference];
  },
  'subscription.disabled': async ({ tx, demo }) => {
    const { id: clientRowId, organiser_id: organiserId } = await requireClient(
      tx,
      demo.integrator.client_id,
    );
    const endpoint = { url: 'https://trial.example.org/' };
    const input = { endpoint, events: ['order.created'], event: null };
    const client = { organiserId, clientRowId, allEvents: true };
    const reason = writeDisabledReason({ kind: 'failures', attempts: 1, last: 'Trial' });
    // One of the client's and one of the organiser's: each is told of by its own.
    const trials = [
      await createSubscription(tx, client, input, Infinity),
      await createConsoleSubscription(tx, demo.organiser, input),
    ];
    for (const { id, epoch } of trials) {
      await disableSubscription(tx, { id, epoch, reason });
      await deleteSubscriptionRow(tx, id);
    }
    return trials.map(({ reference }) => reference);
  },
  'ticket.updated': async (stage) => {
    const { tickets } = await placeOrder(stage);
    const [ticket = ''] = tickets;
    await reassignTicket(stage.tx, ticket, { ...guest, email: 'trial.guest@example.org' });
    return [ticket];
  },
  'add_on.redeemed': async (stage) => {
    const { tx, event } = stage;
    const addOn = await trialAddOn(stage);
    const order = await createOrder(tx, {
      event: event.reference,
      lines: [{ sellable: addOn, quantity: 2 }],
      contact: guest,
      answers: {},
      status: 'confirmed',
    });
    const [line] = await listOrderLines(tx, order.id);
    const order_line = line?.reference ?? '';
    await redeemAddOn(tx, {
      order_line,
      quantity: 1,
      client_reference: null,
      location: null,
      redeemed_at: tx.now,
      client_id: null,
      happened: false,
    });
    return [order.reference, order_line];
  },
  'charge.disputed': async ({ tx, demo }) => {
    const dispute = newDisputeId();
    const details = { charge: null, amount: TRIAL_PRICE, reason: 'fraudulent' };
    await recordDispute(tx, { organiser: demo.organiser, dispute, ...details });
    return [dispute];
  },
  'waitlist.joined': async (stage) => [(await joinTrialList(stage)).entry],
  'waitlist.offered': async (stage) => [await offerTrialPlace(stage)],
  'waitlist.converted': async (stage) => {
    const entry = await offerTrialPlace(stage);
    await convertWaitlistEntry(stage.tx, entry);
    return [entry];
  },
  'session.cancelled': async ({ tx, event }) => {
    // A date that was never on sale, so that no guest's is lost.
    const starts_at = addMicros(tx.now, 30 * MICROS_PER_DAY);
    const ends_at = addMicros(starts_at, 2 * MICROS_PER_HOUR);
    const { reference } = await createSession(tx, event.reference, {
      name: 'Trial',
      starts_at,
      ends_at,
    });
    await cancelSession(tx, reference);
    return [reference];
  },
};

const TRIAL_PRICE = 1_000;
const guest = { email: 'trial@example.org', first_name: 'Trial', last_name: 'Guest' };

async function trialContact({ tx, event }: Stage, email: string) {
  return (await saveContact(tx, event.organiser_id, { ...guest, email })).contact;
}

async function placeOrder(
  stage: Stage,
): Promise<{ readonly order: OrderRow; readonly tickets: readonly string[] }> {
  const { tx, event } = stage;
  const order = await createOrder(tx, {
    event: event.reference,
    lines: [{ sellable: await trialType(stage), quantity: 1, session: await trialSession(stage) }],
    contact: guest,
    answers: {},
    status: 'confirmed',
  });
  const tickets = await listOrderTickets(tx, order.id);
  return { order, tickets: tickets.map(({ reference }) => reference) };
}

/** A ticket type of the trials' own, so that they use up nobody's places. */
async function trialType({ tx, event }: Stage): Promise<string> {
  const name = 'Trial';
  const known = (await listTicketTypes(tx, event.id)).find((type) => type.name === name);
  const type = { ...ticketTypeDefaults, name, price: TRIAL_PRICE };
  return (known ?? (await createTicketType(tx, event.reference, type))).reference;
}

/** The next date that is not cancelled; null for an event of a single date. */
async function trialSession({ tx, event }: Stage): Promise<string | null> {
  const sessions = await listEventSessions(tx, event.id);
  const open = sessions.filter((session) => session.cancelled_at === null);
  return (open.find(({ ends_at }) => ends_at > tx.now) ?? open[0])?.reference ?? null;
}

async function trialAddOn({ tx, event }: Stage): Promise<string> {
  const addOn = { name: 'Trial', price: TRIAL_PRICE, total: null };
  const known = (await listAddOns(tx, event.id)).find(({ name }) => name === addOn.name);
  return (known ?? (await createAddOn(tx, event.reference, addOn))).reference;
}

interface Waiting {
  readonly entry: string;
  readonly ticketType: string;
}

/** Waits for a new ticket type with no place, so that nobody else waits for it. */
async function joinTrialList({ tx, event }: Stage): Promise<Waiting> {
  const type = { ...ticketTypeDefaults, name: 'Trial, sold out', price: TRIAL_PRICE, total: 0 };
  const { reference: ticketType } = await createTicketType(tx, event.reference, type);
  const entry = await joinWaitlist(tx, {
    event: event.reference,
    sellable: ticketType,
    email: guest.email,
    quantity: 1,
  });
  return { entry: entry.reference, ticketType };
}

/** One place more is offered to whoever waits. */
async function offerTrialPlace(stage: Stage): Promise<string> {
  const { entry, ticketType } = await joinTrialList(stage);
  await updateTicketType(stage.tx, ticketType, { total: 1 });
  return entry;
}
