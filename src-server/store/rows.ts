import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Instant } from '../../shared/instant.ts';
import type { Reference, ReferenceKind } from '../../shared/references.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import type { Changes, Row, Tables } from '../database/schema.ts';
import type { NumberedTable, ReadTransaction, WriteTransaction } from '../database/transaction.ts';

const Texts = Compile(Type.Array(Type.String()));

/** Reads a JSON column that holds a list of texts: references of entry points, options of a field, seat labels. */
export function readTexts(column: string | null): string[] | null {
  return column === null ? null : Texts.Parse(JSON.parse(column));
}

export function writeTexts(texts: readonly string[] | null): string | null {
  return texts === null ? null : JSON.stringify(texts);
}

/** Timestamps of a new row. */
export function newTimes(tx: WriteTransaction): { created_at: Instant; updated_at: Instant } {
  const timestamp = tx.timestamp();
  return { created_at: timestamp, updated_at: timestamp };
}

/** Reference and timestamps of a new row. With `past`, the row counts as created then, and its reference sorts among those of that time. */
export function newRow<Kind extends ReferenceKind>(
  tx: WriteTransaction,
  kind: Kind,
  past: Instant | null = null,
): { reference: Reference<Kind>; created_at: Instant; updated_at: Instant } {
  const updated_at = tx.timestamp();
  const reference = tx.newReference(kind, past ?? tx.now);
  return { reference, created_at: past ?? updated_at, updated_at };
}

/**
 * A condition: the row is that owner's, in a walk by the rows' own numbers. With the index of its column, SQLite would read and sort all that the owner has
 * for each page. PostgreSQL knows how many these are, which it does not of a sum: it would take them for few, and do the same.
 */
export function isOwnedInWalk(column: string, owner: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(column)} = ${owner}) is true`;
}

/** What refers to a row. */
export interface Uses {
  readonly count: number;
  /** The reference of the newest one; null if there is none. */
  readonly last: string | null;
}

/** What `count(*)` and `max(reference)` found. References sort by time. PostgreSQL gives counts as text. */
export function usesOf(found: {
  readonly count: number | string;
  readonly last: string | null;
}): Uses {
  return { count: Number(found.count), last: found.last };
}

/** Asserts that a row guaranteed by a foreign key exists. */
export function expectRow<T>(row: T | undefined, table: keyof Tables, id: number): T {
  if (row === undefined) throw new Error(`expected row ${id} of ${table}`);
  return row;
}

/** Tables whose rows have these columns. */
type TableWith<Columns> = {
  [Name in NumberedTable]: Row<Name> extends Columns ? Name : never;
}[NumberedTable];
type ReferencedTable = TableWith<{ readonly reference: string }>;
type TimestampedTable = TableWith<{ readonly updated_at: Instant }>;
type OwnedTable<Owner extends string> = TableWith<{ readonly [Column in Owner]: number | null }>;

/** Finds a row of the table by its reference. */
export function findByReference<Name extends ReferencedTable>(table: Name) {
  const query = prepareQuery<{ reference: string }, Row<Name>>((db, $) =>
    db
      .selectFrom(db.dynamic.table<ReferencedTable>(table).as('t'))
      .selectAll('t')
      .where('t.reference', '=', $('reference'))
      .$castTo<Row<Name>>(),
  );
  return (tx: ReadTransaction, reference: string): Promise<Row<Name> | undefined> =>
    tx.first(query, { reference });
}

/** Reads the row of the table that a foreign key names. */
export function getById<Name extends NumberedTable>(table: Name) {
  const query = prepareQuery<{ id: number }, Row<Name>>((db, $) =>
    db
      .selectFrom(db.dynamic.table<NumberedTable>(table).as('t'))
      .selectAll('t')
      .where('t.id', '=', $('id'))
      .$castTo<Row<Name>>(),
  );
  return async (tx: ReadTransaction, id: number): Promise<Row<Name>> =>
    expectRow(await tx.first(query, { id }), table, id);
}

/** Reads rows of the table in the order of their numbers, which exist. */
export function listByIds<Name extends NumberedTable>(table: Name) {
  return async (tx: ReadTransaction, ids: readonly number[]): Promise<readonly Row<Name>[]> => {
    if (ids.length === 0) return [];
    const query = tx.db
      .selectFrom(tx.db.dynamic.table<NumberedTable>(table).as('t'))
      .selectAll('t')
      .where('t.id', 'in', ids);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are the table's rows
    const rows = (await query.execute()) as unknown as readonly (Row<Name> & {
      readonly id: number;
    })[];
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
}

/** Lists the rows of the table that belong to the row with this number of another table, oldest first. */
export function listByOwner<
  const Owner extends 'event_id' | 'order_id' | 'organiser_id' | 'account_id',
  Name extends OwnedTable<Owner>,
>(table: Name, owner: Owner) {
  const query = prepareQuery<{ ownerId: number }, Row<Name>>((db, $) =>
    db
      .selectFrom(db.dynamic.table<NumberedTable>(table).as('t'))
      .selectAll('t')
      .where(db.dynamic.ref(`t.${owner}`), '=', $('ownerId'))
      .orderBy('t.id')
      .$castTo<Row<Name>>(),
  );
  return (tx: ReadTransaction, ownerId: number): Promise<readonly Row<Name>[]> =>
    tx.all(query, { ownerId });
}

/** Changes columns of a row of the table, and its `updated_at`; returns what the row is then. */
export function updateById<Name extends TimestampedTable>(table: Name) {
  return (tx: WriteTransaction, id: number, changes: Changes<Name>): Promise<Row<Name>> =>
    tx.db
      .updateTable(tx.db.dynamic.table<TimestampedTable>(table).as('t'))
      .set({ ...changes, updated_at: tx.timestamp() })
      .where('t.id', '=', id)
      .returningAll()
      .$castTo<Row<Name>>()
      .executeTakeFirstOrThrow();
}
