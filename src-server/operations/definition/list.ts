// Why: docs/decisions/0026-console-lists.md
import { Type, type Static, type TObject, type TOptional, type TProperties } from 'typebox';
import type { ReadTransaction } from '../../database/transaction.ts';
import { MAX_LIST_LIMIT } from '../../../shared/console/operation-results.ts';
import { isBlank } from '../../../shared/plain-text.ts';
import { invalid } from '../../rules/domain-error.ts';
import { readCursor, writeCursor, type Continuation } from '../../store/lists/cursor.ts';
import { readList, type SortOrder, type Total, type Walk } from '../../store/lists/read-list.ts';
import {
  choice,
  optional,
  search as searchInput,
  sought,
  text,
  whole,
  type Input,
} from './inputs.ts';
import type { View } from './operation.ts';

const DEFAULT_LIMIT = 50;

/** Some rows of a list. */
export interface Page<Item> {
  /** Not always as many as were asked for, even if there is a next page: a page looks at a bounded number of rows. */
  readonly data: readonly Item[];
  /** The `cursor` of the page after this one; null after the last. */
  readonly next: string | null;
  /** As it was when the first page was read. */
  readonly total: Total;
}

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is not known to have no other inputs
type PageInputs<Sort extends string> = {
  readonly search: TOptional<Input<string>>;
  readonly sort: TOptional<Input<Sort>>;
  readonly cursor: TOptional<Input<string>>;
  readonly limit: TOptional<Input<number>>;
};

interface PageAsked {
  readonly cursor?: string;
  readonly limit?: number;
}

/** What a list is chosen by. */
type Asked<Filters extends TProperties, Sort extends string> = Static<TObject<Filters>> & {
  /** Not blank. */
  search?: string;
  readonly sort: Sort;
};

/** A view of many rows, a page at a time, behind the same search, sort and cursor for every resource. */
export type List<Filters extends TProperties, Sort extends string, Item> = View<
  Filters & PageInputs<Sort>,
  Page<Item>
>;

export function defineList<Filters extends TProperties, Sort extends string, Item>({
  name,
  summary,
  role,
  isConsoleOnly,
  filters,
  search,
  sorts,
  limit: usual = DEFAULT_LIMIT,
  choose,
  describe,
}: Pick<List<Filters, Sort, Item>, 'name' | 'summary' | 'role' | 'isConsoleOnly'> & {
  readonly filters: Filters;
  /** What a search finds, as people read it. */
  readonly search: string;
  /** By name; the first is taken where none is given. */
  readonly sorts: Readonly<Record<Sort, SortOrder>>;
  readonly limit?: number;
  /** The rows that the filters leave, in that order. */
  readonly choose: (
    tx: ReadTransaction,
    asked: Asked<Filters, Sort>,
    order: SortOrder,
  ) => Promise<readonly Walk[]>;
  /** Reads rows in the order of their numbers. */
  readonly describe: (tx: ReadTransaction, rows: readonly number[]) => Promise<readonly Item[]>;
}): List<Filters, Sort, Item> {
  const names = namesOf(sorts);
  const input = Type.Object({
    ...filters,
    search: optional(searchInput(search)),
    sort: optional(choice('ORDER', 'in which order', names), names[0]),
    cursor: optional(sought(text('CURSOR', '`next` of the page before'))),
    limit: optional(whole('N', 'how many', [1, MAX_LIST_LIMIT]), String(usual)),
  });
  const run = async (tx: ReadTransaction, given: object): Promise<Page<Item>> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has checked it
    const asked = { sort: names[0], ...given } as Asked<Filters, Sort> & PageAsked;
    if (asked.search !== undefined && isBlank(asked.search)) delete asked.search;
    const { cursor, limit = usual, ...chosen } = asked;
    const binding = JSON.stringify([name, Object.entries(chosen).toSorted(byName)]);
    const before = cursor === undefined ? null : continuationOf(binding, cursor);
    const walks = await choose(tx, asked, sorts[asked.sort]);
    const after = before?.place ?? null;
    const { rows, next, ...page } = await readList(tx, walks, {
      after,
      limit,
      counts: before === null,
    });
    const total = before?.total ?? page.total;
    return {
      data: await describe(tx, rows),
      next: next === null ? null : writeCursor(binding, { place: next, total }),
      total,
    };
  };
  return { kind: 'view', name, summary, role, ...(isConsoleOnly && { isConsoleOnly }), input, run };
}

/** Throws `validation.failed`. */
function continuationOf(binding: string, cursor: string): Continuation {
  const before = readCursor(binding, cursor);
  if (before !== null) return before;
  throw invalid('cursor', 'The cursor is not of this list: begin again without one.');
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function namesOf<Sort extends string>(
  sorts: Readonly<Record<Sort, SortOrder>>,
): readonly [Sort, ...Sort[]] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every list has an order, and its names are its keys
  return Object.keys(sorts) as [Sort, ...Sort[]];
}
