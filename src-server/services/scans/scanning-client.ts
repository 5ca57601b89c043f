import type { WriteTransaction } from '../../database/transaction.ts';
import {
  findAdmissionRow,
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

/** The ticket as the client may see it: unknown, foreign and out of scope are alike. */
export async function findTicketOf(
  tx: WriteTransaction,
  client: ScanningClient,
  ticket: string,
): Promise<AdmissionRow | undefined> {
  const row = await findAdmissionRow(tx, ticket);
  if (row?.event.organiser_id !== client.organiserId) return undefined;
  if (client.allEvents) return row;
  return (await isGranted(tx, client.clientRowId, row.event.id)) ? row : undefined;
}
