import type { ReadTransaction } from '../database/transaction.ts';
import { requireFound } from '../rules/domain-error.ts';
import { findEvent } from '../store/events.ts';
import { findOrganiser } from '../store/access/organisers.ts';

/** Reads the row that an input names. Throws `resource.not_found`. */
type RowReader<Row> = (tx: ReadTransaction, reference: string) => Promise<Row>;

/** `what` is a noun for the message. */
export function requiring<Row>(
  what: string,
  find: (tx: ReadTransaction, reference: string) => Promise<Row | undefined>,
): RowReader<Row> {
  return async (tx, reference) => requireFound(await find(tx, reference), what, reference);
}

export const requireEvent = requiring('event', findEvent);
export const requireOrganiser = requiring('organiser', findOrganiser);

/** The id of the row that a filter names; undefined without the filter. */
export async function idOf(
  tx: ReadTransaction,
  read: RowReader<{ readonly id: number }>,
  named: string | undefined,
): Promise<number | undefined> {
  return named === undefined ? undefined : (await read(tx, named)).id;
}

/** Awaits one after the other, because a transaction runs one query at a time. */
export async function inOrder<From, To>(
  items: readonly From[],
  read: (item: From) => Promise<To>,
): Promise<readonly To[]> {
  const found: To[] = [];
  for (const item of items) found.push(await read(item));
  return found;
}
