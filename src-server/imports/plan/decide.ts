import { isOpen } from '../../domain/sales/confirm-order.ts';
import { isVoid } from '../../domain/tickets/current-ticket.ts';
import type { OrderRow } from '../../store/orders.ts';
import { comparedParts, type ComparedPart, type ImportLine } from '../lines/import-line.ts';
import type { LineGroup } from '../staging/staging.ts';
import { differencesOf } from './compare-ticket.ts';
import type { ImportContext } from './import-context.ts';
import type { Known } from './known-tickets.ts';
import type { LineContents } from './line-content.ts';
import { matchLines, type Match } from './match-lines.ts';

/** Why a line is left out. */
export type SkipReason =
  /** Cancelled, or refunded, where it was sold, and never imported. */
  | 'void'
  /** Its order waits for its payment, while other lines of it are paid. */
  | 'waits'
  /** It is a ticket that an order of ours gets once it is paid, and came from here. */
  | 'waits_here'
  | 'order_ended'
  | 'erased';

/** What becomes of a line. */
export type Decision =
  /** `order`: the one that it is added to; null for a new one. */
  | { readonly kind: 'new'; readonly line: ImportLine; readonly order: OrderRow | null }
  /** An order that waited for its payment is confirmed. */
  | { readonly kind: 'paid'; readonly line: ImportLine; readonly match: Match }
  | {
      readonly kind: 'changed';
      readonly line: ImportLine;
      readonly match: Match;
      readonly parts: readonly ComparedPart[];
    }
  /** It differs, and nobody said that this is to be changed here. */
  | {
      readonly kind: 'differs';
      readonly line: ImportLine;
      readonly match: Match;
      readonly parts: readonly ComparedPart[];
    }
  | { readonly kind: 'cancelled'; readonly line: ImportLine; readonly match: Match }
  | { readonly kind: 'unchanged'; readonly line: ImportLine; readonly match: Match }
  | { readonly kind: 'skipped'; readonly line: ImportLine; readonly why: SkipReason };

/** Decides what becomes of the lines of a group, by what the event has. */
export function decideGroup(
  context: ImportContext,
  group: LineGroup,
  known: Known,
  {
    contents,
    erased,
  }: {
    readonly contents: LineContents;
    /** Keys of the mailboxes of people who were erased. */
    readonly erased: ReadonlySet<string>;
  },
): readonly Decision[] {
  const { keys, eventId } = context;
  const matches = matchLines(group, known, { keys, eventId, contents });
  // Without an order in the shop each line is one of its own.
  const isWaiting = !group.isOrder || group.lines.every(({ standing }) => standing !== 'valid');
  const order = group.isOrder ? orderOf(group, known, [...matches.values()], context) : null;
  return group.lines.map((line) => {
    const match = matches.get(line);
    if (match === undefined) return decideNew(context, line, { order, isWaiting, erased });
    if (isNo(line)) return decideVoid(line, match);
    if (isOpen(match.order)) return decideOpen(line, match, group);
    if (line.standing === 'pending') return { kind: 'unchanged', line, match };
    const changed =
      match.row === null ? comparedParts : contents.changedParts(line, match.row.content);
    const parts = differencesOf(context, line, { match, known, among: changed });
    if (parts.length === 0) return { kind: 'unchanged', line, match };
    return { kind: context.options.isUpdating ? 'changed' : 'differs', line, match, parts };
  });
}

export function isNo({ standing }: ImportLine): boolean {
  return standing === 'cancelled' || standing === 'refunded';
}

/** The order of the event that the lines are of. */
function orderOf(
  { lines: [line] }: LineGroup,
  known: Known,
  matches: readonly Match[],
  { keys }: ImportContext,
): OrderRow | null {
  const [matched] = matches;
  if (matched !== undefined) return matched.order;
  const { order = null, order_reference = null } = line ?? {};
  const { ordersByName } = known;
  if (order === null) return ordersByName.get(order_reference ?? '') ?? null;
  return ordersByName.get(order) ?? ordersByName.get(keys.conceal(order)) ?? null;
}

function decideNew(
  { staged }: ImportContext,
  line: ImportLine,
  {
    order,
    isWaiting,
    erased,
  }: {
    readonly order: OrderRow | null;
    readonly isWaiting: boolean;
    readonly erased: ReadonlySet<string>;
  },
): Decision {
  const people = [line.holder, line.buyer].map((person) => person?.email_key ?? '');
  if (people.some((key) => erased.has(key))) return { kind: 'skipped', line, why: 'erased' };
  if (isNo(line) && (!staged.mapping.isOwn || order !== null))
    return { kind: 'skipped', line, why: 'void' };
  if (order !== null && (order.status === 'cancelled' || order.status === 'refunded'))
    return { kind: 'skipped', line, why: 'order_ended' };
  if (line.standing === 'pending' && order !== null && order.reference === line.order_reference)
    return { kind: 'skipped', line, why: 'waits_here' };
  if (line.standing === 'pending' && (!isWaiting || (order !== null && !isOpen(order))))
    return { kind: 'skipped', line, why: 'waits' };
  return { kind: 'new', line, order };
}

function decideVoid(line: ImportLine, match: Match): Decision {
  const isDone = isOpen(match.order) ? false : match.tickets.every(({ status }) => isVoid(status));
  return { kind: isDone ? 'unchanged' : 'cancelled', line, match };
}

/** Of an order that waits for its payment: it is confirmed once no line of it waits. */
function decideOpen(line: ImportLine, match: Match, { isOrder, lines }: LineGroup): Decision {
  if (line.standing === 'pending') return { kind: 'unchanged', line, match };
  const isPaid = !isOrder || lines.every(({ standing }) => standing !== 'pending');
  return isPaid ? { kind: 'paid', line, match } : { kind: 'skipped', line, why: 'waits' };
}
