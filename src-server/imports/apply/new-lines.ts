import { writeTexts } from '../../store/rows.ts';
import type { OrderRow } from '../../store/orders.ts';
import type {
  SoldLine,
  SoldLines,
  SoldOrder,
  SoldTicket,
} from '../../domain/sales/place-sold-orders.ts';
import type { Catalogue } from '../lines/catalogue.ts';
import type { ImportLine } from '../lines/import-line.ts';
import { keptOfLines } from '../plan/compare-order.ts';
import { isNo } from '../plan/decide.ts';
import type { ImportContext } from '../plan/import-context.ts';
import type { BatchPeople } from './batch-people.ts';

/** Lines that become one order, or are added to one. */
export interface NewLines {
  readonly order: OrderRow | null;
  readonly lines: readonly ImportLine[];
}

/** What is to be placed for them. The lines come first, in their order; add-ons follow. */
export function soldLinesOf(
  { order, lines }: NewLines,
  { catalogue, staged }: ImportContext,
  people: BatchPeople,
): SoldLines {
  const sold = lines.map((line) => soldLineOf(line, catalogue, people));
  return {
    order: order ?? soldOrderOf(lines, people, staged.mapping.isOwn),
    lines: [...sold, ...addOnLines(lines, catalogue)],
  };
}

/** Without a buyer the first who holds one of the tickets bought them, unless `isOwn` says that the file names every buyer. */
function soldOrderOf(lines: readonly ImportLine[], people: BatchPeople, isOwn: boolean): SoldOrder {
  const [first] = lines;
  const { answers, buyer: named } = keptOfLines(lines);
  const holders = isOwn ? [] : lines.map(({ holder }) => holder);
  const buyer =
    named ??
    holders.find((one) => typeof one?.email_key === 'string') ??
    holders.find((one) => one !== null) ??
    null;
  return {
    external_id: first?.order ?? null,
    contact: people.contactOf(buyer),
    status: statusOf(lines),
    answers,
  };
}

function statusOf(lines: readonly ImportLine[]): SoldOrder['status'] {
  if (lines.every(({ standing }) => standing === 'refunded')) return 'refunded';
  if (lines.every(isNo)) return 'cancelled';
  return lines.some(({ standing }) => standing === 'valid') ? 'confirmed' : 'pending_payment';
}

function soldLineOf(line: ImportLine, catalogue: Catalogue, people: BatchPeople): SoldLine {
  const type = catalogue.ticketTypes.find(({ id }) => id === line.ticket_type_id);
  if (type === undefined) throw new Error(`expected a ticket type in line ${line.line}`);
  const contact_id = people.contactOf(line.holder)?.id ?? people.contactOf(line.buyer)?.id ?? null;
  const shared = {
    contact_id,
    external_id: line.ticket,
    valid_from: line.valid_from,
    valid_until: line.valid_until,
    entry_points: writeTexts(line.entry_points),
    door_note: line.door_note,
    flags: line.flags,
    status: line.standing === 'pending' ? ('valid' as const) : line.standing,
  };
  const tickets = Array.from({ length: line.quantity }, (_, at): SoldTicket => ({
    ...shared,
    code: line.codes?.[at] ?? null,
    seat_label: line.seats?.[at] ?? null,
  }));
  return {
    kind: 'ticket',
    ticket_type_id: type.id,
    session_id: line.session_id,
    unit_price: line.price ?? type.price,
    rounding: line.rounding,
    tickets,
  };
}

function addOnLines(lines: readonly ImportLine[], { addOns }: Catalogue): readonly SoldLine[] {
  const wanted = new Map<number, number>();
  for (const line of lines)
    for (const { id, quantity } of line.add_ons) wanted.set(id, (wanted.get(id) ?? 0) + quantity);
  return addOns.flatMap(({ id, price }): readonly SoldLine[] => {
    const quantity = wanted.get(id) ?? 0;
    return quantity === 0 ? [] : [{ kind: 'add_on', add_on_id: id, quantity, unit_price: price }];
  });
}
