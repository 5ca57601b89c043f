import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { PageImages } from '../page-images.ts';
import { recordsIn, type FoundRecord } from '../page-records.ts';
import type { StoredTicket } from './replica-reader.ts';
import { REPLICA_VERSION } from './replica-schema.ts';
import type { ScanRow } from './scan-upsert.ts';

export interface DocumentRow {
  readonly kind: string;
  readonly key: string;
  readonly body: string;
}

/** Receives recovered rows. Each function returns whether it could store every row. */
export interface RecoveredRows {
  documents(rows: readonly DocumentRow[]): boolean;
  scans(rows: readonly ScanRow[]): boolean;
  tickets(rows: readonly StoredTicket[]): boolean;
}

const ROWS_AT_ONCE = 1_000;

/**
 * Reads a replica that SQLite cannot open, because it was truncated or lost its header. Tickets are restored only if as many admissions are
 * found as the replica had counted, because nothing else shows whether some are lost.
 */
export function recoverReplicaPages(path: string, take: RecoveredRows): void {
  using images = PageImages.open(path);
  if (images.version !== null && images.version !== REPLICA_VERSION) return;
  const small = readSmallTables(images);
  take.documents([...small.documents.values()]);
  if (!takeScans(images, small.admitted, take)) return;
  for (const rows of batches(images, ticketOf)) take.tickets(rows);
}

/** Documents, and the admitted tickets that each event had counted: the newest row of each. */
function readSmallTables(images: PageImages) {
  const documents = new Map<string, DocumentRow>();
  const admitted = new Map<string, number>();
  for (const { values } of recordsIn(images)) {
    if (DocumentValues.Check(values)) {
      const [kind, key, body] = values;
      documents.set(`${kind} ${key}`, { kind, key, body });
    } else if (TotalsValues.Check(values)) admitted.set(values[0], values[2]);
  }
  return { documents, admitted };
}

/** Whether every admission that the replica had counted was found and stored. */
function takeScans(
  images: PageImages,
  counted: ReadonlyMap<string, number>,
  take: RecoveredRows,
): boolean {
  const found = new Map<string, Set<string>>();
  let isWhole = counted.size > 0;
  for (const rows of batches(images, scanOf)) {
    if (!take.scans(rows)) isWhole = false;
    for (const { event, ticket, result } of rows) {
      if (result !== 'allowed' || ticket === null) continue;
      found.set(event, (found.get(event) ?? new Set()).add(ticket));
    }
  }
  const events = new Set([...counted.keys(), ...found.keys()]);
  const isSame = (event: string) => (found.get(event)?.size ?? 0) === (counted.get(event) ?? 0);
  return isWhole && [...events].every(isSame);
}

function* batches<Row>(
  images: PageImages,
  read: (record: FoundRecord) => Row | null,
): Generator<readonly Row[]> {
  let rows: Row[] = [];
  for (const record of recordsIn(images)) {
    const row = read(record);
    if (row === null) continue;
    rows.push(row);
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

const TextOrNull = () => Type.Union([Type.String(), Type.Null()]);
const WholeOrNull = () => Type.Union([Type.Integer(), Type.Null()]);

const DocumentValues = Compile(
  Type.Tuple([Type.Enum(['events', 'setup', 'identity']), Type.String(), Type.String()]),
);
const TotalsValues = Compile(Type.Tuple([Type.String(), Type.Integer(), Type.Integer()]));

/** A table's columns and their types, in the order of `replica-schema.ts`. */
const scanColumns = {
  reference: Type.String({ pattern: '^scn_' }),
  event: Type.String(),
  ticket: TextOrNull(),
  result: Type.Enum(['allowed', 'denied']),
  reason: Type.String(),
  location_reference: TextOrNull(),
  location_name: TextOrNull(),
  scanned_at: Type.Integer(),
  updated_at: Type.Integer(),
  import: Type.Integer(),
};
const ticketColumns = {
  reference: Type.String({ pattern: '^tkt_' }),
  event: Type.String(),
  status: Type.Enum(['valid', 'checked_in', 'cancelled', 'refunded']),
  type_reference: TextOrNull(),
  type_name: TextOrNull(),
  has_holder: Type.Integer(),
  first_name: TextOrNull(),
  last_name: TextOrNull(),
  email: TextOrNull(),
  order_reference: TextOrNull(),
  session_reference: TextOrNull(),
  session_name: TextOrNull(),
  session_starts_at: WholeOrNull(),
  seat_label: TextOrNull(),
  valid_from: WholeOrNull(),
  valid_until: WholeOrNull(),
  entry_points: TextOrNull(),
  code_issue: Type.Integer(),
  created_at: WholeOrNull(),
  deleted_at: WholeOrNull(),
  updated_at: Type.Integer(),
  import: Type.Integer(),
};
const Scan = Compile(Type.Object(scanColumns));
const Ticket = Compile(Type.Object(ticketColumns));

function scanOf(record: FoundRecord): ScanRow | null {
  const row = named(Object.keys(scanColumns), record);
  return Scan.Check(row) ? row : null;
}

function ticketOf(record: FoundRecord): StoredTicket | null {
  const row = named(Object.keys(ticketColumns), record);
  return Ticket.Check(row) ? row : null;
}

/** Null for a row of another table. */
function named(columns: readonly string[], { values }: FoundRecord): unknown {
  if (values.length !== columns.length) return null;
  return Object.fromEntries(columns.map((column, index) => [column, values[index]]));
}
