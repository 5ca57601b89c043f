// Why: docs/decisions/0026-console-lists.md
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { FEW_ROWS } from '../../../shared/contract/limits.ts';
import { searchWords, spelledWords } from '../../../shared/search-text.ts';
import type { Tables } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';

/** Counting stops here: no person needs to know how many more there are. */
const MAX_COUNTED = 1_000;
export const FEW = FEW_ROWS;
/** Rows that a walk looks at for one page, at most. */
const MAX_SEEN = 10_000;

export type Condition = Expression<SqlBool>;

/** Rows of a table `k` in an order that an index has. A list is one walk, or several one after the other. */
export interface Walk {
  /** `k`, and what it is joined with; `tickets as k`. */
  readonly from: RawBuilder<unknown>;
  /** The index begins with this column; rows with each of these values are walked, and merged. Null for the whole table. */
  readonly of: { readonly column: string; readonly ids: readonly number[] } | null;
  /** What the same index serves as well. */
  readonly fixed?: readonly Condition[];
  readonly order: SortOrder;
  /** What else the rows meet. */
  readonly where: readonly Condition[];
  /** The only rows that can meet it, if they are few: these are read and sorted instead. */
  readonly few?: Few | undefined;
}

export interface SortOrder {
  /** Such as `k.created_at`; never null. */
  readonly by: string | RawBuilder<unknown>;
  /** What orders rows that are alike, and is unique; `k.reference` if not given. */
  readonly tie?: string;
  readonly direction: 'asc' | 'desc';
}

export interface Few {
  readonly ids: readonly number[];
  /** Whether there are more, which are left out. */
  readonly isCut: boolean;
}

/** Where a page ended, and in which walk. */
export interface Place {
  readonly walk: number;
  readonly key: string | number;
  readonly tie: string | number;
}

interface Found extends Omit<Place, 'walk'> {
  readonly row: number;
}

/** Of a whole list: at least so many, where it is not exact. */
export interface Total {
  readonly count: number;
  readonly isExact: boolean;
}

export interface ListPage {
  readonly rows: readonly number[];
  /** Null after the last page. A page may be short, or empty, and not the last: it looked at many rows that did not match. */
  readonly next: Place | null;
  /** Of what the walks look through from `after` on; at most {@link MAX_COUNTED}. Only for who `counts`. */
  readonly total: Total;
}

/** A page; who counts reads on, since finding rows costs as much as counting them. */
export async function readList(
  tx: ReadTransaction,
  walks: readonly Walk[],
  {
    after,
    limit,
    counts = false,
  }: { readonly after: Place | null; readonly limit: number; readonly counts?: boolean },
): Promise<ListPage> {
  const rows: number[] = [];
  let last: Place | null = after;
  let isRead = false;
  let next: Place | null = null;
  let count = 0;
  let isExact = true;
  for (const [number, walk] of walks.entries()) {
    if (after !== null && number < after.walk) continue;
    if (isRead && (!counts || count > MAX_COUNTED)) break;
    const from = after?.walk === number ? after : null;
    const wanted = isRead ? 1 : limit - rows.length + 1;
    const counted = counts ? MAX_COUNTED + 1 - count : 0;
    const read = await readWalk(tx, walk, { after: from, wanted, counted });
    count += read.count;
    if (read.end !== null || walk.few?.isCut === true) isExact = false;
    if (isRead) continue;
    for (const { row, key, tie } of read.found) {
      if (rows.length === limit) {
        next = last;
        isRead = true;
        break;
      }
      rows.push(row);
      last = { walk: number, key, tie };
    }
    if (!isRead && read.end !== null) {
      next = { walk: number, ...read.end };
      isRead = true;
    }
  }
  const total = {
    count: Math.min(count, MAX_COUNTED),
    isExact: isExact && count <= MAX_COUNTED,
  };
  return { rows, next, total };
}

/** At least `wanted` rows, or all that there are up to `end`, where looking stopped; and how many there are in all, if less than `counted`. */
async function readWalk(
  tx: ReadTransaction,
  walk: Walk,
  {
    after,
    wanted,
    counted,
  }: { readonly after: Place | null; readonly wanted: number; readonly counted: number },
): Promise<{
  readonly found: readonly Found[];
  readonly end: Omit<Found, 'row'> | null;
  readonly count: number;
}> {
  const { direction } = walk.order;
  const inOrder = (one: Omit<Found, 'row'>, other: Omit<Found, 'row'>) =>
    (direction === 'asc' ? 1 : -1) * (compare(one.key, other.key) || compare(one.tie, other.tie));
  const found: Found[] = [];
  const ends: Omit<Found, 'row'>[] = [];
  for (const ids of partsOf(walk)) {
    const most = Math.max(wanted, counted - found.length);
    let query = tx.db
      .selectFrom(rowsOf(walk, { ids, after, limit: most }).as('k'))
      .select([
        sql.ref<number>('k.id').as('row'),
        sql.ref<string | number>('k.sort_key').as('key'),
        sql.ref<string | number>('k.sort_tie').as('tie'),
      ])
      .limit(most);
    for (const condition of walk.where) query = query.where(condition);
    if (walk.few !== undefined)
      query = query
        .orderBy(sql.ref('k.sort_key'), direction)
        .orderBy(sql.ref('k.sort_tie'), direction);
    const rows = await query.execute();
    found.push(...rows);
    const end = rows.length < most ? await seenEnd(tx, walk, { ids, after }) : null;
    if (end !== null) ends.push(end);
  }
  const count = found.length;
  found.sort(inOrder);
  const [end = null] = ends.toSorted(inOrder);
  const whole = end === null ? found : found.filter((row) => inOrder(row, end) <= 0);
  return { found: whole, end, count };
}

