import type { Instant } from '../../../shared/instant.ts';
import { asLine } from '../../../shared/plain-text.ts';
import { hasPlace, isVoid } from '../../domain/tickets/current-ticket.ts';
import type { ContactRow } from '../../store/contacts.ts';
import { costOf } from '../../store/orders.ts';
import { readTexts } from '../../store/rows.ts';
import type { TicketRow } from '../../store/tickets.ts';
import { isSameList } from '../lines/read-line.ts';
import type { ComparedPart, ImportLine, LinePerson } from '../lines/import-line.ts';
import { says, type ImportContext } from './import-context.ts';
import type { Known } from './known-tickets.ts';
import type { Match } from './match-lines.ts';

/** In which of these parts a line differs from the tickets that it is. Only what the columns of the file say is compared. */
export function differencesOf(
  context: ImportContext,
  line: ImportLine,
  {
    match,
    known,
    among,
  }: {
    readonly match: Match;
    readonly known: Known;
    readonly among: readonly ComparedPart[];
  },
): readonly ComparedPart[] {
  const { tickets } = match;
  const each = (differs: (ticket: TicketRow, at: number) => boolean) => tickets.some(differs);
  const parts: readonly (readonly [ComparedPart, boolean])[] = [
    ['status', each(({ status }) => isVoid(status))],
    ['quantity', tickets.filter(({ status }) => !isVoid(status)).length !== line.quantity],
    ['type', each((ticket) => ticket.ticket_type_id !== line.ticket_type_id)],
    [
      'session',
      says(context, 'session') && each((ticket) => ticket.session_id !== line.session_id),
    ],
    [
      'seat',
      says(context, 'seat') &&
        each((ticket, at) => !sameText(ticket.seat_label, line.seats?.[at] ?? null)),
    ],
    ['code', line.codes !== null && each((ticket, at) => ticket.code !== line.codes?.[at])],
    ['validity', differsInTime(context, line, tickets)],
    [
      'entry points',
      says(context, 'entry_points') &&
        each((ticket) => !isSameList(gatesOf(context, ticket), gatesOf(context, line))),
    ],
    [
      'door note',
      says(context, 'door_note') &&
        each(
          (ticket) => ticket.door_note !== line.door_note && !isErased(known, ticket.contact_id),
        ),
    ],
    ['price', differsInPrice(line, match, known)],
    ['flags', says(context, 'flags') && each(({ flags }) => flags !== line.flags)],
    [
      'holder',
      namesHolder(context) && each((ticket) => !isHeldBy(context, ticket, line, { match, known })),
    ],
  ];
  return parts.flatMap(([part, differs]) => (differs && among.includes(part) ? [part] : []));
}

/** Tickets of one line of an order cost the same, but for one minor unit. With more or fewer tickets their price counts, or what all of them cost. */
function differsInPrice(
  { price, rounding, quantity }: ImportLine,
  match: Match,
  known: Known,
): boolean {
  const { orderLine } = match;
  if (price === null || orderLine === null) return false;
  const { unit_price, rounding: most } = orderLine;
  const isOther = price !== unit_price && !(most > 0 && price === unit_price + 1);
  if (!isWholeLine(match, known)) return isOther;
  if (costOf(orderLine) === quantity * price + rounding) return false;
  return orderLine.quantity === quantity || isOther;
}

/** Whether the tickets are all that is left of their line of the order. */
function isWholeLine({ orderLine, tickets }: Match, { tickets: all }: Known): boolean {
  const others = all.byOrderLine.get(orderLine?.id ?? 0) ?? [];
  return others.every((one) => !hasPlace(one) || tickets.some(({ id }) => id === one.id));
}

/** Whether the order may cost something else: no money of it was moved or promised here, and nothing of the line is to be paid back. */
export function canCost({ quantity }: ImportLine, match: Match, known: Known): boolean {
  const { order, orderLine } = match;
  return (
    (order.status === 'paid' || order.status === 'free_confirmed') &&
    order.refunded_total + order.discount_total + order.tax_total === 0 &&
    !known.disputed.has(order.id) &&
    (orderLine?.quantity ?? 0) <= quantity &&
    isWholeLine(match, known)
  );
}

function differsInTime(
  context: ImportContext,
  line: ImportLine,
  tickets: readonly TicketRow[],
): boolean {
  return (['valid_from', 'valid_until'] as const).some(
    (field) =>
      says(context, field) &&
      tickets.some((ticket) => windowOf(context, ticket)[field] !== windowOf(context, line)[field]),
  );
}

interface Admitting {
  readonly ticket_type_id: number | null;
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
}

/** What is not said is as its type has it. */
function windowOf(
  { catalogue }: ImportContext,
  { ticket_type_id, valid_from, valid_until }: Admitting,
) {
  const type = catalogue.ticketTypes.find(({ id }) => id === ticket_type_id);
  return {
    valid_from: valid_from ?? type?.valid_from ?? null,
    valid_until: valid_until ?? type?.valid_until ?? null,
  };
}

function gatesOf({ catalogue }: ImportContext, admitting: TicketRow | ImportLine) {
  const { ticket_type_id, entry_points } = admitting;
  const type = catalogue.ticketTypes.find(({ id }) => id === ticket_type_id);
  const own = typeof entry_points === 'string' ? readTexts(entry_points) : entry_points;
  return own ?? readTexts(type?.entry_points ?? null);
}

export function namesHolder(context: ImportContext): boolean {
  return says(
    context,
    'email',
    'first_name',
    'last_name',
    'name',
    'buyer_email',
    'buyer_first_name',
    'buyer_last_name',
    'buyer_name',
  );
}

/** Whether the ticket is held by the person of the line: by mailbox, and without one by name. */
function isHeldBy(
  { options }: ImportContext,
  ticket: TicketRow,
  line: ImportLine,
  { match, known }: { readonly match: Match; readonly known: Known },
): boolean {
  const contact = known.contacts.get(ticket.contact_id ?? 0) ?? null;
  const person = line.holder ?? line.buyer;
  if (isErased(known, ticket.contact_id)) return true;
  if (person === null) return contact === null || ticket.contact_id === match.order.contact_id;
  if (contact === null || !isSamePerson(contact, person)) return false;
  const isNamed = person.first_name !== null || person.last_name !== null;
  return options.naming === 'keep' || !isNamed || sameNames(contact, person);
}

function isErased(known: Known, contactId: number | null): boolean {
  return typeof known.contacts.get(contactId ?? 0)?.erased_at === 'number';
}

export function isSamePerson(
  contact: Pick<ContactRow, 'email_key' | 'first_name' | 'last_name'>,
  person: LinePerson,
): boolean {
  if (contact.email_key !== null || person.email_key !== null)
    return contact.email_key === person.email_key;
  return sameNames(contact, person);
}

type Names = Pick<ContactRow, 'first_name' | 'last_name'>;

export function sameNames(one: Names, other: Names): boolean {
  return sameText(one.first_name, other.first_name) && sameText(one.last_name, other.last_name);
}

function sameText(one: string | null, other: string | null): boolean {
  return (one === null ? '' : asLine(one)) === (other === null ? '' : asLine(other));
}
