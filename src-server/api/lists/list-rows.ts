import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  sql,
  type Compilable,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
} from 'kysely';
import { instantFromMicros, type Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter, type PreparedQuery } from '../../database/prepared-query.ts';
import type { Row, Tables } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { AccessScope } from '../../store/access/access-scope.ts';

/** Tables that have lists in the API. */
export type ListedTable =
  | 'add_ons'
  | 'conflicts'
  | 'contacts'
  | 'entry_scans'
  | 'events'
  | 'locations'
  | 'order_lines'
  | 'orders'
  | 'releases'
  | 'sessions'
  | 'ticket_types'
  | 'tickets'
  | 'webhook_deliveries'
  | 'webhook_subscriptions';

/** Columns of every listed row: its position in both orders of a list. */
export interface ListedRow {
  readonly id: number;
  readonly reference: string;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

interface SourceOptions<Name extends ListedTable> {
  /**
   * The indexed column that orders changes. For immutable rows `created_at` is equivalent and saves an index. Another one is selected as
   * `updated_at`, and rows without it are not listed.
   */
  readonly changedAt?: 'created_at' | 'updated_at' | 'door_answers_at';
  /**
   * A constant column value of every row of the source. It is written into the SQL as a literal, so that a partial index applies.
   */
  readonly constant?: readonly [column: keyof Row<Name> & string, value: string];
}

/** How the rows of a table are read: which columns, joined with which other tables. */
export interface ListSource<Name extends ListedTable, Found> extends SourceOptions<Name> {
  readonly table: Name;
  /** Selects rows in any order; joins must not change their number. */
  readonly select: (db: Kysely<Tables>, ids: Expression<number>) => Compilable<Found>;
  /** Prepared statements by the shape of the selection. */
  readonly prepared: Map<string, PreparedQuery<Values, Found>>;
}

export function listSource<Name extends ListedTable, Found>(
  table: Name,
  select: ListSource<Name, Found>['select'],
  options: SourceOptions<Name> = {},
): ListSource<Name, Found> {
  return { table, select, prepared: new Map(), ...options };
}

export type RowOf<Source extends { readonly select: (...given: never[]) => unknown }> =
  ReturnType<Source['select']> extends Compilable<infer Found> ? Found : never;

/** Required column values; undefined means any. */
export type Where<Name extends ListedTable> = {
  readonly [Column in keyof Row<Name>]?: Row<Name>[Column] | undefined;
};

/** Which rows of a source to list, and how they become JSON. */
export interface Selection<Name extends ListedTable, Found extends ListedRow, Resource> {
  readonly source: ListSource<Name, Found>;
  readonly where: Where<Name>;
  /** If set, only rows of events that this client may see. */
  readonly scope?: AccessScope | undefined;
  /** Resources in the order of the rows, with their fields in the contract's order. */
  readonly toResources: (
    tx: ReadTransaction,
    rows: readonly Found[],
  ) => readonly Resource[] | Promise<readonly Resource[]>;
  /**
   * The column of `where` that scopes cached totals: a total stays valid while the newest change among its rows is the same.
   * Omitted if the total also depends on other tables, or if the query is rarely repeated.
   */
  readonly partition?: 'event_id' | 'organiser_id';
  /** What else narrows it. */
  readonly filter?: Filter<Name> | undefined;
}

/** Conditions beyond equal columns, and how their rows are found. */
export interface Filter<Name extends ListedTable> {
  /** The only rows that can match, if they are few: these are read and sorted for each page. */
  readonly few: readonly number[] | null;
  /** Otherwise the column by whose index a numbered list is walked. An incremental one is walked by the event's changes. */
  readonly by: keyof Row<Name> & string;
  /** Of constants alone, since statements are prepared; by name. */
  readonly conditions: Readonly<Record<string, Expression<SqlBool>>>;
  /** Whether they depend on the scans of the event. */
  readonly isByScans: boolean;
}

/** Parameters of this file's statements: the columns of `where` by name, and a position in the list. */
interface Values {
  readonly [column: string]: unknown;
  readonly scopeOrganiser: number;
  readonly scopeClient: number;
  readonly since: Instant;
  readonly upperBound: Instant;
  readonly placeTime: Instant;
  readonly placeReference: string;
  readonly seenTime: Instant;
  readonly seenReference: string;
  readonly limit: number;
  readonly offset: number;
}

/** The parts of a selection that decide which rows are found. */
type Choice = Pick<Selection<ListedTable, ListedRow, unknown>, 'scope'> & {
  readonly filter?: (Omit<Filter<ListedTable>, 'by'> & { readonly by: string }) | undefined;
  readonly source: Pick<ListSource<ListedTable, unknown>, 'table' | 'changedAt'> & {
    readonly constant?: readonly [column: string, value: string];
  };
  readonly where: Readonly<Record<string, unknown>>;
};

/** Every row of a selection that is known to be small, oldest first. */
export async function readAll<Name extends ListedTable, Found extends ListedRow, Resource>(
  tx: ReadTransaction,
  selection: Selection<Name, Found, Resource>,
): Promise<readonly Resource[]> {
  const query = preparedRows(selection, 'all', (db, $) => chosen(db, $, selection).select('k.id'));
  const rows = await tx.all(query, valuesOf(selection));
  return selection.toResources(
    tx,
    rows.toSorted((left, right) => left.id - right.id),
  );
}

/** The rows with these ids, in any order. */
export async function selectRows<Name extends ListedTable, Found>(
  tx: ReadTransaction,
  source: ListSource<Name, Found>,
  ids: readonly number[],
): Promise<readonly Found[]> {
  if (ids.length === 0) return [];
  const listed = tx.db
    .selectFrom(tx.db.dynamic.table<ListedTable>(source.table).as('k'))
    .select('k.id')
    .where('k.id', 'in', ids);
  const { rows } = await tx.db.executeQuery(source.select(tx.db, listed.$asScalar()).compile());
  return rows;
}

/** The rows in the order of these ids. */
export function inOrderOf<Found extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly Found[],
): readonly Found[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Rows of a numbered list of which one place is kept. */
const ROWS_PER_PLACE = 1_000;

interface NumberedPlace {
  /** Counted from 1, newest first. */
  readonly number: number;
  readonly createdAt: Instant;
  readonly reference: string;
}

/** Where rows of a numbered list are, so that a page far in is sought from a row before it and not counted from the beginning. */
class NumberedPlaces {
  readonly #places = new Map<number, NumberedPlace>();

  /** The nearest known one up to that row. */
  before(number: number): NumberedPlace | null {
    for (let at = Math.floor(number / ROWS_PER_PLACE); at >= 0; at -= 1) {
      const place = this.#places.get(at);
      if (place !== undefined && place.number <= number) return place;
    }
    return null;
  }

  add(number: number, row: ListedRow | undefined): void {
    const at = Math.floor(number / ROWS_PER_PLACE);
    if (row === undefined || this.#places.has(at)) return;
    this.#places.set(at, { number, createdAt: row.created_at, reference: row.reference });
  }
}

/** The resource with that reference, if the selection contains it. */
export async function readOne<Name extends ListedTable, Found extends ListedRow, Resource>(
  tx: ReadTransaction,
  selection: Selection<Name, Found, Resource>,
  reference: string,
): Promise<Resource | null> {
  const query = preparedRows(selection, 'one', (db, $) =>
    chosen(db, $, selection).select('k.id').where('k.reference', '=', $('placeReference')),
  );
  const row = await tx.first(query, valuesOf(selection, { placeReference: reference }));
  return row === undefined ? null : ((await selection.toResources(tx, [row]))[0] ?? null);
}

/**
 * One page, newest first (`created_at` descending, then reference descending). `page` counts from 1. With `places`, of the list as the
 * snapshot has it, the page is sought from the nearest one before it, and its own end is added to them.
 */
async function readNumberedPage<Name extends ListedTable, Found extends ListedRow, Resource>(
  tx: ReadTransaction,
  selection: Selection<Name, Found, Resource>,
  { page, perPage }: { readonly page: number; readonly perPage: number },
  places: NumberedPlaces = new NumberedPlaces(),
): Promise<readonly Resource[]> {
  const offset = (page - 1) * perPage;
  const from = places.before(offset);
  const query = preparedRows(selection, from === null ? 'numbered' : 'numbered on', (db, $) => {
    const rows = chosen(db, $, selection)
      .select('k.id')
      .orderBy('k.created_at', 'desc')
      .orderBy('k.reference', 'desc')
      .limit($('limit'))
      .offset($('offset'));
    if (from === null) return rows;
    return rows.where((eb) =>
      eb(
        eb.refTuple(sql.ref('k.created_at'), 'k.reference'),
        '<',
        eb.tuple($('placeTime'), $('placeReference')),
      ),
    );
  });
  const after = from === null ? {} : { placeTime: from.createdAt, placeReference: from.reference };
  const range = { limit: perPage, offset: offset - (from?.number ?? 0), ...after };
  const found = await tx.all(query, valuesOf(selection, range));
  const rows = found.toSorted(byPlace('created_at')).reverse();
  places.add(offset + rows.length, rows.at(-1));
  return selection.toResources(tx, rows);
}

/** A range of an incremental sync: rows changed within `[since, upperBound]`, ascending by time of change, then reference. */
export interface ChangedRange {
  readonly since: Instant;
  readonly upperBound: Instant;
  readonly perPage: number;
  /** Null means from `since`. */
  readonly from: ChangedPlace | null;
}

/** The row that a page starts after (`next`) or ends before (`prev`). */
export interface ChangedPlace {
  readonly direction: 'next' | 'prev';
  readonly updatedAt: Instant;
  readonly reference: string;
}

export interface ChangedPage<Resource> {
  readonly resources: readonly Resource[];
  /** First and last position of the page; null if it is empty. */
  readonly first: Omit<ChangedPlace, 'direction'> | null;
  readonly last: Omit<ChangedPlace, 'direction'> | null;
  /** Whether there are rows past the page in the direction of reading. */
  readonly hasMore: boolean;
}

/** One page of an incremental sync. */
export async function readChangedPage<Name extends ListedTable, Found extends ListedRow, Resource>(
  tx: ReadTransaction,
  selection: Selection<Name, Found, Resource>,
  range: ChangedRange,
): Promise<ChangedPage<Resource>> {
  const changedAt = selection.source.changedAt === 'created_at' ? 'created_at' : 'updated_at';
  const direction = range.from?.direction ?? null;
  const { found, seenTo } = await findChanged(tx, selection, range);
  // In reading order, so that the extra row comes last.
  const ordered = found.toSorted(byPlace(changedAt));
  if (direction === 'prev') ordered.reverse();
  const page = ordered.slice(0, range.perPage);
  if (direction === 'prev') page.reverse();
  const placeOf = (row: Found | undefined) =>
    row === undefined ? null : { updatedAt: row[changedAt], reference: row.reference };
  // A page that found nothing where it looked is between where it began and where it stopped.
  const nowhereElse = selection.filter === undefined ? null : range.from;
  return {
    resources: await selection.toResources(tx, page),
    first: (direction === 'prev' ? seenTo : null) ?? placeOf(page[0]) ?? nowhereElse,
    last: (direction === 'prev' ? null : seenTo) ?? placeOf(page.at(-1)) ?? nowhereElse,
    hasMore: seenTo !== null || found.length > range.perPage,
  };
}

/** Rows of which a filtered page looks at so many at most. */
const MAX_SEEN = 10_000;

interface FoundChanges<Found> {
  readonly found: readonly Found[];
  /** Where looking stopped before the page was full; null if it was full, or the range was looked through. */
  readonly seenTo: Omit<ChangedPlace, 'direction'> | null;
}

/** At most one row more than fits into the page. */
async function findChanged<Name extends ListedTable, Found extends ListedRow, Resource>(
  tx: ReadTransaction,
  selection: Selection<Name, Found, Resource>,
  range: ChangedRange,
): Promise<FoundChanges<Found>> {
  const direction = range.from?.direction ?? null;
  const { filter } = selection;
  if (filter !== undefined && filter.few !== null) {
    const { few } = filter;
    const found = await readFew(
      tx,
      selection,
      few,
      (db, $) => changed(db, $, selection, direction),
      {
        ...valuesOfRange(range),
      },
    );
    return { found, seenTo: null };
  }
  const seenTo = filter === undefined ? null : await findSeenTo(tx, selection, range);
  const purpose = `changed ${direction}${seenTo === null ? '' : ' up to'}`;
  const query = preparedRows(selection, purpose, (db, $) =>
    changed(db, $, selection, direction, seenTo !== null).select('k.id'),
  );
  const seen =
    seenTo === null ? {} : { seenTime: seenTo.updatedAt, seenReference: seenTo.reference };
  const found = await tx.all(query, valuesOf(selection, { ...valuesOfRange(range), ...seen }));
  return { found, seenTo: found.length > range.perPage ? null : seenTo };
}

const preparedPlaces = new Map<string, PreparedQuery<Values, ChangedKey>>();

/** Where a page has looked at as many rows of the event as it may; null if it comes to the end of its range before. */
async function findSeenTo<Name extends ListedTable, Found extends ListedRow, Resource>(
  tx: ReadTransaction,
  { source, where }: Selection<Name, Found, Resource>,
  range: ChangedRange,
): Promise<Omit<ChangedPlace, 'direction'> | null> {
  const all: Choice = { source, where: { event_id: Reflect.get(where, 'event_id') } };
  const direction = range.from?.direction ?? null;
  const query = remembered(preparedPlaces, `${direction},${shapeOf(all)}`, () =>
    prepareQuery((db, $: Parameter<Values>) =>
      changed(db, $, all, direction)
        .offset($('offset'))
        .select(['k.reference', changeColumn(all).as('updated_at')]),
    ),
  );
  const place = { ...valuesOfRange(range), limit: 1, offset: MAX_SEEN - 1 };
  const row = await tx.first(query, valuesOf(all, place));
  return row === undefined ? null : { updatedAt: row.updated_at, reference: row.reference };
}

/** The rows of a query for keys that are among these, in any order. */
async function readFew<Name extends ListedTable, Found extends ListedRow, Resource>(
  tx: ReadTransaction,
  selection: Selection<Name, Found, Resource>,
  few: readonly number[],
  choose: (db: Kysely<Tables>, $: Parameter<Values>) => ReturnType<typeof chosen>,
  place: Partial<Values>,
): Promise<readonly Found[]> {
  const values = valuesOf(selection, place);
  const keys = choose(tx.db, (name) => sql`${values[name]}`).select('k.id');
  const rows = await keys.where('k.id', 'in', few.length === 0 ? [0] : few).execute();
  return selectRows(
    tx,
    selection.source,
    rows.map(({ id }) => id),
  );
}

/** A page of a list that is narrowed to few rows, and how many they are. */
async function readFewNumbered<Name extends ListedTable, Found extends ListedRow, Resource>(
  tx: ReadTransaction,
  selection: Selection<Name, Found, Resource>,
  few: readonly number[],
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<NumberedRows<Resource>> {
  const values = valuesOf(selection);
  const keys = await chosen(tx.db, (name) => sql`${values[name]}`, selection)
    .select(['k.id', 'k.reference', 'k.created_at'])
    .where('k.id', 'in', few.length === 0 ? [0] : few)
    .execute();
  const newest = keys.toSorted(byPlace('created_at')).reverse();
  const ids = newest.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
  const rows = inOrderOf(ids, await selectRows(tx, selection.source, ids));
  return { total: keys.length, rows: await selection.toResources(tx, rows) };
}

export interface ChangedKey {
  readonly reference: string;
  readonly updated_at: Instant;
}

const preparedKeys = new Map<string, PreparedQuery<Values, ChangedKey>>();

/** References and change times of changed rows, without their other columns. At most `perPage` + 1. */
export async function readChangedKeys(
  tx: ReadTransaction,
  choice: Choice,
  range: Omit<ChangedRange, 'from'>,
): Promise<readonly ChangedKey[]> {
  const query = remembered(preparedKeys, shapeOf(choice), () =>
    prepareQuery((db, $: Parameter<Values>) =>
      changed(db, $, choice, null).select(['k.reference', changeColumn(choice).as('updated_at')]),
    ),
  );
  return tx.all(query, valuesOf(choice, valuesOfRange({ ...range, from: null })));
}

const preparedTotals = new Map<string, PreparedQuery<Values, { total: number }>>();
const preparedNewest = new Map<string, PreparedQuery<Values, { newest: Instant | null }>>();

interface NumberedRows<Resource> {
  readonly total: number;
  readonly rows: readonly Resource[];
}

/** A page of a numbered list, and how many rows the whole list has. */
export async function readNumbered<Name extends ListedTable, Found extends ListedRow, Resource>(
  tx: ReadTransaction,
  selection: Selection<Name, Found, Resource>,
  query: { readonly page: number; readonly perPage: number },
  bound: Instant,
): Promise<NumberedRows<Resource>> {
  const few = selection.filter?.few ?? null;
  if (few !== null) return readFewNumbered(tx, selection, few, query);
  const { total, places } = await knownList(tx, selection, bound);
  const isBeyond = (query.page - 1) * query.perPage >= total;
  const rows = isBeyond ? [] : await readNumberedPage(tx, selection, query, places);
  return { total, rows };
}

/** What is known of a numbered list for as long as nothing in its scope changes. */
interface KnownList {
  /** Of each table that it depends on. */
  readonly newest: readonly (Instant | null)[];
  readonly total: number;
  readonly places: NumberedPlaces;
}

/** By query. */
type KnownLists = Map<string, KnownList>;
const listsOfDatabases = new WeakMap<object, KnownLists>();

/** Maximum number of cached lists; beyond it the cache is cleared. */
const MAX_KNOWN = 1_000;

/** The number of rows of a selection; see `knownList`. */
export async function countRows(
  tx: ReadTransaction,
  choice: CountedChoice,
  bound: Instant,
): Promise<number> {
  return (await knownList(tx, choice, bound)).total;
}

type CountedChoice = Choice & { readonly partition?: 'event_id' | 'organiser_id' };

/**
 * The number of rows of a selection, and places among them. Counting is linear, as is reaching a page far in, while the newest change of
 * a scope is one index look-up, and every inserted or deleted row changes it. So what is cached is still valid if its scope has no newer
 * change and none can commit below that change any more, that is, once the snapshot's `bound` has reached it.
 */
async function knownList(
  tx: ReadTransaction,
  choice: CountedChoice,
  bound: Instant,
): Promise<Pick<KnownList, 'total' | 'places'>> {
  const { partition } = choice;
  if (partition === undefined) {
    return { total: await countAll(tx, choice), places: new NumberedPlaces() };
  }
  const { where, filter } = choice;
  const newest = [await readNewest(tx, choice, partition)];
  if (filter?.isByScans === true) {
    newest.push(await readNewest(tx, { source: admissions, where }, partition));
  }
  const known: KnownLists = listsOfDatabases.get(tx.database) ?? new Map();
  listsOfDatabases.set(tx.database, known);
  const key = `${shapeOf(choice)} ${JSON.stringify([choice.where, choice.scope])}`;
  const earlier = known.get(key);
  if (earlier?.newest.every((one, index) => one === newest[index]) === true) return earlier;
  const list = { newest, total: await countAll(tx, choice), places: new NumberedPlaces() };
  if (newest.some((one) => one !== null && one > bound)) return list;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, list);
  return list;
}

const admissions = { table: 'entry_scans', changedAt: 'created_at' } as const;

async function countAll(tx: ReadTransaction, choice: Choice): Promise<number> {
  if (choice.filter !== undefined) return countInParts(tx, choice);
  const query = remembered(preparedTotals, shapeOf(choice), () =>
    prepareQuery((db, $: Parameter<Values>) =>
      chosen(db, $, choice).select((eb) => eb.fn.countAll<number>().as('total')),
    ),
  );
  return (await tx.first(query, valuesOf(choice)))?.total ?? 0;
}

/** Rows of an event that are looked at without letting anybody else have a turn: some 10 ms. */
const ROWS_PER_PART = 20_000;

interface PartEnd {
  readonly created_at: Instant;
  readonly reference: string;
}

const preparedEnds = new Map<string, PreparedQuery<Values, PartEnd>>();

/** What no index counts is counted along that of the event, part by part in the order of creation. */
async function countInParts(tx: ReadTransaction, choice: Choice): Promise<number> {
  const all: Choice = { source: choice.source, where: { event_id: choice.where['event_id'] } };
  const ends = remembered(preparedEnds, shapeOf(all), () =>
    prepareQuery((db, $: Parameter<Values>) =>
      afterPlace(db, $, all)
        .select(['k.created_at', 'k.reference'])
        .orderBy('k.created_at')
        .orderBy('k.reference')
        .limit($('limit'))
        .offset($('offset')),
    ),
  );
  const totalOf = (isLast: boolean) =>
    remembered(preparedTotals, `${shapeOf(choice)} ${isLast}`, () =>
      prepareQuery((db, $: Parameter<Values>) => {
        const rows = afterPlace(db, $, choice).select((eb) => eb.fn.countAll<number>().as('total'));
        if (isLast) return rows;
        return rows.where((eb) =>
          eb(
            eb.refTuple(sql.ref('k.created_at'), 'k.reference'),
            '<=',
            eb.tuple($('seenTime'), $('seenReference')),
          ),
        );
      }),
    );
  let total = 0;
  let place: Partial<Values> = { placeTime: zero, placeReference: '' };
  for (;;) {
    const range = { ...place, limit: 1, offset: ROWS_PER_PART - 1 };
    const end = await tx.first(ends, valuesOf(all, range));
    const seen =
      end === undefined ? {} : { seenTime: end.created_at, seenReference: end.reference };
    const part = await tx.first(
      totalOf(end === undefined),
      valuesOf(choice, { ...place, ...seen }),
    );
    total += part?.total ?? 0;
    if (end === undefined) return total;
    place = { placeTime: end.created_at, placeReference: end.reference };
    await nextTurn();
  }
}

/** Rows of a selection that were created after a place, by the event's index. */
function afterPlace(db: Kysely<Tables>, $: Parameter<Values>, choice: Choice) {
  return chosen(db, $, choice, 'event_id').where((eb) =>
    eb(
      eb.refTuple(sql.ref('k.created_at'), 'k.reference'),
      '>',
      eb.tuple($('placeTime'), $('placeReference')),
    ),
  );
}

async function readNewest(
  tx: ReadTransaction,
  { source, where }: Choice,
  partition: string,
): Promise<Instant | null> {
  const { table, changedAt = 'updated_at' } = source;
  const choice = { source: { table, changedAt }, where: { [partition]: where[partition] } };
  const query = remembered(preparedNewest, shapeOf(choice), () =>
    prepareQuery((db, $: Parameter<Values>) =>
      chosen(db, $, choice).select((eb) =>
        eb.fn.max<Instant | null>(changeColumn({ source })).as('newest'),
      ),
    ),
  );
  return (await tx.first(query, valuesOf(choice)))?.newest ?? null;
}

/** Not every listed table has both columns. */
function changeColumn({ source }: Pick<Choice, 'source'>) {
  return sql.ref<Instant>(`k.${source.changedAt ?? 'updated_at'}`);
}

/** The column whose index finds the rows of a filter; undefined without one: any. */
function indexOf(filter: Choice['filter'], by: string | undefined): string | undefined {
  if (filter === undefined) return undefined;
  return filter.few === null ? by : 'id';
}

/** The rows of a selection as `k`, without columns yet. Of the columns of a filtered one, only an index of `by` is used. */
function chosen(
  db: Kysely<Tables>,
  $: Parameter<Values>,
  { source, where, scope, filter }: Choice,
  by = indexOf(filter, filter?.by),
) {
  const { dynamic } = db;
  let rows = db.selectFrom(dynamic.table(source.table).as('k'));
  if (source.constant !== undefined) {
    const [column, value] = source.constant;
    rows = rows.where(dynamic.ref(`k.${column}`), '=', sql.lit(value));
  }
  if (source.changedAt === 'door_answers_at') {
    rows = rows.where(changeColumn({ source }), 'is not', null);
  }
  for (const [column, value] of Object.entries(where)) {
    if (value === undefined) continue;
    const isSought = by === undefined || by === column || typeof value !== 'number';
    rows =
      value === null
        ? rows.where(dynamic.ref(`k.${column}`), 'is', null)
        : isSought
          ? rows.where(dynamic.ref(`k.${column}`), '=', $(column))
          : rows.where(sql<SqlBool>`+${sql.ref(`k.${column}`)} = ${$(column)}`);
  }
  for (const condition of Object.values(filter?.conditions ?? {})) rows = rows.where(condition);
  if (scope === undefined) return rows;
  const eventColumn = source.table === 'events' ? 'k.id' : 'k.event_id';
  return rows.where(dynamic.ref(eventColumn), 'in', visibleEvents(db, $, scope));
}

function visibleEvents(db: Kysely<Tables>, $: Parameter<Values>, { allEvents }: AccessScope) {
  const own = db.selectFrom('events').select('id').where('organiser_id', '=', $('scopeOrganiser'));
  if (allEvents) return own;
  return own.where('id', 'in', (eb) =>
    eb.selectFrom('client_events').select('event_id').where('client_id', '=', $('scopeClient')),
  );
}

/**
 * The rows of a range, and one more to learn whether the list goes on. A position replaces the range bound on its side: given both,
 * SQLite may seek by the weaker one and read every page from the start of the list.
 */
function changed(
  db: Kysely<Tables>,
  $: Parameter<Values>,
  choice: Choice,
  direction: ChangedPlace['direction'] | null,
  isBounded = false,
) {
  const column = changeColumn(choice);
  const order = direction === 'prev' ? 'desc' : 'asc';
  const rows = chosen(db, $, choice, indexOf(choice.filter, 'event_id'))
    .orderBy(column, order)
    .orderBy('k.reference', order)
    .limit($('limit'));
  const byPlaceOf = (comparison: '>' | '<') => rows.where(isBeyond(comparison, 'place'));
  const isBeyond =
    (comparison: '>' | '<' | '<=' | '>=', place: 'place' | 'seen') =>
    (eb: ExpressionBuilder<Tables & { k: Tables[ListedTable] }, 'k'>) =>
      eb(
        eb.tuple(column, eb.ref('k.reference')),
        comparison,
        eb.tuple($(`${place}Time`), $(`${place}Reference`)),
      );
  if (direction === 'prev') {
    const before = byPlaceOf('<');
    return isBounded
      ? before.where(isBeyond('>=', 'seen'))
      : before.where(column, '>=', $('since'));
  }
  const after = direction === 'next' ? byPlaceOf('>') : rows.where(column, '>=', $('since'));
  return isBounded
    ? after.where(isBeyond('<=', 'seen'))
    : after.where(column, '<=', $('upperBound'));
}

function valuesOfRange({ since, upperBound, perPage, from }: ChangedRange): Partial<Values> {
  const place = from === null ? {} : { placeTime: from.updatedAt, placeReference: from.reference };
  return { since, upperBound, limit: perPage + 1, ...place };
}

const zero = instantFromMicros(0);
const nowhere = {
  since: zero,
  upperBound: zero,
  placeTime: zero,
  placeReference: '',
  seenTime: zero,
  seenReference: '',
};

function valuesOf({ where, scope }: Choice, place: Partial<Values> = {}): Values {
  return {
    ...where,
    scopeOrganiser: scope?.organiserId ?? 0,
    scopeClient: scope?.clientRowId ?? 0,
    ...nowhere,
    limit: 0,
    offset: 0,
    ...place,
  };
}

/** Equal for selections that share one statement with different parameters. */
function shapeOf({ source, where, scope, filter }: Choice): string {
  const columns = Object.entries(where).flatMap(([column, value]) => {
    if (value === undefined) return [];
    return value === null ? [`${column} is null`] : [column];
  });
  const constant = source.constant?.join('=') ?? '';
  const visible = scope === undefined ? 'any' : scope.allEvents ? 'own' : 'granted';
  const filtered = filter === undefined ? [] : [filter.by, ...Object.keys(filter.conditions)];
  return [source.table, source.changedAt ?? '', constant, visible, ...columns, ...filtered].join(
    ',',
  );
}

/** Compiled once for each shape: list pages are a hot path. */
function preparedRows<Name extends ListedTable, Found extends ListedRow, Resource>(
  selection: Selection<Name, Found, Resource>,
  purpose: string,
  ids: (
    db: Kysely<Tables>,
    $: Parameter<Values>,
  ) => { readonly $asScalar: () => Expression<number> },
): PreparedQuery<Values, Found> {
  const { source } = selection;
  return remembered(source.prepared, `${purpose},${shapeOf(selection)}`, () =>
    prepareQuery((db, $: Parameter<Values>) => source.select(db, ids(db, $).$asScalar())),
  );
}

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** Compares references bytewise, as the database does. */
function byPlace<Column extends 'created_at' | 'updated_at'>(column: Column) {
  type Placed = Pick<ListedRow, Column | 'reference'>;
  return (left: Placed, right: Placed): number =>
    left[column] - right[column] || (left.reference < right.reference ? -1 : 1);
}
