import type { Generated } from 'kysely';
import type { Instant } from '../../shared/instant.ts';
import type { Dialect } from './dialect.ts';

type Condition = (column: string, dialect: Dialect) => string;

export interface Definition {
  readonly type: 'id' | 'integer' | 'text' | 'blob';
  readonly isNullable?: boolean;
  /** Whether it is the primary key, or part of it. */
  readonly isKey?: boolean;
  readonly isUnique?: boolean;
  /** The table whose `id` it holds. */
  readonly references?: string;
  /** As SQL writes it. */
  readonly defaultValue?: string;
  readonly check?: Condition;
}

/** A column of a table, for SQL and for TypeScript: `Value` is the type that Kysely has of it. */
export class Column<Value> {
  declare readonly value: Value;
  readonly definition: Definition;

  constructor(definition: Definition) {
    this.definition = definition;
  }

  orNull(): Column<Value | null> {
    return this.#with({ isNullable: true });
  }

  /** Part of the primary key. */
  key(): Column<Value> {
    return this.#with({ isKey: true });
  }

  unique(): Column<Value> {
    return this.#with({ isUnique: true });
  }

  references(table: string): Column<Value> {
    return this.#with({ references: table });
  }

  defaultsTo(literal: string): Column<Generated<Value>> {
    return this.#with({ defaultValue: literal });
  }

  check(check: Condition): Column<Value> {
    return this.#with({ check });
  }

  /** The same in SQL; its values are known to be of a narrower type. */
  of<Narrow extends Value>(): Column<Narrow> {
    return this.#with({});
  }

  #with<Other>(more: Partial<Definition>): Column<Other> {
    return new Column<Other>({ ...this.definition, ...more });
  }
}

export type Flag = 0 | 1;

export const id = new Column<Generated<number>>({ type: 'id', isKey: true });
export const integer = new Column<number>({ type: 'integer' });
export const text = new Column<string>({ type: 'text' });
export const blob = new Column<Buffer>({ type: 'blob' });

export const count = integer.check((column) => `${column} >= 0`);
export const flag = integer.check((column) => `${column} in (0, 1)`).of<Flag>();
/** Microseconds. */
export const instant = integer.of<Instant>();
/** JSON text. */
export const json = text.check((column, { isJson }) => isJson(column));
export const currency = text.check((column) => `length(${column}) = 3`);
/** Of 32 bytes. */
export const key32 = blob.check((column) => `length(${column}) = 32`);
/** The key of a table with one row. */
export const onlyRow = integer.key().check((column) => `${column} = 1`);

export function oneOf<const Value extends string>(values: readonly Value[]): Column<Value> {
  const list = values.map((value) => `'${value}'`).join(', ');
  return text.check((column) => `${column} in (${list})`).of<Value>();
}

/** The `id` of a row of another table. */
export function reference(table: string): Column<number> {
  return integer.references(table);
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

interface Index<Name> {
  readonly on: readonly Name[];
  readonly where?: string;
  readonly isUnique?: boolean;
}

interface TableOptions<Name> {
  /** Columns that are unique together. */
  readonly unique?: readonly Name[];
  readonly checks?: readonly string[];
  readonly indexes?: Readonly<Record<string, Index<Name>>>;
}

export interface Table<Of extends Columns = Columns> {
  readonly columns: Of;
  /** The columns of its primary key. */
  readonly key: readonly string[];
  readonly options: TableOptions<string>;
}

export function table<const Of extends Columns>(
  columns: Of,
  options: TableOptions<Extract<keyof Of, string>> = {},
): Table<Of> {
  const key = Object.keys(columns).filter((name) => columns[name]?.definition.isKey);
  return { columns, key, options };
}

/** The types of rows, for Kysely. */
export type RowsOf<Tables extends Readonly<Record<string, Table>>> = {
  readonly [Name in keyof Tables]: {
    readonly [Of in keyof Tables[Name]['columns']]: Tables[Name]['columns'][Of]['value'];
  };
};
