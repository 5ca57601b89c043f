import type { Instant } from './instant.ts';

/** An admission as exchanged between stations: without the venue key it does not identify the ticket. */
export interface PeerAdmission {
  /** Sequence number in the journal of the station that admitted. */
  readonly sequence: number;
  /** The ticket under the venue key of the series: 16 bytes in base64url. */
  readonly h: string;
  /** Corrected time. */
  readonly at: Instant;
  /** Reference of the entry point. */
  readonly place: string | null;
}
