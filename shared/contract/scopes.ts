/** Scopes of specification §5, and the additive one of stations. */
export const scopes = [
  'events:read',
  'orders:read',
  'tickets:read',
  'contacts:read',
  'contacts:write',
  'scans:read',
  'scans:write',
  'webhooks:write',
  'scanner:sync',
] as const;
export type Scope = (typeof scopes)[number];

/** The contract version that clients are pinned to (§9). */
export const API_VERSION = '2026-08-01';
