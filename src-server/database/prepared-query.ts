import { sql, type Compilable, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './schema.ts';
import { topicsChangedBy, type Topic } from './topics.ts';

/** A placeholder in a prepared query, for the value of that name. */
export type Parameter<Params> = <Name extends keyof Params & string>(
  name: Name,
) => RawBuilder<Params[Name]>;

/**
 * A query of a hot path. Each database compiles it once, in its own dialect, and binds parameters by name; Kysely's own execution would
 * build and compile it again at every call, which costs more than a look-up by key does.
 */
export interface PreparedQuery<Params, Row> {
  readonly build: (db: Kysely<Tables>, parameter: Parameter<Params>) => Compilable<Row>;
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

/** Stands among the parameters of a compiled query until a value takes its place. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A prepared query in one dialect. */
export interface CompiledPrepared {
  readonly query: CompiledQuery;
  /** The topics that it changes. */
  readonly changes: readonly Topic[];
  /** Values in the order of the dialect's placeholders. Throws where a parameter is missing. */
  readonly bind: (params: object) => readonly unknown[];
}

/** Compiles with `db`, which is never run. */
export function compilePrepared<Params, Row>(
  db: Kysely<Tables>,
  { build }: PreparedQuery<Params, Row>,
): CompiledPrepared {
  const query = build(db, (name) => sql`${new Placeholder(name)}`).compile();
  return {
    query,
    changes: topicsChangedBy(query.query),
    bind: (params) => {
      const values = new Map<string, unknown>(Object.entries(params));
      return query.parameters.map((parameter) => {
        if (!(parameter instanceof Placeholder)) return parameter;
        const value = values.get(parameter.name);
        if (value === undefined) throw new TypeError(`expected the parameter ${parameter.name}`);
        return value;
      });
    },
  };
}
