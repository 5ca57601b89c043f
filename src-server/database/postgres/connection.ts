import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import pg from 'pg';
import type { Executor } from '../open-transaction.ts';
import { compilePrepared, type CompiledPrepared, type PreparedQuery } from '../prepared-query.ts';
import type { Tables } from '../schema.ts';
import { topicsChangedBy, topicsChangedByInsert, type Topic } from '../topics.ts';
import type { NumberedTable } from '../transaction.ts';

/** 64-bit integers fit into JavaScript numbers: microseconds stay below 2^53 until the year 2255, and sums are small. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format),
};

function kyselyOver(driver: Driver): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const textsOf = (list: RawBuilder<unknown>) => sql<string>`(select unnest(${list}::text[]))`;
const compiler = kyselyOver(new DummyDriver());
const compiledQueries = new WeakMap<object, NamedQuery>();
let lastName = 0;

interface NamedQuery extends CompiledPrepared {
  /** PostgreSQL caches the statement's plan per connection under this name. */
  readonly name: string;
}

function compiled<Params, Row>(query: PreparedQuery<Params, Row>): NamedQuery {
  const known = compiledQueries.get(query);
  if (known !== undefined) return known;
  lastName += 1;
  const made = { ...compilePrepared(compiler, query, textsOf), name: `prepared_${lastName}` };
  compiledQueries.set(query, made);
  return made;
}

/** A statement may have 65,535 parameters. */
const ROWS_PER_INSERT = 1_000;

/** Rows of one statement have the same columns in the same order. */
function insertText(table: NumberedTable, rows: readonly object[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const places = rows.map(
    (_row, row) =>
      `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
  );
  return `insert into ${table} (${columns.join(', ')}) values ${places.join(', ')} returning id`;
}

/** Bounded: there are few tables, and few sets of columns inserted into each. */
const insertNames = new Map<string, string>();

function nameOf(text: string): string {
  const name = insertNames.get(text) ?? `insert_${insertNames.size + 1}`;
  insertNames.set(text, name);
  return name;
}

/** A pooled connection for the duration of a transaction. */
export class PostgresConnection implements Executor {
  readonly kysely: Kysely<Tables>;
  readonly #client: pg.ClientBase;
  readonly #onChange: (topics: readonly Topic[]) => void;

  /** `onChange` receives the topics that a statement changes, before it runs. */
  constructor(client: pg.ClientBase, onChange: (topics: readonly Topic[]) => void) {
    this.#client = client;
    this.#onChange = onChange;
    this.kysely = kyselyOver(new ConnectionDriver(this));
  }

  async all<Params extends object, Row>(
    query: PreparedQuery<Params, Row>,
    params: Params,
  ): Promise<Row[]> {
    return (await this.#run(query, params)).rows;
  }

  async first<Params extends object, Row>(
    query: PreparedQuery<Params, Row>,
    params: Params,
  ): Promise<Row | undefined> {
    return (await this.#run(query, params)).rows[0];
  }

  async change<Params extends object>(
    query: PreparedQuery<Params, unknown>,
    params: Params,
  ): Promise<number> {
    return (await this.#run(query, params)).rowCount ?? 0;
  }

  async insert(table: NumberedTable, row: object): Promise<number> {
    this.#onChange(topicsChangedByInsert(table));
    const text = insertText(table, [row]);
    const values = Object.values(row);
    const result = await this.#client.query<{ id: number }>({ name: nameOf(text), text, values });
    const [inserted] = result.rows;
    if (inserted === undefined) throw new Error(`expected the row that was inserted into ${table}`);
    return inserted.id;
  }

  /** PostgreSQL numbers rows in the order of `values`. */
  async insertAll(table: NumberedTable, rows: readonly object[]): Promise<number[]> {
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) return [await this.insert(table, only)];
    this.#onChange(topicsChangedByInsert(table));
    const ids: number[] = [];
    for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
      const some = rows.slice(from, from + ROWS_PER_INSERT);
      const values = some.flatMap((row) => Object.values(row));
      const text = insertText(table, some);
      const inserted = await this.#client.query<{ id: number }>({ text, values });
      ids.push(...inserted.rows.map(({ id }) => id).toSorted((one, other) => one - other));
    }
    return ids;
  }

  /** For Kysely. */
  async execute<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#onChange(topicsChangedBy(query));
    const { rows, rowCount } = await this.#client.query<Row & pg.QueryResultRow>(sql, [
      ...parameters,
    ]);
    return rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
  }

  #run<Params extends object, Row>(query: PreparedQuery<Params, Row>, params: Params) {
    const { name, query: statement, bind, changes } = compiled(query);
    this.#onChange(changes);
    return this.#client.query<Row & pg.QueryResultRow>({
      name,
      text: statement.sql,
      values: [...bind(params)],
    });
  }
}

/** Gives Kysely this one connection; transactions are begun and ended outside Kysely. */
class ConnectionDriver extends DummyDriver {
  readonly #connection: DatabaseConnection;

  constructor(connection: PostgresConnection) {
    super();
    this.#connection = {
      executeQuery: <Row>(query: CompiledQuery) => connection.execute<Row>(query),
      streamQuery: () => {
        throw new Error('expected a query that is read whole');
      },
    };
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
}
