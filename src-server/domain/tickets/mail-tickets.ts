import type { Ticket } from '../../../shared/resources/tickets.ts';
import { FIRST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import type { Database } from '../../database/database.ts';
import { MailRefusedError } from '../../mail/mail.ts';
import type { TicketMail } from '../../mail/ticket-mail.ts';
import type { CodeKeyRow } from '../../store/access/code-keys.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import {
  countSoldElsewhere,
  countUnaddressed,
  forgetMailed,
  listMailable,
  rememberMailed,
  type MailableTicket,
  type TicketScope,
} from '../../store/mailed-codes.ts';
import { getOrganiser } from '../../store/access/organisers.ts';
import { currentCodeKey } from './code-keys.ts';
import { signTicketCode } from './issue-code.ts';
import { requireEvent, requireOrder } from '../../rules/require-row.ts';

export interface MailTicketsOptions {
  /** Whose tickets: `ord_…`, or every order of `evt_…`. */
  readonly of: { readonly order: string } | { readonly event: string };
  /** Include tickets whose current code was already sent to their holder. */
  readonly again: boolean;
  /** Resolves once the email is accepted; rejects with a {@link MailRefusedError} if other emails may still be accepted. */
  readonly send: (mail: TicketMail) => Promise<void>;
  /** How many emails of how many are dealt with. */
  readonly onProgress?: (done: number, of: number) => void;
  /** The tickets of these rows, in their order. */
  readonly readTickets: (tx: ReadTransaction, ids: readonly number[]) => Promise<readonly Ticket[]>;
}

export interface MailedTickets {
  readonly emails: number;
  readonly tickets: number;
  readonly refused: readonly { readonly to: string; readonly why: string }[];
  /** Why the run stopped early; null if every email was tried. */
  readonly stopped: string | null;
  /** Valid tickets without a holder who has an email. */
  readonly without_email: number;
  /** Valid tickets that were left out because they admit by the code of the shop that sold them. */
  readonly sold_elsewhere: number;
  /** References of tickets whose entry points do not fit into a signed code. */
  readonly without_code: readonly string[];
}

/** After this many temporary refusals in a row, the mail server is taken to refuse all emails for now. */
const MOST_PUT_OFF = 5;

/**
 * Sends each holder the signed codes of their tickets, one email per order. Accepted emails are recorded immediately, so the next run
 * continues where one stopped, except with `again`, which starts over. If the process is killed between sending and recording, that
 * one email is sent twice. Throws `resource.not_found`.
 */
export async function mailTickets(
  database: Pick<Database, 'read' | 'write'>,
  { of, again, send, onProgress = () => undefined, readTickets }: MailTicketsOptions,
): Promise<MailedTickets> {
  const { event, scope, key, organiser } = await database.write(async (tx) => {
    const chosen = 'order' in of ? await ofOrder(tx, of.order) : await ofEvent(tx, of.event);
    const { organiser_id: id } = chosen.event;
    return {
      ...chosen,
      key: await currentCodeKey(tx, id),
      organiser: (await getOrganiser(tx, id)).display_name,
    };
  });
  const due = await database.read((tx) => listMailable(tx, scope, again));
  const result = { emails: 0, tickets: 0, stopped: null };
  const refused: { to: string; why: string }[] = [];
  const without_code: string[] = [];
  const done = async (stopped: string | null): Promise<MailedTickets> => {
    const left = await database.read(async (tx) => ({
      without_email: await countUnaddressed(tx, scope),
      sold_elsewhere: again ? 0 : await countSoldElsewhere(tx, scope),
    }));
    return { ...result, stopped, refused, ...left, without_code };
  };

  let putOff = 0;
  const emails = parcels(due);
  for (const [at, rows] of emails.entries()) {
    onProgress(at, emails.length);
    const ids = rows.map(({ id }) => id);
    const tickets = asBefore(await database.read((tx) => readTickets(tx, ids)), rows);
    const coded = await withCodes(tickets, { event, key });
    without_code.push(...coded.filter(({ code }) => code === null).map(referenceOf));
    const sendable = coded.flatMap(({ ticket, row, code }) =>
      code === null ? [] : [{ ticket, row, code }],
    );
    const to = sendable[0]?.ticket.contact?.email ?? null;
    if (to === null) continue;
    try {
      await send({ to, organiser, event, tickets: sendable });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!(error instanceof MailRefusedError)) return done(why);
      refused.push({ to, why });
      // Sent before, but not in this run: forget it, so that the next run sends it even without `again`.
      if (again) {
        await database.write(async (tx) => {
          for (const { row } of sendable) await forgetMailed(tx, row);
        });
      }
      putOff = error.isForNow ? putOff + 1 : 0;
      if (putOff === MOST_PUT_OFF) return done(why);
      continue;
    }
    await database.write(async (tx) => {
      for (const { row } of sendable) await rememberMailed(tx, row);
    });
    putOff = 0;
    result.emails += 1;
    result.tickets += sendable.length;
  }
  return done(null);
}

type Transaction = Parameters<Parameters<Database['write']>[0]>[0];

async function ofOrder(
  tx: Transaction,
  reference: string,
): Promise<{ event: EventRow; scope: TicketScope }> {
  const order = await requireOrder(tx, reference);
  return { event: await getEvent(tx, order.event_id), scope: { orderId: order.id } };
}

async function ofEvent(
  tx: Transaction,
  reference: string,
): Promise<{ event: EventRow; scope: TicketScope }> {
  const event = await requireEvent(tx, reference);
  return { event, scope: { eventId: event.id } };
}

/** Groups consecutive rows of one order and holder. */
function parcels(rows: readonly MailableTicket[]): readonly MailableTicket[][] {
  const groups: MailableTicket[][] = [];
  let before: MailableTicket | null = null;
  for (const row of rows) {
    const isSame = before?.order_id === row.order_id && before.contact_id === row.contact_id;
    if (isSame) groups.at(-1)?.push(row);
    else groups.push([row]);
    before = row;
  }
  return groups;
}

interface CurrentTicket {
  readonly ticket: Ticket;
  readonly row: MailableTicket;
}

/** Leaves out tickets that were transferred, voided or given a new code since the run began; the next run handles them. */
function asBefore(
  tickets: readonly Ticket[],
  rows: readonly MailableTicket[],
): readonly CurrentTicket[] {
  return tickets.flatMap((ticket) => {
    const row = rows.find(({ reference }) => reference === ticket.reference);
    const isAsBefore =
      row?.contact === ticket.contact?.reference &&
      row?.code_issue === (ticket.code_issue ?? FIRST_ISSUE);
    const isValid = ticket.status === 'valid' && ticket.deleted_at === null;
    return row !== undefined && isAsBefore && isValid ? [{ ticket, row }] : [];
  });
}

async function withCodes(
  tickets: readonly CurrentTicket[],
  { event, key }: { readonly event: EventRow; readonly key: CodeKeyRow },
) {
  const coded = [];
  for (const { ticket, row } of tickets) {
    coded.push({ ticket, row, code: await signTicketCode(ticket, event.reference, key) });
  }
  return coded;
}

function referenceOf({ ticket }: CurrentTicket): string {
  return ticket.reference;
}
