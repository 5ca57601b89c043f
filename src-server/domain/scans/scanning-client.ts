import type { WriteTransaction } from '../../database/transaction.ts';
import { findAdmissionRow, isGranted, type AdmissionRow } from '../../store/admission-facts.ts';

/** The scanning client: it sees its organiser's tickets, or, if limited, only those of its current events (§5). */
export interface ScanningClient {
  readonly organiserId: number;
  /** The client's row. */
  readonly clientRowId: number;
  readonly allEvents: boolean;
}

/** The ticket if the client may see it; unknown, foreign and out-of-scope tickets look alike. */
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
