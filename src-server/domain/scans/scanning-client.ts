import type { WriteTransaction } from '../../database/transaction.ts';
import {
  findAdmissionRow,
  findAdmissionRows,
  isGranted,
  type AdmissionRow,
} from '../../store/admission-facts.ts';

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
  return row !== undefined && (await maySee(tx, client, row)) ? row : undefined;
}

/** Those of the tickets that the client may see, by reference. */
export async function findTicketsOf(
  tx: WriteTransaction,
  client: ScanningClient,
  tickets: readonly string[],
): Promise<ReadonlyMap<string, AdmissionRow>> {
  const found = new Map<string, AdmissionRow>();
  for (const row of await findAdmissionRows(tx, tickets)) {
    if (await maySee(tx, client, row)) found.set(row.ticket.reference, row);
  }
  return found;
}

async function maySee(
  tx: WriteTransaction,
  client: ScanningClient,
  { event }: AdmissionRow,
): Promise<boolean> {
  if (event.organiser_id !== client.organiserId) return false;
  return client.allEvents || isGranted(tx, client.clientRowId, event.id);
}
