import type Database from 'better-sqlite3';
import type {
  Admission,
  AnswersRecord,
  OrderLineRecord,
  ReleaseRecord,
  RowsWritten,
  ScanRecord,
  TicketRecord,
} from '../../../ports/replica.ts';
import { prepareAnswersUpsert } from './answers-upsert.ts';
import { prepareOrderLineUpsert } from './order-line-upsert.ts';
import type { ReplicaImports } from './replica-imports.ts';
import { prepareReleaseUpsert } from './release-upsert.ts';
import { queryInside } from './query-inside.ts';
import { prepareScanUpsert } from './scan-upsert.ts';
import { prepareTicketUpsert } from './ticket-upsert.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** Writes rows of the lists, however they arrive, and counts them in the totals. */
export function prepareRows(
  database: Database.Database,
  {
    imports,
    unreadable,
  }: { readonly imports: ReplicaImports; readonly unreadable: UnreadableRows },
) {
  const upsertTicket = prepareTicketUpsert(database);
  const upsertScan = prepareScanUpsert(database);
  const upsertRelease = prepareReleaseUpsert(database);
  const upsertOrderLine = prepareOrderLineUpsert(database);
  const upsertAnswers = prepareAnswersUpsert(database);
  const { isInside, isKnown } = queryInside(database);
  const putTotals = database.prepare<[string, number, number, number]>(
    `INSERT INTO totals (event, expected, admitted, inside) VALUES (?, ?, ?, ?)
     ON CONFLICT (event) DO UPDATE SET expected = expected + excluded.expected,
       admitted = admitted + excluded.admitted, inside = inside + excluded.inside`,
  );
  // What was erased at the server is kept nowhere: the scan itself never moves again.
  const eraseNotes = database.prepare<[string]>(
    `UPDATE scans SET overruled = json_set(overruled, '$.note', NULL)
     WHERE ticket = ? AND result = 'allowed' AND overruled IS NOT NULL`,
  );
  const addTotals = (event: string, { expected = 0, admitted = 0, inside = 0 }): void => {
    if (expected !== 0 || admitted !== 0 || inside !== 0)
      putTotals.run(event, expected, admitted, inside);
  };
  /** Returns by how much the writing changes how many are inside by the ticket. */
  const moving = (ticket: string | null, write: () => void): number => {
    const before = ticket !== null && isInside(ticket);
    write();
    return Number(ticket !== null && isInside(ticket)) - Number(before);
  };
  return {
    addTotals,
    putTickets: (event: string, rows: readonly TicketRecord[]): void => {
      const number = imports.current(event, 'tickets');
      let expected = 0;
      for (const row of rows) {
        const written = upsertTicket(row, number);
        expected += written.expected;
        if (written.hasLostName) eraseNotes.run(row.reference);
      }
      unreadable.forget(event, 'tickets', rows);
      addTotals(event, { expected });
    },
    putScans: (event: string, rows: readonly ScanRecord[]): Moved => {
      const number = imports.current(event, 'scans');
      const admitted: ScanRecord[] = [];
      let inside = 0;
      for (const row of rows) {
        // Most scans are their ticket's first: nobody was inside by it.
        const isAgain = row.ticket !== null && row.result === 'allowed' && isKnown(row.ticket);
        if (isAgain) inside += moving(row.ticket, () => void upsertScan(row, number));
        else if (upsertScan(row, number)) {
          admitted.push(row);
          inside += Number(row.ticket !== null && isInside(row.ticket));
        }
      }
      unreadable.forget(event, 'scans', rows);
      addTotals(event, { admitted: admitted.length, inside });
      return {
        admitted: admissionsOf(admitted),
        moved: rows.flatMap(({ result, ticket }) => (result === 'allowed' ? (ticket ?? []) : [])),
      };
    },
    putReleases: (event: string, rows: readonly ReleaseRecord[]): Moved => {
      const number = imports.current(event, 'releases');
      const inside = rows.reduce(
        (sum, row) => sum + moving(row.ticket, () => upsertRelease(row, number)),
        0,
      );
      unreadable.forget(event, 'releases', rows);
      addTotals(event, { inside });
      return { admitted: [], moved: rows.map(({ ticket }) => ticket) };
    },
    putOrderLines: (event: string, rows: readonly OrderLineRecord[]): void => {
      const number = imports.current(event, 'order_lines');
      rows.forEach((row) => upsertOrderLine(row, number));
      unreadable.forget(event, 'order_lines', rows);
    },
    putAnswers: (event: string, rows: readonly AnswersRecord[]): void => {
      const number = imports.current(event, 'answers');
      rows.forEach((row) => upsertAnswers(row, number));
      unreadable.forget(event, 'answers', rows);
    },
  };
}

export type RowWriter = ReturnType<typeof prepareRows>;

/** What rows say of who is in; `admitted` are the first known admissions of their tickets. */
export type Moved = Pick<RowsWritten, 'admitted' | 'moved'>;

export const nothingMoved: Moved = { admitted: [], moved: [] };

export function joinMoved(all: readonly Moved[]): Moved {
  return {
    admitted: all.flatMap(({ admitted }) => admitted),
    moved: all.flatMap(({ moved }) => moved),
  };
}

function admissionsOf(scans: readonly ScanRecord[]): readonly Admission[] {
  return scans.flatMap(({ ticket, scanned_at }) =>
    ticket === null ? [] : [{ ticket, scanned_at }],
  );
}
