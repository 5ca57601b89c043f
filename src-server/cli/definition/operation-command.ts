import { userInfo } from 'node:os';
import { IsOptional, type TProperties } from 'typebox';
import { MAX_LIST_LIMIT } from '../../../shared/console/operation-results.ts';
import type { Database } from '../../database/database.ts';
import { count, optional, wordsOf } from '../../operations/definition/inputs.ts';
import type { Page } from '../../operations/definition/list.ts';
import type { Actor, Operation, View } from '../../operations/definition/operation.ts';
import { look, perform } from '../../operations/definition/perform.ts';
import { flagOf } from '../flags/flag-of-input.ts';
import { optionalFlag, type Flags } from '../flags/flags.ts';
import { renderTable } from '../render/render-table.ts';
import { defineDatabaseCommand, type DatabaseWork } from './database-command.ts';
import { noTerms, type Command, type Given } from './define-command.ts';

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
  | { readonly render: (items: readonly Item[], timezone: string) => string };

/** The command of an operation, which prints the resulting resource. */
export function operationCommand<Inputs extends TProperties, Result extends object, Prepared>(
  operation: Operation<Inputs, Result, Prepared>,
  {
    render,
    ...reading
  }: Reading<Inputs> & { readonly render?: DatabaseWork<Flags, Result>['render'] },
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
  const described = { name, summary, input: { properties: pagedInputs(input.properties, usual) } };
  return commandOf(described, reading, {
    work: (database, given) => readPage(database, view, inputOf(described, reading, given), usual),
    json: ({ data }) => ({ data }),
    render: (listed: Listed<Item>, timezone) => {
      const { data } = listed;
      const shown = whichOf(listed);
      if ('render' in listing)
        return [listing.render(data, timezone), ...(shown === null ? [] : [shown])].join('\n');
      if (data.length === 0) return shown ?? listing.none;
      const cells = data.map((item) => listing.row(item, data).map((cell) => String(cell ?? '')));
      const table = renderTable(listing.heading, cells, timezone);
      return shown === null ? table : `${table}\n${shown}`;
    },
  });
}

function usualLimit({ properties }: { readonly properties: TProperties }): number {
  const { limit } = properties;
  return limit === undefined ? Infinity : Number(wordsOf(limit).otherwise);
}

/** People turn pages by their numbers, and their pages are as long as they like. */
function pagedInputs(inputs: TProperties, usual: number): TProperties {
  const { cursor, ...filters } = inputs;
  if (cursor === undefined) return inputs;
  const limit = optional(
    count('N', 'how many on a page'),
    usual === Infinity ? 'all' : String(usual),
  );
  return { ...filters, limit, page: optional(count('N', 'which page'), '1') };
}

interface Listed<Item> {
  readonly data: readonly Item[];
  /** Absent for a list that has no pages. */
  readonly total?: {
    readonly count: number;
    /** Otherwise there are at least so many. */
    readonly is_exact: boolean;
  };
  /** The number of its first row, from 1, and the page behind it. */
  readonly page?: { readonly first: number; readonly next: number | null };
}

/** `51–100 of 1,204; --page 3`; null where all of them are shown. */
function whichOf({ data, total, page }: Listed<unknown>): string | null {
  if (total === undefined || page === undefined) return null;
  const { first, next } = page;
  if (first === 1 && next === null) return null;
  const all = `${total.is_exact ? '' : 'more than '}${written(total.count)}`;
  if (data.length === 0) return `The list ends before that page: it has ${all}.`;
  const last = written(first + data.length - 1);
  const shown = first === 1 ? last : `${written(first)}–${last}`;
  return `${shown} of ${all}${next === null ? '' : `; --page ${next}`}`;
}

function written(number: number): string {
  return number.toLocaleString('en');
}

async function readPage<Inputs extends TProperties, Item>(
  database: Database,
  view: View<Inputs, Page<Item> | readonly Item[]>,
  { limit, page = 1, ...input }: Readonly<Record<string, unknown>>,
  usual: number,
): Promise<Listed<Item>> {
  const size = Number(limit ?? usual);
  const skipped = page === 1 ? 0 : (Number(page) - 1) * size;
  const data: Item[] = [];
  let seen = 0;
  let cursor: string | undefined;
  for (;;) {
    const place = 'cursor' in view.input.properties && {
      limit: Math.min(MAX_LIST_LIMIT, skipped + size - seen),
      ...(cursor !== undefined && { cursor }),
    };
    const read = await look(database, view, { ...input, ...place });
    if (!('data' in read)) return { data: read };
    data.push(...read.data.slice(Math.max(0, skipped - seen)));
    seen += read.data.length;
    cursor = read.next ?? undefined;
    if (cursor !== undefined && seen < skipped + size) continue;
    const { count: all, isExact } = read.total;
    const next = cursor === undefined ? null : Number(page) + 1;
    return { data, total: { count: all, is_exact: isExact }, page: { first: skipped + 1, next } };
  }
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
  const [subject, ...others] = operands;
  const flags = Object.entries(properties)
    .filter(([key]) => key !== subject)
    .map(([key, schema]) => {
      const flag = flagOf(schema);
      const isOperand = others.includes(key);
      return [camelCase(key), isOperand ? { ...optionalFlag(flag), isOperand } : flag] as const;
    });
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
  const operandNames = new Set(operandsOf(described, reading));
  const flags = Object.entries(values)
    .map(([name, value]) => [snakeCase(name), value] as const)
    .filter(([name]) => !operandNames.has(name));
  const named = [...operandNames].map((name, index) => {
    const { read } = flagOf(properties[name]);
    return [name, read(operands[index] ?? null, noTerms)] as const;
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
