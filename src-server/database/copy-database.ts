import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { tables, timestampedTables, type Tables } from './schema.ts';

/** Rows that are read, compared and written at a time. */
const CHUNK = 500;

interface CopiedTable {
  readonly name: string;
  /** The columns of its primary key. */
  readonly key: readonly string[];
  readonly order: 'asc' | 'desc';
}

/** What belongs to each database. */
const notCopied: ReadonlySet<string> = new Set<keyof Tables>([
  'clock',
  'change_versions',
  'webhook_wakes',
]);

/** Referenced tables first. Tickets are copied in descending order of their numbers, because a ticket refers to the later one that superseded it. */
export const copiedTables: readonly CopiedTable[] = Object.entries(tables)
  .filter(([name]) => !notCopied.has(name))
  .map(([name, { key }]) => ({ name, key, order: name === 'tickets' ? 'desc' : 'asc' }));

export interface CopiedRows {
  readonly table: string;
  readonly rows: number;
}

/** How many rows were compared with those in the other database, and then copied; `of` is null where it is not known. */
export interface CopyProgress {
  readonly step: 'compared' | 'copied';
  readonly table: string;
  readonly rows: number;
  readonly of: number | null;
}

type OnProgress = (progress: CopyProgress) => void;

/** Takes the rows of a chunk. */
type OnChunk = (table: CopiedTable, rows: number) => Promise<void>;

type StoredRow = Readonly<Record<string, unknown>>;

/**
 * Copies one consistent snapshot of `from` into `to`; the engines may differ. Rows that `to` already has are left alone, so an interrupted
 * copy resumes, and a repeated copy transfers only what changed. Rejects with a `DatabaseError` if `to` holds another organiser's data or
 * changes that `from` does not have, or if the row counts differ at the end. Nothing else may write to `to` during the copy.
 *
 * Phases: check `to` (another organiser, newer rows) → delete rows that `from` no longer has → for each table insert or update in chunks,
 * then count → set clock and row numbers.
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  onProgress: OnProgress = () => undefined,
): Promise<readonly CopiedRows[]> {
  return from.readBounded(async (source, bound) => {
    await refuseOtherOrganiser(source.db, to);
    const counts = new Map<CopiedTable, number>();
    for (const table of copiedTables) counts.set(table, await countRows(source.db, table));
    const all = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
    const [onCompared, onCopied] = [
      counting('compared', null, onProgress),
      counting('copied', all, onProgress),
    ];
    for (const table of copiedTables) await refuseNewer(source.db, to, { table, onCompared });
    for (const table of copiedTables.toReversed())
      await removeExtra(source.db, to, { table, onCompared });
    const copied: CopiedRows[] = [];
    for (const [table, rows] of counts) {
      await copyTable(source.db, to, { table, onCopied });
      const arrived = await to.read((tx) => countRows(tx.db, table));
      if (arrived !== rows) {
        const message = `Of ${rows} rows in ${table.name}, ${arrived} arrived. Run the copy again.`;
        throw new DatabaseError('database.failed', message);
      }
      copied.push({ table: table.name, rows });
    }
    await to.write((tx) => tx.db.updateTable('clock').set({ last_stamp: bound }).execute());
    await to.numberAfterImport();
    return copied;
  });
}

function counting(step: CopyProgress['step'], of: number | null, onProgress: OnProgress): OnChunk {
  let rows = 0;
  return async ({ name: table }, chunk) => {
    rows += chunk;
    onProgress({ step, table, rows, of });
    // SQLite answers at once: without a turn of the event loop a signal would not be heard before the end.
    await turn();
  };
}

async function refuseOtherOrganiser(source: Kysely<Tables>, to: Database): Promise<void> {
  const known = new Set((await organisersOf(source)).map(({ reference }) => reference));
  const there = await to.read((tx) => organisersOf(tx.db));
  const stranger = there.find(({ reference }) => !known.has(reference));
  if (stranger === undefined) return;
  throw new DatabaseError(
    'database.unusable',
    `The database to copy to holds another organiser, ${stranger.reference}. Name an empty one.`,
  );
}

/**
 * Servers may have switched to `to` after an earlier copy. Then `to` has rows that `from` lacks or has in an older state; they must not be
 * lost.
 */
async function refuseNewer(
  source: Kysely<Tables>,
  to: Database,
  { table, onCompared }: { readonly table: CopiedTable; readonly onCompared: OnChunk },
): Promise<void> {
  if (!timestampedTables.includes(table.name)) return;
  for (let after: StoredRow | null = null; ;) {
    const rows: readonly StoredRow[] = await to.read((tx) => readChunk(tx.db, table, after));
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
    const originals = await readRange(source, table, rows);
    const byKey = new Map(originals.map((row) => [keyOf(table, row), row]));
    await onCompared(table, rows.length);
    if (rows.every((row) => isCopy(row, byKey.get(keyOf(table, row))))) continue;
    throw new DatabaseError(
      'database.unusable',
      `The database to copy to has changes in ${table.name} that the other one does not have; a copy would undo them. Name an empty one.`,
    );
  }
}

