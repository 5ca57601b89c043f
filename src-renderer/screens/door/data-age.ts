import type { SyncState } from '../../../shared/station/api.ts';

/** Milliseconds since the epoch of the older of what decides at the door, tickets and admissions; null while one was never whole. */
export function oldestData({ scans, tickets }: SyncState['fresh_at']): number | null {
  if (scans === null || tickets === null) return null;
  return Math.min(Date.parse(scans), Date.parse(tickets));
}
