import {
  sql,
  type Compilable,
  type CompiledQuery,
  type Kysely,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import type { Tables } from './schema.ts';
import { followersOf, topicsChangedBy, type Followers, type Topic } from './topics.ts';

/** A placeholder in a prepared query for the parameter of that name. */
export type Parameter<Params> = <Name extends keyof Params & string>(
  name: Name,
) => RawBuilder<Params[Name]>;

type ColumnName = { [Name in keyof Tables]: keyof Tables[Name] & string }[keyof Tables];

/** A condition: the column has one of the texts of a list parameter. */
export type AmongParameter<Params> = (
  column: ColumnName | `${string}.${ColumnName}`,
  name: keyof Params & string,
) => RawBuilder<SqlBool>;

/**
 * A query on a hot path. Each database compiles it once, in its own dialect, and binds parameters by name. Kysely would build and compile
 * it for every call, which costs more than a lookup by key.
 */
export interface PreparedQuery<Params, Row> {
  readonly build: (
    db: Kysely<Tables>,
    parameter: Parameter<Params>,
    isAmong: AmongParameter<Params>,
  ) => Compilable<Row>;
}

/**
 * Declares a prepared query:
 *
 *     const ticketByReference = prepareQuery((db, $: Parameter<{ reference: string }>) =>
 *       db.selectFrom('tickets').selectAll().where('reference', '=', $('reference')));
 *     await tx.first(ticketByReference, { reference });
 */
export function prepareQuery<Params, Row>(
  build: PreparedQuery<Params, Row>['build'],
): PreparedQuery<Params, Row> {
  return { build };
}

/** Marks the place of a parameter in a compiled query. */
class Placeholder {
  readonly name: string;
  readonly isList: boolean;

  constructor(name: string, isList: boolean) {
    this.name = name;
    this.isList = isList;
  }
}

/** A prepared query in one dialect. */
export interface CompiledPrepared {
  readonly query: CompiledQuery;
  /** The topics that it changes. */
  readonly changes: readonly Topic[];
  readonly concerns: Followers;
  /** Parameter values in the order of the dialect's placeholders. Throws if one is missing. */
  readonly bind: (params: object) => unknown[];
}

/**
 * Compiles the query with `db`, which never executes it. `isAmong` writes in the dialect that a column has one of a list's texts; `encodeList`
 * makes of the list what the dialect binds.
 */
export function compilePrepared<Params, Row>(
  db: Kysely<Tables>,
  { build }: PreparedQuery<Params, Row>,
  isAmong: (column: RawBuilder<unknown>, list: RawBuilder<unknown>) => RawBuilder<SqlBool>,
  encodeList: (list: unknown) => unknown = (list) => list,
): CompiledPrepared {
  const query = build(
    db,
    (name) => sql`${new Placeholder(name, false)}`,
    (column, name) => isAmong(sql.ref(column), sql`${new Placeholder(name, true)}`),
  ).compile();
  return {
    query,
    changes: topicsChangedBy(query.query),
    concerns: followersOf(query.query),
    bind: (params) => {
      const values: unknown[] = [];
      for (const parameter of query.parameters) {
        if (!(parameter instanceof Placeholder)) {
          values.push(parameter);
          continue;
        }
        const { name, isList } = parameter;
        const value: unknown = Reflect.get(params, name);
        if (value === undefined) throw new TypeError(`expected the parameter ${name}`);
        values.push(isList ? encodeList(value) : value);
      }
      return values;
    },
  };
}
