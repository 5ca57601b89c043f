import type { ChangeKind, ChangeNotice } from '../../../shared/contract/scanner.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { EventRow } from './events-list.ts';
import { readResources } from './read-rows.ts';
import { scansList } from './scans-list.ts';

/** Of more changes of a kind than this, only that there are many is told: the list is quicker. */
const MAX_OF_A_KIND = 200;

interface ChangedRow {
  readonly id: number;
  readonly reference: string;
  readonly updated_at: Instant;
}

export interface Change {
  readonly kind: ChangeKind;
  readonly notice: ChangeNotice;
}

export interface Changes {
  readonly changes: readonly Change[];
  /** Everything up to here has been told. */
  readonly position: Instant;
}

const tables = {
  scan: { table: 'entry_scans', changed: 'created_at', event: 'event_id' },
  ticket: { table: 'tickets', changed: 'updated_at', event: 'event_id' },
  session: { table: 'sessions', changed: 'updated_at', event: 'event_id' },
  order_line: {
    table: 'order_lines',
    changed: 'updated_at',
    event: "kind = 'add_on' and event_id",
  },
} as const;

const setupTables = [
  ['events', 'id'],
  ['ticket_types', 'event_id'],
  ['locations', 'event_id'],
  ['add_ons', 'event_id'],
] as const;

/** What of an event was stamped after `since`, up to the snapshot of the transaction. */
export async function readChanges(
  tx: ReadTransaction,
  event: EventRow,
  since: Instant,
): Promise<Changes> {
  const position = await tx.latestStamp();
  if (position <= since) return { changes: [], position: since };
  const range = { event: event.id, since, position };
  const scans = await readChanged(tx, 'scan', range);
  const changes = [
    ...(await tellScans(tx, scans, position)),
    ...tell('ticket', await readChanged(tx, 'ticket', range), position),
    ...tell('session', await readChanged(tx, 'session', range), position),
    ...tell('order_line', await readChanged(tx, 'order_line', range), position),
    ...tell('setup', await readChangedSetup(tx, range), position),
  ];
  return { changes, position };
}

interface Range {
  readonly event: number;
  readonly since: Instant;
  readonly position: Instant;
}

async function readChanged(
  tx: ReadTransaction,
  kind: keyof typeof tables,
  { event, since, position }: Range,
): Promise<readonly ChangedRow[]> {
  const { table, changed, event: column } = tables[kind];
  const select: CompiledStatement<ChangedRow> = {
    sql: `select id, reference, ${changed} as updated_at from ${table}
      where ${column} = ? and ${changed} > ? and ${changed} <= ? order by ${changed} limit ?`,
  };
  return tx.all(select, [event, since, position, MAX_OF_A_KIND + 1]);
}

async function readChangedSetup(
  tx: ReadTransaction,
  { event, since, position }: Range,
): Promise<readonly ChangedRow[]> {
  const rows: ChangedRow[] = [];
  for (const [table, column] of setupTables) {
    const select: CompiledStatement<ChangedRow> = {
      sql: `select id, reference, updated_at from ${table}
        where ${column} = ? and updated_at > ? and updated_at <= ? limit ?`,
    };
    rows.push(...(await tx.all(select, [event, since, position, MAX_OF_A_KIND + 1])));
  }
  return rows;
}

async function tellScans(
  tx: ReadTransaction,
  rows: readonly ChangedRow[],
  position: Instant,
): Promise<readonly Change[]> {
  if (rows.length > MAX_OF_A_KIND) return tell('scan', rows, position);
  const scans = await readResources(tx, scansList, rows);
  return scans.map((scan) => ({
    kind: 'scan',
    notice: { reference: scan.reference, updated_at: scan.updated_at, scan },
  }));
}

function tell(kind: ChangeKind, rows: readonly ChangedRow[], position: Instant): readonly Change[] {
  if (rows.length > MAX_OF_A_KIND) {
    return [{ kind, notice: { reference: null, updated_at: formatInstant(position) } }];
  }
  return rows.map(({ reference, updated_at }) => ({
    kind,
    notice: { reference, updated_at: formatInstant(updated_at) },
  }));
}
