import type { ReadTransaction } from '../../database/transaction.ts';
import { listAddOns, type AddOnRow } from '../../store/add-ons.ts';
import { listQuestions, type AskedQuestion } from '../../store/answers.ts';
import { listAddOnTotals } from '../../store/exports.ts';
import { readAnswers } from '../resources/answers.ts';
import type { Answer } from '../../../shared/resources/tickets.ts';
import type { Cell } from './cells.ts';

/** Columns that an event has beside those of every event: how many of each add-on an order has, and what it answered. */
export class EventColumns {
  readonly #addOns: readonly AddOnRow[];
  readonly #questions: readonly AskedQuestion[];

  private constructor(addOns: readonly AddOnRow[], questions: readonly AskedQuestion[]) {
    this.#addOns = addOns;
    this.#questions = questions;
  }

  static async read(tx: ReadTransaction, eventId: number): Promise<EventColumns> {
    return new EventColumns(await listAddOns(tx, eventId), await listQuestions(tx, eventId));
  }

  /** As the import reads them. */
  get heading(): readonly string[] {
    return [
      ...this.#addOns.map(({ name }) => `add_on:${name}`),
      ...this.#questions.map(({ key }) => `answer:${key}`),
    ];
  }

  /** Returns what the orders have: the cells of their add-ons, and those of their answers. */
  async cellsOf(tx: ReadTransaction, orderIds: readonly number[]) {
    const totals = this.#addOns.length === 0 ? [] : await listAddOnTotals(tx, orderIds);
    const answers =
      this.#questions.length === 0
        ? new Map<number, readonly Answer[]>()
        : await readAnswers(tx, orderIds);
    const quantities = new Map(
      totals.map((total) => [`${total.order_id} ${total.add_on_id}`, Number(total.quantity)]),
    );
    return {
      addOns: (orderId: number | null): readonly Cell[] =>
        this.#addOns.map(({ id }) => quantities.get(`${orderId} ${id}`) ?? null),
      answers: (orderId: number | null): readonly Cell[] => {
        const given = answers.get(orderId ?? 0) ?? [];
        return this.#questions.map(({ reference }) =>
          answerText(given.find(({ question }) => question === reference)?.value ?? null),
        );
      },
    };
  }
}

function answerText(value: Answer['value']): string | null {
  if (value === null) return null;
  return Array.isArray(value) ? value.join('; ') : String(value);
}
