// Why: docs/decisions/0026-console-lists.md
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Tables } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';

/** Counting stops here: no person needs to know how many more there are. */
export const MAX_COUNTED = 1_000;
/** Few enough to be read and sorted for each page. */
export const FEW = 10_000;

/** Which rows a list has, as `k`. */
export interface Choice {
  readonly table: keyof Tables;
  /** The list is all of these together. Each names values of the columns that its index begins with, before the column that sorts. */
  readonly parts: readonly Part[];
  /** What else the rows meet. Conditions that no index shall serve begin with `+`. */
  readonly where: readonly Expression<SqlBool>[];
}

export type Part = Readonly<Record<string, string | number>>;

export interface Order {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

/** Where a page ended. */
export interface Place {
  readonly key: string | number;
  readonly id: string | number;
}

interface Found extends Place {
  readonly row: number;
}

export interface FoundPage {
  readonly rows: readonly number[];
  /** Null after the last page. */
  readonly last: Place | null;
}

/** The rows after a place, in order of a column and then of `tie`, which is unique. */
export async function readPage(
  tx: ReadTransaction,
  choice: Choice,
  {
    order,
    tie = 'reference',
    after,
    limit,
  }: {
    readonly order: Order;
    readonly tie?: string;
    readonly after: Place | null;
    readonly limit: number;
  },
): Promise<FoundPage> {
  const key = sql.ref<string | number>(`k.${order.by}`);
  const id = sql.ref<string | number>(`k.${tie}`);
  const beyond = order.direction === 'asc' ? sql`>` : sql`<`;
  const found: Found[] = [];
  for (const part of choice.parts) {
    let rows = rowsOf(tx, choice, part).select([
      sql.ref<number>('k.id').as('row'),
      key.as('key'),
      id.as('id'),
    ]);
    if (after !== null)
      rows = rows.where(sql<boolean>`(${key}, ${id}) ${beyond} (${after.key}, ${after.id})`);
    found.push(
      ...(await rows
        .orderBy(key, order.direction)
        .orderBy(id, order.direction)
        .limit(limit + 1)
        .execute()),
    );
  }
  const sign = order.direction === 'asc' ? 1 : -1;
  const page = found
    .toSorted((one, other) => sign * (compare(one.key, other.key) || compare(one.id, other.id)))
    .slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    last:
      last === undefined || found.length === page.length ? null : { key: last.key, id: last.id },
  };
}

/** At most {@link MAX_COUNTED}, and whether there are no more. */
export async function countRows(
  tx: ReadTransaction,
  choice: Choice,
): Promise<{ readonly count: number; readonly isExact: boolean }> {
  let count = 0;
  for (const part of choice.parts) {
    if (count > MAX_COUNTED) break;
    const counted = rowsOf(tx, choice, part)
      .select(sql.ref('k.id').as('id'))
      .limit(MAX_COUNTED + 1 - count);
    const { rows } = await tx.db
      .selectFrom(counted.as('c'))
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    count += rows;
  }
  return { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
}

function rowsOf(tx: ReadTransaction, { table, where }: Choice, part: Part) {
  let rows = tx.db.selectFrom(tx.db.dynamic.table<keyof Tables>(table).as('k'));
  for (const [column, value] of Object.entries(part))
    rows = rows.where(sql<boolean>`${sql.ref(`k.${column}`)} = ${value}`);
  for (const condition of where) rows = rows.where(condition);
  return rows;
}

/** As the databases compare: numbers by value, texts by code point. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
