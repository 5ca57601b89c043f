import { isOpen } from '../../domain/sales/confirm-order.ts';
import { isVoid } from '../../domain/tickets/current-ticket.ts';
import type { OrderRow } from '../../store/orders.ts';
import type { TicketRow } from '../../store/tickets.ts';
import { comparedParts, type ComparedPart, type ImportLine } from '../lines/import-line.ts';
import type { LineGroup } from '../staging/staging.ts';
import { canCost, differencesOf } from './compare-ticket.ts';
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
  | 'erased'
  /** A ticket of another order has its code; a problem, unless that came while the file was imported. */
  | 'code_taken';

/** What becomes of a line. */
export type Decision =
  /** `order`: the one that it is added to; null for a new one. */
  | { readonly kind: 'new'; readonly line: ImportLine; readonly order: OrderRow | null }
  /** An order that waited for its payment is confirmed; `parts`: what the line says otherwise than when it waited. */
  | {
      readonly kind: 'paid';
      readonly line: ImportLine;
      readonly match: Match;
      readonly parts: readonly ComparedPart[];
    }
  | {
      readonly kind: 'changed';
      readonly line: ImportLine;
      readonly match: Match;
      readonly parts: readonly ComparedPart[];
      readonly keepsPrice: boolean;
    }
  /**
   * It differs, and nobody said that this is to be changed here. `keepsPrice`: it has another price as well, which is not among `parts`, because its
   * order has to cost what it does.
   */
  | {
      readonly kind: 'differs';
      readonly line: ImportLine;
      readonly match: Match;
      readonly parts: readonly ComparedPart[];
      readonly keepsPrice: boolean;
    }
  | { readonly kind: 'cancelled'; readonly line: ImportLine; readonly match: Match }
  | { readonly kind: 'unchanged'; readonly line: ImportLine; readonly match: Match }
  /** `match`: what an earlier import made of it, of which nothing is left. */
  | {
      readonly kind: 'skipped';
      readonly line: ImportLine;
      readonly why: SkipReason;
      readonly match?: Match;
      readonly taken?: TicketRow;
    };

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
  const { matches, foreign } = matchLines(group, known, { keys, eventId, contents });
  // Without an order in the shop each line is one of its own.
  const isWaiting = !group.isOrder || group.lines.every(({ standing }) => standing !== 'valid');
  const found = group.isOrder ? orderOf(group, known, [...matches.values()], context) : null;
  const order = found !== null && isLeftEmpty(found, known, matches) ? null : found;
  const rows = known.lines.get(keys.lineKey(eventId, group.identity)) ?? [];
  const isEndedThere = rows.length > 0 && rows.every(({ content }) => contents.isNo(content));
  return group.lines.map((line) => {
    const match = matches.get(line);
    const taken = foreign.get(line);
    if (taken !== undefined && !isNo(line))
      return { kind: 'skipped', line, why: 'code_taken', taken };
    if (match === undefined)
      return decideNew(context, line, { order, isWaiting, isEndedThere, erased });
    if (isNo(line)) return decideVoid(line, match);
    if (isOpen(match.order)) return decideOpen(context, line, match, { group, contents, erased });
    if (line.standing === 'pending') return { kind: 'unchanged', line, match };
    const changed =
      match.row === null ? comparedParts : contents.changedParts(line, match.row.content);
    const differences = differencesOf(context, line, { match, known, among: changed });
    if (differences.length === 0) return { kind: 'unchanged', line, match };
    const keepsPrice = differences.includes('price') && !canCost(line, match, known);
    const parts = keepsPrice ? differences.filter((part) => part !== 'price') : differences;
    const isChanged = context.options.isUpdating && parts.length > 0;
    return { kind: isChanged ? 'changed' : 'differs', line, match, parts, keepsPrice };
  });
}

export function isNo({ standing }: ImportLine): boolean {
  return standing === 'cancelled' || standing === 'refunded';
}

export function isEnded({ status }: OrderRow): boolean {
  return status === 'cancelled' || status === 'refunded';
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

/** Whether all that waits in an order is cancelled: it ends, and its number is free for another one. */
function isLeftEmpty(
  order: OrderRow,
  { orderLines }: Known,
  matches: ReadonlyMap<ImportLine, Match>,
): boolean {
  const cancelled = new Set(
    [...matches].flatMap(([line, { orderLine }]) => (isNo(line) ? (orderLine?.id ?? []) : [])),
  );
  if (cancelled.size === 0 || !isOpen(order)) return false;
  return [...orderLines.values()].every(
    ({ id, order_id, kind }) => order_id !== order.id || kind !== 'ticket' || cancelled.has(id),
  );
}

function decideNew(
  { staged }: ImportContext,
  line: ImportLine,
  {
    order,
    isWaiting,
    isEndedThere,
    erased,
  }: {
    readonly order: OrderRow | null;
    readonly isWaiting: boolean;
    /** The shop has cancelled all that was in the order, so what is new in it there is new here. */
    readonly isEndedThere: boolean;
    readonly erased: ReadonlySet<string>;
  },
): Decision {
  if (isOfErased(line, erased)) return { kind: 'skipped', line, why: 'erased' };
  if (isNo(line) && (!staged.mapping.isOwn || order !== null))
    return { kind: 'skipped', line, why: 'void' };
  if (order !== null && isEnded(order) && !isEndedThere)
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

/** Of an order that waits for its payment: it is confirmed once a line of it is paid, without the lines that wait. */
function decideOpen(
  { options: { isUpdating } }: ImportContext,
  line: ImportLine,
  match: Match,
  {
    group: { isOrder, lines },
    contents,
    erased,
  }: {
    readonly group: LineGroup;
    readonly contents: LineContents;
    readonly erased: ReadonlySet<string>;
  },
): Decision {
  const changed = match.row === null ? [] : contents.changedParts(line, match.row.content);
  const parts = isOfErased(line, erased) ? [] : changed.filter((part) => part !== 'status');
  if (line.standing === 'valid') return { kind: 'paid', line, match, parts };
  if (isOrder && lines.some(({ standing }) => standing === 'valid'))
    return { kind: 'skipped', line, why: 'waits', match };
  if (parts.length === 0) return { kind: 'unchanged', line, match };
  return { kind: isUpdating ? 'changed' : 'differs', line, match, parts, keepsPrice: false };
}

function isOfErased({ holder, buyer }: ImportLine, erased: ReadonlySet<string>): boolean {
  return [holder, buyer].some((person) => erased.has(person?.email_key ?? ''));
}
