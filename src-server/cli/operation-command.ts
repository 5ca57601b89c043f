import { userInfo } from 'node:os';
import type { TProperties } from 'typebox';
import type { Database } from '../database/database.ts';
import { wordsOf } from '../operations/inputs.ts';
import type { Actor, Operation, View } from '../operations/operation.ts';
import { look, perform } from '../operations/perform.ts';
import type { Command, Flags, Given } from './define-command.ts';
import { defineDatabaseCommand, type DatabaseWork } from './database-command.ts';
import { flagOf } from './flag-of-input.ts';
import { renderTable } from './render-table.ts';

/** How the command line reads an operation or a view, beside what the table says itself. */
export interface Reading<Inputs extends TProperties> {
  /** Inputs that are given by position, in order; the others are flags. */
  readonly operands?: readonly (keyof Inputs & string)[];
  readonly examples: readonly string[];
  readonly notes?: readonly string[];
  /** Whether it may create the data directory. */
  readonly createsData?: boolean;
}

/** How a list looks to people. */
export interface Listing<Item> {
  readonly heading: readonly string[];
  readonly row: (item: Item) => readonly (string | number | null)[];
  /** What is printed where there is nothing. */
  readonly none: string;
}

/** The command of an operation, which prints the resulting resource. */
export function operationCommand<Inputs extends TProperties, Result extends object, Prepared>(
  operation: Operation<Inputs, Result, Prepared>,
  reading: Reading<Inputs>,
): Command {
  return commandOf(operation, reading, {
    work: (database, given) => performAs(database, operation, inputOf(given, reading)),
  });
}

/** Does it as the user of the operating system. */
export function performAs<Inputs extends TProperties, Result extends object, Prepared>(
  database: Database,
  operation: Operation<Inputs, Result, Prepared>,
  input: unknown,
): Promise<Result> {
  return perform(database, operation, input, systemUser());
}

/** The command of a view of one resource. */
export function showCommand<Inputs extends TProperties, Result extends object>(
  view: View<Inputs, Result>,
  reading: Reading<Inputs>,
): Command {
  return commandOf(view, reading, {
    work: (database, given) => look(database, view, inputOf(given, reading)),
  });
}

/** The command of a view of many resources: `{data: […]}`, and a table for people. */
export function listCommand<Inputs extends TProperties, Item>(
  view: View<Inputs, readonly Item[]>,
  { heading, row, none, ...reading }: Reading<Inputs> & Listing<Item>,
): Command {
  return commandOf(view, reading, {
    work: async (database, given) => ({
      data: await look(database, view, inputOf(given, reading)),
    }),
    render: ({ data }: { readonly data: readonly Item[] }) => {
      if (data.length === 0) return none;
      const cells = data.map((item) => row(item).map((cell) => String(cell ?? '')));
      return renderTable(heading, cells);
    },
  });
}

function commandOf<Inputs extends TProperties, Result extends object>(
  {
    name,
    summary,
    input: { properties },
  }: Pick<Operation<Inputs> | View<Inputs>, 'name' | 'summary' | 'input'>,
  { operands = [], ...reading }: Reading<Inputs>,
  work: DatabaseWork<Flags, Result>,
): Command {
  const flags = Object.entries(properties)
    .filter(([key]) => !operands.includes(key))
    .map(([key, schema]) => [camelCase(key), flagOf(schema)] as const);
  const placeholders = operands.map((key) => wordsOf(properties[key]).placeholder);
  return defineDatabaseCommand(
    {
      ...reading,
      name: name.slice(name.indexOf('.') + 1),
      summary,
      operands: placeholders,
      flags: Object.fromEntries(flags),
    },
    work,
  );
}

/** What was given, by the names of the inputs. */
function inputOf<Inputs extends TProperties>(
  { values, operands }: Given<Flags>,
  { operands: names = [] }: Pick<Reading<Inputs>, 'operands'>,
): unknown {
  const flags = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [snakeCase(name), value] as const);
  return Object.fromEntries([...flags, ...names.map((name, index) => [name, operands[index]])]);
}

function camelCase(name: string): string {
  return name.replace(/_[a-z]/g, (pair) => pair.slice(1).toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A container may run as a user that has no name. */
function systemUser(): Actor {
  try {
    return { kind: 'command_line', name: userInfo().username };
  } catch {
    return { kind: 'command_line', name: String(process.getuid?.() ?? '') };
  }
}
