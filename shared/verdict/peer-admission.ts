import type { Instant } from '../instant.ts';
import type { ReleaseKind } from './terms/releases.ts';

/** An admission, or its end, as exchanged between stations: without the venue key it does not identify the ticket. */
export interface PeerAdmission {
  /** Sequence number in the journal of the station that wrote the row. */
  readonly sequence: number;
  /** The ticket under the venue key of the series: 16 bytes in base64url. */
  readonly h: string;
  /** Corrected time of the admission. */
  readonly at: Instant;
  /** Reference of the entry point. */
  readonly place: string | null;
  /** How the ticket's admission at that time ended; null for the admission itself. */
  readonly ends: ReleaseKind | null;
}
