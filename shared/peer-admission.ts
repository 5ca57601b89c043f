import type { Instant } from './instant.ts';

/** An admission as stations tell it each other: nothing of it leads to the ticket without the venue key. */
export interface PeerAdmission {
  /** The journal's, at the station that admitted. */
  readonly sequence: number;
  /** The ticket under the venue key of the series: 16 bytes in base64url. */
  readonly h: string;
  /** Corrected time. */
  readonly at: Instant;
  /** Reference of the entry point. */
  readonly place: string | null;
}
