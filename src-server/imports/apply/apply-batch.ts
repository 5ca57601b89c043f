import { assertNever } from '../../../shared/assert-never.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { placeSoldOrders, type PlacedLines } from '../../domain/sales/place-sold-orders.ts';
import { isVoid } from '../../domain/tickets/current-ticket.ts';
import { updateImportedLine, type ImportRow } from '../../store/imports.ts';
import type { OrderRow } from '../../store/orders.ts';
import { listTicketsOfOrders, type TicketRow } from '../../store/tickets.ts';
import type { ImportLine } from '../lines/import-line.ts';
import { decideBatch, type DecidedBatch } from '../plan/decide-batch.ts';
import { isNo, type Decision } from '../plan/decide.ts';
import type { ImportContext } from '../plan/import-context.ts';
import type { LineGroup } from '../staging/staging.ts';
import { admitLines, type SeenLine } from './admit-lines.ts';
import { saveBatchPeople, type BatchPeople } from './batch-people.ts';
import { rememberFor, type ImportBatch } from './import-batch.ts';
import { changeLines, reopenOrder } from './change-lines.ts';
import { soldLinesOf, type NewLines } from './new-lines.ts';
import { voidLines } from './void-lines.ts';
import { confirmPaid, sayAtDoor, settleWaiting } from './waiting-lines.ts';

/** A line that was placed, with what it became. */
export interface PlacedLine {
  readonly line: ImportLine;
  readonly order: OrderRow;
  readonly tickets: readonly TicketRow[];
}

/** Likewise, with the order's line. */
interface PlacedRow extends PlacedLine {
  readonly lineId: number;
}

export interface AppliedBatch extends DecidedBatch {
  readonly placed: readonly PlacedLine[];
}

type DecisionOf<Kind extends Decision['kind']> = Extract<Decision, { readonly kind: Kind }>;

/** What gives places and seats back comes first, in all batches; then what exchanges them; then what takes them. */
export const steps = ['void', 'change', 'place'] as const;
export type Step = (typeof steps)[number];

/** Decides again, by what the event has at this moment, and does it. */
export async function applyBatch(
  tx: WriteTransaction,
  context: ImportContext,
  {
    started,
    groups,
    step,
  }: {
    readonly started: ImportRow;
    readonly groups: readonly LineGroup[];
    readonly step: Step;
  },
): Promise<AppliedBatch> {
  const decided = await decideBatch(tx, context, groups);
  const batch: ImportBatch = { ...decided, context, remember: rememberFor(tx, started) };
  const decisions = decided.groups.flatMap((group) => group.decisions);
  const saved = (lines: readonly Decision[]) =>
    saveBatchPeople(
      tx,
      context,
      lines.map(({ line }) => line),
    );
  switch (step) {
    case 'void': {
      await voidLines(tx, batch, decisions);
      return { ...decided, placed: [] };
    }
    case 'change': {
      const changed = decisions.filter((one) => one.kind === 'changed');
      await changeLines(tx, batch, changed, await saved(changed));
      return { ...decided, placed: [] };
    }
    case 'place': {
      const fresh = decisions.filter(
        (one) => one.kind === 'new' || (one.kind === 'paid' && one.parts.length > 0),
      );
      const people = await saved(fresh);
      await settleWaiting(tx, batch, decisions, people);
      const placed = await placeNew(tx, batch, { started, people });
      const confirmed = await confirmPaid(tx, batch, decisions);
      await noteSeen(tx, batch);
      const all = await withTickets(tx, decisions, { placed, confirmed });
      await sayAtDoor(tx, batch, all);
      if (context.options.checkedIn === 'admit')
        await admitLines(tx, batch, [...all, ...seenLines(decisions)]);
      return { ...decided, placed: all };
    }
    default:
      return assertNever(step);
  }
}

/** Lines that were placed, with those whose orders were confirmed: their tickets are there now. */
async function withTickets(
  tx: WriteTransaction,
  decisions: readonly Decision[],
  {
    placed,
    confirmed,
  }: { readonly placed: readonly PlacedRow[]; readonly confirmed: readonly number[] },
): Promise<readonly PlacedLine[]> {
  const issued = Map.groupBy(
    await listTicketsOfOrders(tx, confirmed),
    ({ order_line_id }) => order_line_id ?? 0,
  );
  const paid = decisions.flatMap((one) =>
    one.kind === 'paid'
      ? [
          {
            line: one.line,
            order: one.match.order,
            lineId: one.match.orderLine?.id ?? 0,
            tickets: [],
          },
        ]
      : [],
  );
  return [...placed, ...paid].map(({ lineId, ...line }) => ({
    ...line,
    tickets: line.tickets.length > 0 ? line.tickets : (issued.get(lineId) ?? []),
  }));
}

/** Lines that are there already, with the tickets that let somebody in. */
function seenLines(decisions: readonly Decision[]): readonly SeenLine[] {
  return decisions.flatMap((one) =>
    one.kind === 'unchanged' || one.kind === 'differs'
      ? [{ line: one.line, tickets: one.match.tickets.filter(({ status }) => !isVoid(status)) }]
      : [],
  );
}