/** Whether `row` is the current or an earlier state of `original`. Two databases may give the same timestamp to different rows. */
function isCopy(row: StoredRow, original: StoredRow | undefined): boolean {
  if (original === undefined) return false;
  const isSame =
    original['created_at'] === row['created_at'] && original['reference'] === row['reference'];
  const isLater = Number(original['updated_at']) > Number(row['updated_at']);
  return isSame && (isLater || textOf(original) === textOf(row));
}

function organisersOf(db: Kysely<Tables>) {
  return db.selectFrom('organisers').select('reference').execute();
}

/** Deletes rows that were deleted in `from` since an earlier copy, referencing tables first. */
async function removeExtra(
  source: Kysely<Tables>,
  to: Database,
  { table, onCompared }: { readonly table: CopiedTable; readonly onCompared: OnChunk },
): Promise<void> {
  for (let after: StoredRow | null = null; ;) {
    const rows: readonly StoredRow[] = await to.read((tx) => readChunk(tx.db, table, after));
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
    const kept = new Set((await readRange(source, table, rows)).map((row) => keyOf(table, row)));
    await onCompared(table, rows.length);
    const extra = rows.filter((row) => !kept.has(keyOf(table, row)));
    if (extra.length === 0) continue;
    const isExtra = extra.map(
      (row) =>
        sql`(${sql.join(
          table.key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
          sql` and `,
        )})`,
    );
    await to.write((tx) =>
      sql`delete from ${sql.table(table.name)} where ${sql.join(isExtra, sql` or `)}`.execute(
        tx.db,
      ),
    );
  }
}

async function copyTable(
  source: Kysely<Tables>,
  to: Database,
  { table, onCopied }: { readonly table: CopiedTable; readonly onCopied: OnChunk },
): Promise<void> {
  for (let after: StoredRow | null = null; ;) {
    const rows: readonly StoredRow[] = await readChunk(source, table, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
    const there = new Map(
      (await to.read((tx) => readRange(tx.db, table, rows))).map((row) => [
        keyOf(table, row),
        textOf(row),
      ]),
    );
    const missing = rows.filter((row) => there.get(keyOf(table, row)) !== textOf(row));
    if (missing.length > 0) await to.write((tx) => upsert(tx.db, table, missing));
    await onCopied(table, rows.length);
  }
}

/** Reads the next rows in key order. */
async function readChunk(
  db: Kysely<Tables>,
  { name, key, order }: CopiedTable,
  after: StoredRow | null,
): Promise<readonly StoredRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const isBeyond = sql.raw(order === 'desc' ? '<' : '>');
  const where =
    after === null
      ? sql``
      : sql`where (${columns}) ${isBeyond} (${sql.join(key.map((column) => after[column]))})`;
  const sorted = sql.join(key.map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`));
  const { rows } =
    await sql<StoredRow>`select * from ${sql.table(name)} ${where} order by ${sorted} limit ${sql.lit(CHUNK)}`.execute(
      db,
    );
  return rows;
}

/** Reads the rows between the first and the last key of a chunk. */
async function readRange(
  db: Kysely<Tables>,
  { name, key, order }: CopiedTable,
  chunk: readonly StoredRow[],
): Promise<readonly StoredRow[]> {
  const [first, last] = order === 'desc' ? [chunk.at(-1), chunk[0]] : [chunk[0], chunk.at(-1)];
  if (first === undefined || last === undefined) return [];
  // What both keys begin with is compared apart: PostgreSQL estimates a comparison of rows by the first column alone, and where that is the
  // same in all of them it would read the whole table for each chunk.
  const begins = key.findIndex((column) => first[column] !== last[column]);
  const [same, others] = begins === -1 ? [key, []] : [key.slice(0, begins), key.slice(begins)];
  const conditions = same.map((column) => sql`${sql.ref(column)} = ${first[column]}`);
  if (others.length > 0) {
    const columns = sql.join(others.map((column) => sql.ref(column)));
    const valuesOf = (row: StoredRow) => sql.join(others.map((column) => row[column]));
    conditions.push(sql`(${columns}) >= (${valuesOf(first)})`);
    conditions.push(sql`(${columns}) <= (${valuesOf(last)})`);
  }
  const { rows } = await sql<StoredRow>`select * from ${sql.table(name)}
    where ${sql.join(conditions, sql` and `)}`.execute(db);
  return rows;
}

async function upsert(
  db: Kysely<Tables>,
  { name, key }: CopiedTable,
  rows: readonly StoredRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(
    rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`),
  );
  const others = columns.filter((column) => !key.includes(column));
  const update =
    others.length === 0
      ? sql`do nothing`
      : sql`do update set ${sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`;
  await sql`insert into ${sql.table(name)} (${names}) values ${values}
    on conflict (${sql.join(key.map((column) => sql.ref(column)))}) ${update}`.execute(db);
}

async function countRows(db: Kysely<Tables>, { name }: CopiedTable): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function keyOf({ key }: CopiedTable, row: StoredRow): string {
  return JSON.stringify(key.map((column) => comparable(row[column])));
}

function textOf(row: StoredRow): string {
  const sorted = Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(sorted.map(([column, value]) => [column, comparable(value)]));
}

/** Each engine returns bytes as a different buffer type. */
function comparable(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
