import {
  DummyDriver,
  Kysely,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely';
import type { Tables } from './schema.ts';

export type KyselyDialect = Omit<Dialect, 'createDriver'>;
type Execute = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;

/** Kysely over one connection, whose transactions are begun and ended outside Kysely. Without `execute` it only compiles queries. */
export function kyselyOver(dialect: KyselyDialect, execute?: Execute): Kysely<Tables> {
  const driver = execute === undefined ? new DummyDriver() : new ConnectionDriver(execute);
  return new Kysely({ dialect: { ...dialect, createDriver: () => driver } });
}

class ConnectionDriver extends DummyDriver {
  readonly #connection: DatabaseConnection;

  constructor(execute: Execute) {
    super();
    this.#connection = {
      executeQuery: execute,
      streamQuery: () => {
        throw new Error('expected a query that is read whole');
      },
    };
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
}
