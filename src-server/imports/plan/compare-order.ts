import type { OrderRow } from '../../store/orders.ts';
import type { ImportLine, LinePerson, OrderPart } from '../lines/import-line.ts';
import { isSamePerson } from './compare-ticket.ts';
import { isEnded, isNo, type Decision } from './decide.ts';
import type { Known } from './known-tickets.ts';

/** What an order has that lines say of it. */
interface OrderKeeps {
  /** JSON by the number of the question. */
  readonly answers: ReadonlyMap<number, string>;
  readonly buyer: LinePerson | null;
}

/**
 * Lines of one group that say something else of their order than it has, or than its first lines say if it is new. It keeps what it has, whatever is
 * changed of its tickets. Of an erased person nothing is said.
 */
export function orderDifferences(
  decisions: readonly Decision[],
  isOrder: boolean,
  known: Known,
): ReadonlyMap<ImportLine, readonly OrderPart[]> {
  const found = new Map<ImportLine, readonly OrderPart[]>();
  const standing = decisions.filter(
    ({ kind, line }) => kind !== 'cancelled' && kind !== 'skipped' && !isNo(line),
  );
  for (const own of Map.groupBy(standing, (one) => orderOf(one)?.id ?? null).values()) {
    const order = own[0] === undefined ? null : orderOf(own[0]);
    if (order === null && !isOrder) continue;
    const lines = own.map(({ line }) => line);
    const keeps = order === null ? keptOfLines(lines) : keptOfOrder(order, known);
    if (keeps === null) continue;
    const lacking = addOnsLacking(order, own, known);
    for (const { kind, line } of own) {
      const parts: readonly (readonly [OrderPart, boolean])[] = [
        ['answers', line.answers.some(({ id, value }) => keeps.answers.get(id) !== value)],
        ['buyer', isOther(line.buyer, keeps.buyer)],
        ['add-ons', kind !== 'new' && line.add_ons.some(({ id }) => lacking.has(id))],
      ];
      const differing = parts.flatMap(([part, differs]) => (differs ? [part] : []));
      if (differing.length > 0) found.set(line, differing);
    }
  }
  return found;
}

/** The order that a line is in, or is added to; null for a new one. */
function orderOf(decision: Decision): OrderRow | null {
  if (decision.kind === 'new') return decision.order;
  return 'match' in decision ? (decision.match?.order ?? null) : null;
}

/** What a new order gets of its lines. */
export function keptOfLines(lines: readonly ImportLine[]): OrderKeeps {
  const answers = new Map<number, string>();
  for (const line of lines)
    for (const { id, value } of line.answers) if (!answers.has(id)) answers.set(id, value);
  return { answers, buyer: lines.find(({ buyer }) => buyer !== null)?.buyer ?? null };
}

function keptOfOrder({ id, contact_id }: OrderRow, known: Known): OrderKeeps | null {
  const contact = known.contacts.get(contact_id ?? 0) ?? null;
  if (typeof contact?.erased_at === 'number') return null;
  return { answers: known.answers.get(id) ?? new Map<number, string>(), buyer: contact };
}

function isOther(buyer: LinePerson | null, known: LinePerson | null): boolean {
  return buyer !== null && (known === null || !isSamePerson(known, buyer));
}

/** Add-ons of which lines that are there already have more than their order. */
function addOnsLacking(
  order: OrderRow | null,
  decisions: readonly Decision[],
  { orderLines }: Known,
): ReadonlySet<number> {
  if (order === null || isEnded(order)) return new Set();
  const missing = new Map<number, number>();
  const add = (id: number, quantity: number) => missing.set(id, (missing.get(id) ?? 0) + quantity);
  for (const { kind, line } of decisions)
    if (kind !== 'new') for (const { id, quantity } of line.add_ons) add(id, quantity);
  for (const { order_id, add_on_id, quantity } of orderLines.values())
    if (order_id === order.id && add_on_id !== null) add(add_on_id, -quantity);
  return new Set([...missing].flatMap(([id, quantity]) => (quantity > 0 ? [id] : [])));
}
