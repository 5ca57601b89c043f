/** Scopes of specification §5, and the additive ones of orders and stations, with what each grants. */
export const scopeMeanings = {
  'events:read': 'Read events and ticket types.',
  'orders:read': 'Read orders.',
  'orders:write':
    'Place, cancel and refund orders, send their tickets by email, and change tickets. A station only places and sends.',
  'tickets:read': 'Read tickets, including answers and the codes that admit.',
  'contacts:read': 'Read contacts.',
  'contacts:write': 'Upsert contacts.',
  'scans:read': 'List entry scans and releases, and read attendance.',
  'scans:write': 'Check a ticket in, and release an admission.',
  'webhooks:write':
    "Create, list, change and delete this client's webhook subscriptions, and read their deliveries.",
  'scanner:sync':
    'Be a station: setup, snapshot and changes of events, uploads, conflicts, heartbeats.',
} as const;

/** The one scope of a token that the secret of an enrolment code gets; it is granted to no client. */
export const ENROLMENT_SCOPE = 'scanner:enrol';

export const enrolmentMeaning =
  'Take the client secret of the station that an enrolment code is for; only its code gives this.';

type GrantedScope = keyof typeof scopeMeanings;
export type Scope = GrantedScope | typeof ENROLMENT_SCOPE;
/** Those that a client can be granted. */
export const scopes: readonly GrantedScope[] = Object.keys(scopeMeanings).filter(
  (name): name is GrantedScope => name in scopeMeanings,
);

/** Scopes of a station's client. */
export const stationScopes: readonly Scope[] = ['events:read', 'scanner:sync', 'scans:write'];

/** Scopes that no station needs. */
const foreignToStations: readonly Scope[] = ['contacts:write', 'webhooks:write'];

/** Whether these are a station's scopes: an integration may hold every scope without being a station. */
export function areOfStation(scopes: readonly string[]): boolean {
  return scopes.includes('scanner:sync') && !foreignToStations.some((one) => scopes.includes(one));
}

/** The contract version that clients are pinned to (§9). */
export const API_VERSION = '2026-08-01';
