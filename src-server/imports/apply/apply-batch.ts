import type { WriteTransaction } from '../../database/transaction.ts';
import { confirmOrder } from '../../domain/sales/confirm-order.ts';
import { placeSoldOrders, type PlacedLines } from '../../domain/sales/place-sold-orders.ts';
import { updateImportedLine, type ImportRow } from '../../store/imports.ts';
import type { OrderRow } from '../../store/orders.ts';
import type { TicketRow } from '../../store/tickets.ts';
import type { ImportLine } from '../lines/import-line.ts';
import { decideBatch, type DecidedBatch } from '../plan/decide-batch.ts';
import type { Decision } from '../plan/decide.ts';
import type { ImportContext } from '../plan/import-context.ts';
import type { LineGroup } from '../staging/staging.ts';
import { admitLines } from './admit-lines.ts';
import { saveBatchPeople, type BatchPeople } from './batch-people.ts';
import { rememberFor, type ImportBatch } from './import-batch.ts';
import { changeLines } from './change-lines.ts';
import { soldLinesOf, type NewLines } from './new-lines.ts';
import { voidLines } from './void-lines.ts';

/** A line that was placed, with what it became. */
export interface PlacedLine {
  readonly line: ImportLine;
  readonly order: OrderRow;
  readonly tickets: readonly TicketRow[];
}

export interface AppliedBatch extends DecidedBatch {
  readonly placed: readonly PlacedLine[];
}

type DecisionOf<Kind extends Decision['kind']> = Extract<Decision, { readonly kind: Kind }>;

/** First everything that gives places and seats back, in all batches; then the rest. */
export type Step = 'void' | 'place';

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
  if (step === 'void') {
    await voidLines(
      tx,
      batch,
      decisions.filter((one) => one.kind === 'cancelled'),
    );
    return { ...decided, placed: [] };
  }
  const fresh = decisions.filter((one) => one.kind === 'new');
  const changed = decisions.filter((one) => one.kind === 'changed');
  const people = await saveBatchPeople(
    tx,
    context,
    [...fresh, ...changed].map(({ line }) => line),
  );
  const paid = await confirmPaid(tx, batch, decisions);
  await changeLines(tx, batch, changed, people);
  const placed = await placeNew(tx, batch, { started, people, paid });
  await noteSeen(tx, batch, decisions);
  return { ...decided, placed };
}

/** Confirms orders that waited for their payment; returns them as they are now, by their number. */
async function confirmPaid(
  tx: WriteTransaction,
  batch: ImportBatch,
  decisions: readonly Decision[],
): Promise<ReadonlyMap<number, OrderRow>> {
  const paid = new Map<number, OrderRow>();
  for (const decision of decisions) {
    if (decision.kind !== 'paid') continue;
    const { line, match } = decision;
    if (!paid.has(match.order.id))
      paid.set(match.order.id, await confirmOrder(tx, match.order.reference));
    if (match.row !== null)
      await updateImportedLine(tx, match.row.id, { content: batch.contents.of(line) });
  }
  return paid;
}

async function placeNew(
  tx: WriteTransaction,
  { context, contents, groups, known }: ImportBatch,
  {
    started,
    people,
    paid,
  }: {
    readonly started: ImportRow;
    readonly people: BatchPeople;
    readonly paid: ReadonlyMap<number, OrderRow>;
  },
): Promise<readonly PlacedLine[]> {
  const { catalogue, eventId, keys, options } = context;
  const parts = groups.flatMap(({ group, decisions }) => {
    const key = keys.lineKey(eventId, group.identity);
    const last = known.lines.get(key)?.at(-1)?.position ?? 0;
    const fresh = decisions.filter((one): one is DecisionOf<'new'> => one.kind === 'new');
    return newLinesOf(fresh, group.isOrder, paid).map((lines, at) => ({
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
  if (options.checkedIn === 'admit') await admitLines(tx, catalogue.event, result);
  return result;
}

function newLinesOf(
  fresh: readonly DecisionOf<'new'>[],
  isOrder: boolean,
  paid: ReadonlyMap<number, OrderRow>,
): readonly NewLines[] {
  const [first] = fresh;
  if (first === undefined) return [];
  if (!isOrder) return fresh.map(({ line, order }) => ({ order, lines: [line] }));
  const { order } = first;
  const now = order === null ? null : (paid.get(order.id) ?? order);
  return [{ order: now, lines: fresh.map(({ line }) => line) }];
}

function placedOf(
  lines: readonly ImportLine[],
  placed: PlacedLines | undefined,
): readonly PlacedLine[] {
  if (placed === undefined) return [];
  const { order } = placed;
  return lines.map((line, at) => ({ line, order, tickets: placed.lines[at]?.tickets ?? [] }));
}

/** Notes which ticket a line was that no earlier import had made, and what it says now. */
async function noteSeen(
  tx: WriteTransaction,
  { context: { eventId, keys }, contents, groups, known }: ImportBatch,
  _decisions: readonly Decision[],
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
        if (decision.kind === 'unchanged' && match.row.content !== content && !isSaidNo(line))
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

function isSaidNo({ standing }: ImportLine): boolean {
  return standing === 'cancelled' || standing === 'refunded';
}
