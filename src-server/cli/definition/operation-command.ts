import { userInfo } from 'node:os';
import { IsOptional, type TProperties } from 'typebox';
import { MAX_LIST_LIMIT } from '../../../shared/console/operation-results.ts';
import type { Database } from '../../database/database.ts';
import { count, optional, wordsOf } from '../../operations/definition/inputs.ts';
import type { Page } from '../../operations/definition/list.ts';
import type { Actor, Operation, View } from '../../operations/definition/operation.ts';
import { look, perform } from '../../operations/definition/perform.ts';
import { flagOf } from '../flags/flag-of-input.ts';
import type { Flags } from '../flags/flags.ts';
import { renderTable } from '../render/render-table.ts';
import { defineDatabaseCommand, type DatabaseWork } from './database-command.ts';
import { refuseLocalTime, type Command, type Given } from './define-command.ts';

/** How the command line reads a view, beside what the table says itself. */
interface ViewReading<Inputs extends TProperties> {
  /** Inputs that are given by position, in order; the others are flags. By default the resource itself, where it is required. */
  readonly operands?: readonly (keyof Inputs & string)[];
  readonly examples: readonly string[];
}

interface Reading<Inputs extends TProperties> extends ViewReading<Inputs> {
  readonly notes?: readonly string[];
  /** Whether it may create the data directory. */
  readonly createsData?: boolean;
}

/** How a list looks to people: a table, or what `render` makes of it. */
type Listing<Item> =
  | {
      readonly heading: readonly string[];
      readonly row: (
        item: Item,
        all: readonly Item[],
      ) => readonly (string | number | null | undefined)[];
      /** What is printed where there is nothing. */
      readonly none: string;
    }
  | { readonly render: (items: readonly Item[]) => string };

/** The command of an operation, which prints the resulting resource. */
export function operationCommand<Inputs extends TProperties, Result extends object, Prepared>(
  operation: Operation<Inputs, Result, Prepared>,
  { render, ...reading }: Reading<Inputs> & { readonly render?: (result: Result) => string },
): Command {
  return commandOf(operation, reading, {
    work: (database, given) => performAs(database, operation, inputOf(operation, reading, given)),
    ...(render !== undefined && { render }),
  });
}

/** Does it as the user of the operating system. `settle`: see `perform`. */
export function performAs<Inputs extends TProperties, Result extends object, Prepared>(
  database: Database,
  operation: Operation<Inputs, Result, Prepared>,
  input: unknown,
  settle?: (result: Result) => Promise<void>,
): Promise<Result> {
  return perform(database, operation, input, systemUser(), settle);
}

/** The command of a view of one resource. */
export function showCommand<Inputs extends TProperties, Result extends object>(
  view: View<Inputs, Result>,
  reading: ViewReading<Inputs>,
): Command {
  return commandOf(view, reading, {
    work: (database, given) => look(database, view, inputOf(view, reading, given)),
  });
}

/** The command of a view of many resources: `{data: […]}`, and a table for people. `isWhole`: without `--limit` all of them. */
export function listCommand<Inputs extends TProperties, Item>(
  view: View<Inputs, Page<Item> | readonly Item[]>,
  {
    operands,
    examples,
    isWhole = false,
    ...listing
  }: ViewReading<Inputs> & Listing<Item> & { readonly isWhole?: boolean },
): Command {
  const reading = { examples, ...(operands !== undefined && { operands }) };
  const { name, summary, input } = view;
  const usual = isWhole ? Infinity : usualLimit(input);
  const described = { name, summary, input: { properties: inputsOfAll(input.properties, usual) } };
  return commandOf(described, reading, {
    work: async (database, given) => ({
      data: await readAll(database, view, inputOf(described, reading, given), usual),
    }),
    render: ({ data }: { readonly data: readonly Item[] }) => {
      if ('render' in listing) return listing.render(data);
      if (data.length === 0) return listing.none;
      const cells = data.map((item) => listing.row(item, data).map((cell) => String(cell ?? '')));
      return renderTable(listing.heading, cells);
    },
  });
}

function usualLimit({ properties }: { readonly properties: TProperties }): number {
  const { limit } = properties;
  return limit === undefined ? Infinity : Number(wordsOf(limit).otherwise);
}

/** People get as many rows as they ask for, and no pages. */
function inputsOfAll(inputs: TProperties, usual: number): TProperties {
  const { cursor, ...filters } = inputs;
  if (cursor === undefined) return inputs;
  const all = optional(count('N', 'how many'), usual === Infinity ? 'all' : String(usual));
  return { ...filters, limit: all };
}

async function readAll<Inputs extends TProperties, Item>(
  database: Database,
  view: View<Inputs, Page<Item> | readonly Item[]>,
  { limit, ...input }: Readonly<Record<string, unknown>>,
  usual: number,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  const most = Number(limit ?? usual);
  let cursor: string | undefined;
  do {
    const place = 'cursor' in view.input.properties && {
      limit: Math.min(MAX_LIST_LIMIT, most - found.length),
      ...(cursor !== undefined && { cursor }),
    };
    const page = await look(database, view, { ...input, ...place });
    if (!('data' in page)) return page;
    found.push(...page.data);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && found.length < most);
  return found;
}

interface Described {
  readonly name: string;
  readonly summary: string;
  readonly input: { readonly properties: TProperties };
}

function operandsOf(
  { name, input: { properties } }: Described,
  { operands }: Reading<TProperties>,
): readonly string[] {
  const own = name.slice(0, name.indexOf('.')).replaceAll('-', '_');
  const input = properties[own];
  return operands ?? (input === undefined || IsOptional(input) ? [] : [own]);
}

function commandOf<Result extends object>(
  described: Described,
  reading: Reading<TProperties>,
  work: DatabaseWork<Flags, Result>,
): Command {
  const { name, summary, input } = described;
  const { properties } = input;
  const operands = operandsOf(described, reading);
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
function inputOf(
  described: Described,
  reading: Reading<TProperties>,
  { values, operands }: Given<Flags>,
): Readonly<Record<string, unknown>> {
  const { properties } = described.input;
  const flags = Object.entries(values).map(([name, value]) => [snakeCase(name), value] as const);
  const named = operandsOf(described, reading).map((name, index) => {
    const { read } = flagOf(properties[name]);
    return [name, read(operands[index] ?? null, refuseLocalTime)] as const;
  });
  return Object.fromEntries([...flags, ...named]);
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
