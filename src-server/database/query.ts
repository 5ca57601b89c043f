import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
} from 'kysely';
import type { NewRow, Row, Tables } from './schema.ts';

/** What SQLite can bind. */
export type SqlValue = string | number | bigint | Buffer | null;

/**
 * A statement that was compiled once and runs directly on the connection, for the hottest paths: Kysely's own execution costs
 * more there than the query. Parameters are given by position, in the order in which the builder met them.
 */
export interface CompiledStatement<Row> {
  readonly sql: string;
  /** Never present: keeps the row's type. */
  readonly row?: Row;
}

/** Builds statements without a connection. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Compiles `build` once. Values in it only hold their place (`''`, `0`); `all`, `first` and `run` bind the real ones. */
export function compileStatement<Row>(
  build: (db: Kysely<Tables>) => Compilable<Row>,
): CompiledStatement<Row> {
  return { sql: build(builder).compile().sql };
}

/** An insert that was compiled once; `valuesOf` gives a row's values in the order of the statement. */
export interface CompiledInsert<Name extends keyof Tables> {
  /** Gives the whole row back. */
  readonly returning: CompiledStatement<Row<Name>>;
  /** Gives only its rowid back, which is faster. */
  readonly plain: CompiledStatement<never>;
  readonly valuesOf: (row: NewRow<Name>) => readonly SqlValue[];
}

/** Every column of the table but `id` must be named. */
export function compileInsert<Name extends keyof Tables>(
  table: Name,
  columns: readonly (keyof NewRow<Name> & string)[],
): CompiledInsert<Name> {
  const places = columns.map(() => '?').join(', ');
  const sql = `insert into ${table} (${columns.join(', ')}) values (${places})`;
  return {
    plain: { sql },
    returning: { sql: `${sql} returning *` },
    valuesOf: (row) => columns.map((column) => toSqlValue(row[column])),
  };
}

/** Throws on what SQLite cannot bind. */
export function toSqlValue(value: unknown): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new TypeError(`expected a value that SQLite can bind, got ${typeof value}`);
}
