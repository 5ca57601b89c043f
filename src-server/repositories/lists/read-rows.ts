import type { Instant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { ListRow, ListSource } from './list-source.ts';

/** Rows that were written as JSON before, by source and row. Oldest first. */
export type KeptRows = Map<string, KeptRow>;

interface KeptRow {
  readonly updatedAt: Instant;
  readonly json: string;
}

/** About 12 MiB of tickets. */
const MAX_KEPT = 20_000;

/** The resources of the rows, in the order of `keys`. */
export async function readResources<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  source: ListSource<Row, Resource>,
  keys: readonly ListRow[],
): Promise<readonly Resource[]> {
  if (keys.length === 0) return [];
  const select: CompiledStatement<Row> = {
    sql: `select ${source.columns} from ${source.table} t ${source.joins}
      where t.id in (select value from json_each(?))`,
  };
  const rows = await tx.all(select, [JSON.stringify(keys.map(({ id }) => id))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = keys.flatMap(({ id }) => byId.get(id) ?? []);
  return source.toResources(tx, ordered);
}

/** The same as JSON texts. A row of a source with `keptAs` is written once, until its `updated_at` moves. */
export async function readJsonRows<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  source: ListSource<Row, Resource>,
  keys: readonly ListRow[],
  kept: KeptRows,
): Promise<readonly string[]> {
  const { keptAs } = source;
  if (keptAs === undefined) {
    const resources = await readResources(tx, source, keys);
    return resources.map((resource) => JSON.stringify(resource));
  }
  const slotOf = (key: ListRow) => `${keptAs} ${key.id}`;
  const missing = keys.filter((key) => kept.get(slotOf(key))?.updatedAt !== key.updated_at);
  const resources = await readResources(tx, source, missing);
  const written = new Map<number, string>();
  for (const [index, key] of missing.entries()) {
    const json = JSON.stringify(resources[index]);
    written.set(key.id, json);
    keep(kept, slotOf(key), { updatedAt: key.updated_at, json });
  }
  return keys.map((key) => written.get(key.id) ?? kept.get(slotOf(key))?.json ?? 'null');
}

function keep(kept: KeptRows, slot: string, row: KeptRow): void {
  kept.delete(slot);
  kept.set(slot, row);
  if (kept.size <= MAX_KEPT) return;
  const oldest = kept.keys().next();
  if (oldest.done !== true) kept.delete(oldest.value);
}
