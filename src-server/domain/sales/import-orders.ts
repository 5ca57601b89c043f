import { asLine } from '../../../shared/plain-text.ts';
import { mailboxKey } from '../../database/mailbox-key.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../store/events.ts';
import { listEventSessions } from '../../store/sessions.ts';
import { listTicketTypes } from '../../store/ticket-types.ts';
import { checkToken } from '../../rules/checks.ts';
import type { ContactUpsert } from '../contacts/contacts.ts';
import { DomainError, invalid } from '../../rules/domain-error.ts';
import { liveEvent } from '../events/events.ts';
import { createOrder } from './create-order.ts';
import { isPlaced } from '../contacts/external-ids.ts';
import type { OrderLineInput } from './order-draft.ts';

/** A line of an import file: tickets of one type for one person. Empty cells are null. */
export interface ImportRow {
  readonly line: number;
  /** Rows with the same id form one order, which is placed only once; each row without one is its own order. */
  readonly external_id: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Reference or name. */
  readonly ticket_type: string | null;
  readonly quantity: number;
  /** Reference or name. */
  readonly session: string | null;
  readonly seat_label: string | null;
}

export interface ImportedOrder {
  readonly external_id: string | null;
  readonly reference: string;
  readonly tickets: number;
}

export interface ImportOutcome {
  readonly orders: readonly ImportedOrder[];
  /** Number of orders that existed already. */
  readonly skipped: number;
}

export interface ImportProblem {
  readonly line: number;
  readonly message: string;
}

/** Some lines are invalid; nothing was imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly problems: readonly ImportProblem[];

  constructor(problems: readonly ImportProblem[]) {
    super(`${problems.length} lines cannot be imported`);
    this.problems = problems;
  }
}

/**
 * Places a confirmed order for each row or group of rows, except those whose external id the event already has: these orders stay
 * as they are. Throws an `ImportError` that lists every invalid line.
 */
export async function importOrders(
  tx: WriteTransaction,
  eventReference: string,
  rows: readonly ImportRow[],
): Promise<ImportOutcome> {
  const event = await liveEvent(tx, eventReference);
  const catalogue = await readCatalogue(tx, event);
  const orders: ImportedOrder[] = [];
  const problems: ImportProblem[] = [];
  let skipped = 0;
  for (const group of groupRows(rows)) {
    const [{ line, external_id }] = group;
    if (external_id !== null && (await isPlaced(tx, event.id, external_id))) {
      skipped += 1;
      continue;
    }
    try {
      orders.push(await placeOrder(tx, event.reference, group, catalogue));
    } catch (error) {
      if (error instanceof ImportError) problems.push(...error.problems);
      else if (error instanceof DomainError) problems.push({ line, message: error.message });
      else throw error;
    }
  }
  if (problems.length > 0) throw new ImportError(problems);
  return { orders, skipped };
}

type Group = [ImportRow, ...ImportRow[]];

interface Named {
  readonly reference: string;
  readonly name: string | null;
}

interface Catalogue {
  readonly ticketTypes: readonly Named[];
  readonly sessions: readonly Named[];
}

async function readCatalogue(tx: WriteTransaction, { id }: EventRow): Promise<Catalogue> {
  return { ticketTypes: await listTicketTypes(tx, id), sessions: await listEventSessions(tx, id) };
}

function groupRows(rows: readonly ImportRow[]): readonly Group[] {
  const groups = new Map<string | number, Group>();
  for (const row of rows) {
    const key = row.external_id ?? row.line;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

async function placeOrder(
  tx: WriteTransaction,
  event: string,
  group: Group,
  catalogue: Catalogue,
): Promise<ImportedOrder> {
  const [first] = group;
  const lines = group.map((row) => atLine(row, () => lineOf(row, first, catalogue)));
  const contact = contactOf(first);
  const external_id =
    first.external_id === null ? null : checkToken('external_id', first.external_id);
  const order = await createOrder(tx, {
    event,
    lines,
    contact,
    answers: {},
    status: 'confirmed',
    external_id,
  });
  const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return { external_id, reference: order.reference, tickets };
}

function lineOf(row: ImportRow, first: ImportRow, catalogue: Catalogue): OrderLineInput {
  if (mailboxOf(row) !== mailboxOf(first)) {
    throw invalid(
      'email',
      `Expected the email of line ${first.line}, which has the same external id.`,
    );
  }
  if (row.ticket_type === null) throw invalid('ticket_type', 'Expected a ticket type.');
  return {
    sellable: find(catalogue.ticketTypes, 'ticket type', row.ticket_type),
    quantity: row.quantity,
    session: row.session === null ? null : find(catalogue.sessions, 'session', row.session),
    seat_labels: row.seat_label === null ? null : [row.seat_label],
  };
}

function mailboxOf({ email }: ImportRow): string | null {
  return email === null ? null : mailboxKey(email);
}

function contactOf({ email, first_name, last_name }: ImportRow): ContactUpsert | null {
  if (email !== null) {
    return {
      email,
      ...(first_name !== null && { first_name }),
      ...(last_name !== null && { last_name }),
    };
  }
  if (first_name === null && last_name === null) return null;
  throw invalid('email', 'Expected an email with the name: it is what identifies a person.');
}

/** Finds one by reference or unique name and returns its reference. */
function find(among: readonly Named[], what: string, text: string): string {
  const sought = asLine(text);
  const named = among.filter(
    ({ reference, name }) => reference === text || (name !== null && asLine(name) === sought),
  );
  const [only] = named;
  if (only === undefined) throw invalid(what, `There is no ${what} "${text}" in this event.`);
  if (named.length === 1) return only.reference;
  throw invalid(what, `There are ${named.length} of the ${what} "${text}"; name its reference.`);
}

function atLine<T>({ line }: ImportRow, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new ImportError([{ line, message: error.message }]);
  }
}
