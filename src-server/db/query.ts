import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
} from 'kysely';
import type { Tables } from './schema.ts';

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
