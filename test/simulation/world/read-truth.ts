import type { ReadTransaction } from '../../../src-server/database/transaction.ts';

/** Reads the server's database, the ground truth. */
export async function readTruth(tx: ReadTransaction) {
  return {
    scans: await tx.db.selectFrom('entry_scans').selectAll().execute(),
    tickets: await tx.db.selectFrom('tickets').selectAll().execute(),
    types: await tx.db.selectFrom('ticket_types').selectAll().execute(),
    releases: await tx.db.selectFrom('releases').selectAll().execute(),
    conflicts: await tx.db.selectFrom('conflicts').selectAll().execute(),
    clients: await tx.db.selectFrom('clients').selectAll().execute(),
  };
}

export type Truth = Awaited<ReturnType<typeof readTruth>>;
