import type Database from 'better-sqlite3';
import { instantFromMicros } from '../../../../shared/instant.ts';
import { isConstraint } from '../open-database.ts';
import { decodeTicket, type StoredTicket } from './replica-reader.ts';
import { recoverReplica, type DocumentRow } from './recover-replica.ts';
import { prepareScanUpsert, scanRecord, type ScanRow } from './scan-upsert.ts';
import { prepareTicketUpsert } from './ticket-upsert.ts';
import type { RowWriter } from './write-rows.ts';

/** Older than any row of the server, which therefore replaces it, whatever age a damaged row claims. */
const OLDEST = instantFromMicros(0);
/** No import contained these rows: unless the server has them, they are deleted after its first import. */
const NO_IMPORT = 0;

/** Returns a function that restores what can be recovered from a quarantined replica, and returns the number of tickets. */
export function prepareRestore(
  database: Database.Database,
  addTotals: RowWriter['addTotals'],
): (from: string) => number {
  const upsertTicket = prepareTicketUpsert(database);
  const upsertScan = prepareScanUpsert(database);
  const putDocument = database.prepare<[string, string, string]>(
    'INSERT INTO documents (kind, key, body) VALUES (?, ?, ?) ON CONFLICT (kind, key) DO NOTHING',
  );

  const takeDocument = ({ kind, key, body }: DocumentRow) => putDocument.run(kind, key, body);
  const takeScan = (row: ScanRow) => {
    const isFirst = upsertScan(scanRecord(row), NO_IMPORT);
    // What ended an admission is not restored: until the server says so again, its ticket is refused.
    if (isFirst) addTotals(row.event, { admitted: 1, inside: 1 });
  };
  const takeTicket = (row: StoredTicket) => {
    const { expected } = upsertTicket({ ...decodeTicket(row), updated_at: OLDEST }, NO_IMPORT);
    addTotals(row.event, { expected });
  };

  const documents = takeAll(database, takeDocument);
  const scans = takeAll(database, takeScan);
  const tickets = takeAll(database, takeTicket);

  return (from) => {
    let carried = 0;
    recoverReplica(from, {
      documents: (rows) => documents(rows) === rows.length,
      scans: (rows) => scans(rows) === rows.length,
      tickets: (rows) => {
        const taken = tickets(rows);
        carried += taken;
        return taken === rows.length;
      },
    });
    return carried;
  };
}

/** Writes rows in one transaction, except unintelligible ones; returns the number written. */
function takeAll<Row>(database: Database.Database, take: (row: Row) => unknown) {
  const isTaken = (row: Row) => {
    try {
      take(row);
      return true;
    } catch (error) {
      if (isConstraint(error) || error instanceof RangeError) return false;
      throw error;
    }
  };
  const takeRows = database.transaction((rows: readonly Row[]) => rows.filter(isTaken).length);
  return (rows: readonly Row[]): number => takeRows.immediate(rows);
}
