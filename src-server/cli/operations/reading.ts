import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { GivenOperands } from '../define-command.ts';
import { renderTable } from '../render-table.ts';

/** The work of a `show`: reads what the operand names. */
export function showing(read: (tx: ReadTransaction, reference: string) => Promise<object>) {
  return {
    work: (database: Database, { operands: [reference = ''] }: GivenOperands) =>
      database.read((tx) => read(tx, reference)),
  };
}

/** How a list looks to people. */
interface Listing<Item> {
  readonly heading: readonly string[];
  readonly row: (item: Item) => readonly (string | number | null)[];
  /** What is printed where there is nothing. */
  readonly none: string;
}

/** The work of a `list`: `{data: […]}`, and a table for people. */
export function listing<Values, Item>(
  read: (tx: ReadTransaction, values: Values) => Promise<readonly Item[]>,
  { heading, row, none }: Listing<Item>,
) {
  return {
    work: async (database: Database, { values }: { readonly values: Values }) => ({
      data: await database.read((tx) => read(tx, values)),
    }),
    render: ({ data }: { readonly data: readonly Item[] }) => {
      if (data.length === 0) return none;
      const cells = data.map((item) => row(item).map((cell) => String(cell ?? '')));
      return renderTable(heading, cells);
    },
  };
}

/** Of what can be archived. */
export function statusOf({ archived_at }: { readonly archived_at: string | null }): string {
  return archived_at === null ? 'active' : 'archived';
}

/** The id of the row that a filter names; undefined without the filter. Throws `resource.not_found`. */
export async function idOf(
  named: string | undefined,
  what: string,
  find: (reference: string) => Promise<{ readonly id: number } | undefined>,
): Promise<number | undefined> {
  return named === undefined ? undefined : requireFound(await find(named), what, named).id;
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

/** A time of the API without its fraction. */
export function toSecond(time: string | null): string {
  return time === null ? '' : time.replace(/\.\d+Z$/, 'Z');
}
