import type { AccessState } from '../../shared/station/state.ts';
import type { EventRecord, IdentityRecord } from '../ports/replica.ts';

/** What the server said in this run; null where it has said nothing yet. */
export interface HeardAccess {
  readonly identity: IdentityRecord | null;
  readonly events: readonly EventRecord[] | null;
}

/** What the server lets this station do. A missing scope comes first: without it the rest cannot be known. */
export function accessOf({ identity, events }: HeardAccess, chosen: string | null): AccessState {
  if (identity === null) return { kind: 'unknown' };
  const scopes = missingScopes(identity);
  if (scopes.length > 0) return { kind: 'scope_missing', scopes };
  if (events === null) return { kind: 'unknown' };
  const offered = events.filter(isOffered);
  if (chosen !== null) {
    const isGranted = offered.some(({ reference }) => reference === chosen);
    return { kind: isGranted ? 'granted' : 'event_not_granted' };
  }
  return { kind: offered.length > 0 ? 'granted' : 'no_event_granted' };
}

/** An event that doors may be opened for. */
export function isOffered(event: EventRecord): boolean {
  return event.status === 'published' && event.deleted_at === null;
}

/** Whether the server lets this client read a ticket; before it has said so, asking is worth a try. */
export function mayReadTickets(identity: IdentityRecord | null): boolean {
  if (identity === null) return true;
  return identity.scopes.some((scope) => scope === 'tickets:read' || scope === 'scanner:sync');
}

/** What a station calls needs these; the scanner surface lets its one scope read tickets and scans, too. */
function missingScopes({ capabilities, scopes }: IdentityRecord): readonly string[] {
  const hasScannerSurface = capabilities.some((capability) => capability.startsWith('scanner.'));
  const needed = hasScannerSurface
    ? ['events:read', 'scanner:sync']
    : ['events:read', 'tickets:read', 'scans:read', 'scans:write'];
  return needed.filter((scope) => !scopes.includes(scope));
}
