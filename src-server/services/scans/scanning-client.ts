import type { ReadTransaction } from '../../db/transaction.ts';
import {
  createAdmissionReader,
  isGranted,
  type AdmissionRow,
} from '../../repositories/admission-facts.ts';

/** Who scans: a client sees tickets of its organiser, and a limited one only those of its events as they are now (§5). */
export interface ScanningClient {
  readonly organiserId: number;
  /** The client's row. */
  readonly clientRowId: number;
  readonly allEvents: boolean;
}

/** Finds tickets as the client may see them: unknown, foreign and out of scope are alike. */
export function createTicketFinder(
  tx: ReadTransaction,
  client: ScanningClient,
): (ticket: string) => Promise<AdmissionRow | undefined> {
  const readAdmission = createAdmissionReader(tx);
  return async (ticket) => {
    const row = await readAdmission(ticket);
    if (row?.event.organiser_id !== client.organiserId) return undefined;
    if (client.allEvents) return row;
    return (await isGranted(tx, client.clientRowId, row.event.id)) ? row : undefined;
  };
}
