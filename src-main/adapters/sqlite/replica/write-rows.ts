import type Database from 'better-sqlite3';
import type {
  Admission,
  OrderLineRecord,
  ScanRecord,
  TicketRecord,
} from '../../../ports/replica.ts';
import { prepareOrderLineUpsert } from './order-line-upsert.ts';
import type { ReplicaImports } from './replica-imports.ts';
import { prepareScanUpsert } from './scan-upsert.ts';
import { prepareTicketUpsert } from './ticket-upsert.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** Writes rows of the three lists, however they arrive, and counts them in the totals. */
export function prepareRows(
  database: Database.Database,
  {
    imports,
    unreadable,
  }: { readonly imports: ReplicaImports; readonly unreadable: UnreadableRows },
) {
  const upsertTicket = prepareTicketUpsert(database);
  const upsertScan = prepareScanUpsert(database);
  const upsertOrderLine = prepareOrderLineUpsert(database);
  const putTotals = database.prepare<[string, number, number]>(
    `INSERT INTO totals (event, expected, admitted) VALUES (?, ?, ?)
     ON CONFLICT (event) DO UPDATE SET expected = expected + excluded.expected,
       admitted = admitted + excluded.admitted`,
  );
  const addTotals = (event: string, expected: number, admitted: number): void => {
    if (expected !== 0 || admitted !== 0) putTotals.run(event, expected, admitted);
  };
  return {
    addTotals,
    putTickets: (event: string, rows: readonly TicketRecord[]): void => {
      const number = imports.current(event, 'tickets');
      const expected = rows.reduce((sum, row) => sum + upsertTicket(row, number), 0);
      unreadable.forget(event, 'tickets', rows);
      addTotals(event, expected, 0);
    },
    /** Returns those that are the first known admission of their ticket. */
    putScans: (event: string, rows: readonly ScanRecord[]): readonly ScanRecord[] => {
      const number = imports.current(event, 'scans');
      const admitted = rows.filter((row) => upsertScan(row, number));
      unreadable.forget(event, 'scans', rows);
      addTotals(event, 0, admitted.length);
      return admitted;
    },
    putOrderLines: (event: string, rows: readonly OrderLineRecord[]): void => {
      const number = imports.current(event, 'order_lines');
      rows.forEach((row) => upsertOrderLine(row, number));
      unreadable.forget(event, 'order_lines', rows);
    },
  };
}

export type RowWriter = ReturnType<typeof prepareRows>;

export function admissionsOf(scans: readonly ScanRecord[]): readonly Admission[] {
  return scans.flatMap(({ ticket, scanned_at }) =>
    ticket === null ? [] : [{ ticket, scanned_at }],
  );
}