async function placeNew(
  tx: WriteTransaction,
  batch: ImportBatch,
  { started, people }: { readonly started: ImportRow; readonly people: BatchPeople },
): Promise<readonly PlacedRow[]> {
  const { context, contents, groups, known } = batch;
  const { catalogue, eventId, keys } = context;
  const orders = await ordersNow(tx, batch);
  const parts = groups.flatMap(({ group, decisions }) => {
    const key = keys.lineKey(eventId, group.identity);
    const last = known.lines.get(key)?.at(-1)?.position ?? 0;
    const fresh = decisions.filter((one): one is DecisionOf<'new'> => one.kind === 'new');
    return newLinesOf(fresh, group.isOrder, orders).map((lines, at) => ({
      lines,
      key,
      // Those before it have one line each.
      after: last + (group.isOrder ? 0 : at),
    }));
  });
  const placed = await placeSoldOrders(
    tx,
    catalogue.event,
    catalogue.questions.map(({ id }) => id),
    parts.map(({ lines }) => soldLinesOf(lines, context, people)),
  );
  for (const [at, { lines: part }] of parts.entries()) {
    if (part.order === null) continue;
    const own = placed[at]?.lines.map(({ line }) => line) ?? [];
    const tickets = own.filter(({ kind }) => kind === 'ticket');
    for (const line of own)
      if (line.kind === 'add_on') batch.remember({ addOn: line, with: tickets });
  }
  const result = parts.flatMap(({ lines: { lines } }, at) => placedOf(lines, placed[at]));
  tx.append(
    'imported_lines',
    parts.flatMap(({ lines: { lines }, key, after }, part) =>
      lines.flatMap((line, at) => {
        const row = placed[part]?.lines[at]?.line;
        if (row === undefined) return [];
        return [
          {
            event_id: eventId,
            line_key: key,
            position: after + at + 1,
            order_id: row.order_id,
            order_line_id: row.id,
            ticket_id: null,
            content: contents.of(line),
            import_id: started.id,
          },
        ];
      }),
    ),
  );
  return result;
}

/** Orders to which lines are added, as they are after those that are there were settled; one that had ended is open again. */
async function ordersNow(
  tx: WriteTransaction,
  batch: ImportBatch,
): Promise<ReadonlyMap<number, OrderRow>> {
  const added = batch.groups.flatMap(({ decisions }) =>
    decisions.flatMap((one) => (one.kind === 'new' && one.order !== null ? [one.order] : [])),
  );
  const now = new Map<number, OrderRow>();
  for (const order of added)
    if (!now.has(order.id)) now.set(order.id, await reopenOrder(tx, batch, order));
  return now;
}

function newLinesOf(
  fresh: readonly DecisionOf<'new'>[],
  isOrder: boolean,
  orders: ReadonlyMap<number, OrderRow>,
): readonly NewLines[] {
  const [first] = fresh;
  if (first === undefined) return [];
  if (!isOrder) return fresh.map(({ line, order }) => ({ order, lines: [line] }));
  const { order } = first;
  const now = order === null ? null : (orders.get(order.id) ?? order);
  return [{ order: now, lines: fresh.map(({ line }) => line) }];
}

function placedOf(
  lines: readonly ImportLine[],
  placed: PlacedLines | undefined,
): readonly PlacedRow[] {
  if (placed === undefined) return [];
  const { order } = placed;
  return lines.map((line, at) => ({
    line,
    order,
    lineId: placed.lines[at]?.line.id ?? 0,
    tickets: placed.lines[at]?.tickets ?? [],
  }));
}

/** Notes which ticket a line was that no earlier import had made, and what it says now. */
async function noteSeen(
  tx: WriteTransaction,
  { context: { eventId, keys }, contents, groups, known }: ImportBatch,
): Promise<void> {
  for (const { group, decisions } of groups) {
    const key = keys.lineKey(eventId, group.identity);
    const fresh = decisions.filter(({ kind }) => kind === 'new').length;
    let position = (known.lines.get(key)?.at(-1)?.position ?? 0) + fresh;
    for (const decision of decisions) {
      if (decision.kind !== 'unchanged' && decision.kind !== 'changed') continue;
      const { line, match } = decision;
      const content = contents.of(line);
      if (match.row !== null) {
        if (decision.kind === 'unchanged' && match.row.content !== content && !isNo(line))
          await updateImportedLine(tx, match.row.id, { content });
        continue;
      }
      const [ticket] = match.tickets;
      if (ticket === undefined || ticket.order_id === null || match.orderLine === null) continue;
      position += 1;
      tx.append('imported_lines', [
        {
          event_id: eventId,
          line_key: key,
          position,
          order_id: ticket.order_id,
          order_line_id: match.orderLine.id,
          ticket_id: ticket.id,
          content,
          import_id: null,
        },
      ]);
    }
  }
}