interface Range {
  readonly ids: readonly number[];
  readonly after: Place | null;
}

/** One walk each; all at once where few rows are read. */
function partsOf({ of, few }: Walk): readonly (readonly number[])[] {
  if (of === null) return [[]];
  return few === undefined ? of.ids.map((id) => [id]) : [of.ids];
}

function seenOf({ of }: Walk): number {
  return Math.max(100, Math.ceil(MAX_SEEN / Math.max(1, of?.ids.length ?? 1)));
}

/** Where a walk has looked at as many rows as it may; null if it comes to its end before. */
async function seenEnd(
  tx: ReadTransaction,
  walk: Walk,
  range: Range,
): Promise<Omit<Found, 'row'> | null> {
  if (walk.few !== undefined || walk.where.length === 0) return null;
  const seen = seenOf(walk);
  const [end] = await tx.db
    .selectFrom(rowsOf(walk, { ...range, limit: seen }).as('k'))
    .select([
      sql.ref<string | number>('k.sort_key').as('key'),
      sql.ref<string | number>('k.sort_tie').as('tie'),
    ])
    .limit(1)
    .offset(seen - 1)
    .execute();
  return end ?? null;
}

/**
 * The rows that are looked at. Their number is bounded, which also keeps the databases from looking for another way than the index of the
 * order: without statistics SQLite takes every index for a good one.
 */
function rowsOf(walk: Walk, { ids, after, limit }: Range & { readonly limit: number }) {
  const { from, of, fixed = [], order, where, few } = walk;
  const { by, tie = 'k.reference', direction } = order;
  const [key, last] = [typeof by === 'string' ? sql.ref(by) : by, sql.ref(tie)];
  const conditions: RawBuilder<unknown>[] = [];
  if (few !== undefined) conditions.push(isAmong('k.id', few.ids));
  if (of !== null)
    conditions.push(
      few === undefined
        ? sql`${sql.ref(of.column)} = ${ids[0]}`
        : isAmong(sql`+${sql.ref(of.column)}`, ids),
    );
  for (const condition of fixed) conditions.push(sql`${condition}`);
  if (after !== null) {
    const beyond = sql.raw(direction === 'asc' ? '>' : '<');
    conditions.push(sql`(${key}, ${last}) ${beyond} (${after.key}, ${after.tie})`);
  }
  const way = sql.raw(direction);
  const bounded =
    few === undefined
      ? sql`order by ${key} ${way}, ${last} ${way} limit ${where.length === 0 ? limit : seenOf(walk)}`
      : sql`limit ${FEW}`;
  return sql<
    Record<string, unknown>
  >`(select k.*, ${key} as sort_key, ${last} as sort_tie from ${from}
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)} ${bounded})`;
}

/** `ids` may be empty. */
export function isAmong(
  column: string | RawBuilder<unknown>,
  ids: readonly number[],
): RawBuilder<boolean> {
  if (ids.length === 0) return sql`1 = 0`;
  const named = typeof column === 'string' ? sql.ref(column) : column;
  return sql`${named} in (${sql.join(ids)})`;
}

/** The numbers of rows that meet a condition; `isCut` if they are more than few. */
export async function rowsWhere(
  tx: ReadTransaction,
  table: keyof Tables,
  condition: Condition,
  column = 'k.id',
): Promise<Few> {
  const rows = await tx.db
    .selectFrom(tx.db.dynamic.table<keyof Tables>(table).as('k'))
    .select(sql.ref<number>(column).as('id'))
    .where(condition)
    .limit(FEW + 1)
    .execute();
  return { ids: rows.slice(0, FEW).map(({ id }) => id), isCut: rows.length > FEW };
}

/** The same, if they are few. */
export async function fewWhere(
  tx: ReadTransaction,
  table: keyof Tables,
  condition: Condition,
): Promise<Few | undefined> {
  const rows = await rowsWhere(tx, table, condition);
  return rows.isCut ? undefined : rows;
}

/** Those of some rows in whose texts each word of a search begins one. */
export function fewNaming(
  rows: readonly { readonly id: number; readonly texts: readonly (string | null)[] }[],
  search: string,
): Few {
  const sought = searchWords(search);
  const found = rows.filter(({ texts }) => {
    const words = texts.flatMap((text) => (text === null ? [] : spelledWords(text)));
    return sought.length > 0 && sought.every((one) => words.some((word) => word.startsWith(one)));
  });
  return { ids: found.map(({ id }) => id), isCut: rows.length > FEW };
}

/** As the databases compare: numbers by value, texts by code point. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
