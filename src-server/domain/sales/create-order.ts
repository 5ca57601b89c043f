import type { PaymentMethod } from '../../../shared/contract/statuses.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../store/events.ts';
import { freshOrder, insertOrder, insertOrderLine, type OrderRow } from '../../store/orders.ts';
import { recordAnswers, type AnswersInput } from './answers.ts';
import { saveContact, type ContactUpsert } from '../contacts/contacts.ts';
import { invalid } from '../../rules/domain-error.ts';
import { liveEvent } from '../events/events.ts';
import { confirmOrder } from './confirm-order.ts';
import type { OpeningStatus } from './opening-statuses.ts';
import { draftLine, totalOf, type LineDraft, type OrderLineInput } from './order-draft.ts';

export interface OrderInput {
  readonly event: string;
  readonly lines: readonly OrderLineInput[];
  readonly contact: ContactUpsert | null;
  readonly answers: AnswersInput;
  readonly status: OpeningStatus;
  /** Its id in the system that it comes from; unique among the event's orders. */
  readonly external_id?: string | null;
  readonly payment_method?: PaymentMethod | null;
}

/** The platform fee in basis points of the amount paid. */
const FEE_BASIS_POINTS = 200;

/** Places an order (§2.5, §3.1). Confirming it issues tickets and takes places. */
export async function createOrder(tx: WriteTransaction, input: OrderInput): Promise<OrderRow> {
  const event = await liveEvent(tx, input.event);
  if (input.lines.length === 0) throw invalid('lines', problem('choose_one', { what: 'line' }));
  const drafts: LineDraft[] = [];
  for (const line of input.lines) drafts.push(await draftLine(tx, event, line));
  const order = await insertOrderOf(tx, event, drafts, input);
  for (const { columns } of drafts) await insertOrderLine(tx, { ...columns, order_id: order.id });
  await recordAnswers(tx, order, input.answers);
  return input.status === 'confirmed' ? confirmOrder(tx, order.reference) : order;
}

async function insertOrderOf(
  tx: WriteTransaction,
  event: EventRow,
  drafts: readonly LineDraft[],
  input: OrderInput,
): Promise<OrderRow> {
  const contact =
    input.contact === null
      ? null
      : (await saveContact(tx, event.organiser_id, input.contact)).contact;
  const total = totalOf(drafts);
  return insertOrder(tx, {
    ...freshOrder,
    organiser_id: event.organiser_id,
    event_id: event.id,
    contact_id: contact?.id ?? null,
    status: input.status === 'confirmed' ? 'draft' : input.status,
    currency: event.currency,
    subtotal: total,
    total,
    external_id: input.external_id ?? null,
    payment_method: input.payment_method ?? null,
    application_fee: feeOf(total),
  });
}

export function feeOf(total: number): number {
  return Math.floor((total * FEE_BASIS_POINTS) / 10_000);
}
