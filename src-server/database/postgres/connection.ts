import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { Executor } from '../open-transaction.ts';
import { compilePrepared, type CompiledPrepared, type PreparedQuery } from '../prepared-query.ts';
import type { Tables } from '../schema.ts';
import { topicsChangedBy, topicsChangedByInsert, type Topic } from '../topics.ts';
import type { NumberedTable } from '../transaction.ts';

/** Numbers of 64 bits fit JavaScript's: microseconds stay below 2^53 until the year 2255, and sums are of small numbers. */
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

const compiler = kyselyOver(new DummyDriver());
const compiledQueries = new WeakMap<object, NamedQuery>();
let lastName = 0;

interface NamedQuery extends CompiledPrepared {
  /** PostgreSQL keeps the plan of a connection's statement under this name. */
  readonly name: string;
}

function compiled<Params, Row>(query: PreparedQuery<Params, Row>): NamedQuery {
  const known = compiledQueries.get(query);
  if (known !== undefined) return known;
  lastName += 1;
  const made = { ...compilePrepared(compiler, query), name: `prepared_${lastName}` };
  compiledQueries.set(query, made);
  return made;
}

/** One connection of the pool for as long as a transaction has it. */
export class Connection implements Executor {
  readonly kysely: Kysely<Tables>;
  readonly #client: pg.ClientBase;
  readonly #onChange: (topics: readonly Topic[]) => void;

  /** `onChange` hears which topics a statement changes, before it runs. */
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
    const columns = Object.keys(row);
    const places = columns.map((_column, index) => `$${index + 1}`).join(', ');
    const text = `insert into ${table} (${columns.join(', ')}) values (${places}) returning id`;
    const result = await this.#client.query<{ id: number }>({ text, values: Object.values(row) });
    const [inserted] = result.rows;
    if (inserted === undefined) throw new Error(`expected the row that was inserted into ${table}`);
    return inserted.id;
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

/** Lends Kysely the one connection; transactions are begun and ended beside it. */
class ConnectionDriver extends DummyDriver {
  readonly #connection: DatabaseConnection;

  constructor(connection: Connection) {
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
