import { SENDS_ORDERS } from '../../../shared/resources/identity.ts';
import type { AccessState } from '../../../shared/station/state.ts';
import type { EventRecord, IdentityRecord } from '../../../shared/station/records.ts';

/** The server's responses in this run; null where there has been none yet. */
export interface KnownAccess {
  readonly identity: IdentityRecord | null;
  readonly events: readonly EventRecord[] | null;
}

/** This station's access. A missing scope takes precedence: without it the rest cannot be known. */
export function accessOf({ identity, events }: KnownAccess, chosen: string | null): AccessState {
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

/** Whether doors may be opened for the event. */
export function isOffered(event: EventRecord): boolean {
  return event.status === 'published' && event.deleted_at === null;
}

/** Whether this client may read tickets; true until the server has said so, because asking is worth a try. */
export function mayReadTickets(identity: IdentityRecord | null): boolean {
  if (identity === null) return true;
  return identity.scopes.some((scope) => scope === 'tickets:read' || scope === 'scanner:sync');
}

/** The scanner surface gives out tickets without email addresses; the bare specification has no such rule. */
export function mayReadEmails(identity: IdentityRecord): boolean {
  return !hasScannerSurface(identity) || identity.scopes.includes('contacts:read');
}

/** What this client may do for guests without a ticket; undefined if nothing. */
export function guestsOf({ scopes, capabilities }: IdentityRecord) {
  return scopes.includes('orders:write')
    ? { sends: capabilities.includes(SENDS_ORDERS) }
    : undefined;
}

/** A server that takes none never learns what was undone at its doors, nor who went out. */
export function takesReleases({ capabilities }: IdentityRecord): boolean {
  return capabilities.includes('scanner.releases');
}

function hasScannerSurface({ capabilities }: IdentityRecord): boolean {
  return capabilities.some((capability) => capability.startsWith('scanner.'));
}

/** The scopes that a station's requests need; with the scanner surface, its scope also covers tickets and scans. */
function missingScopes(identity: IdentityRecord): readonly string[] {
  const { scopes } = identity;
  const needed = hasScannerSurface(identity)
    ? ['events:read', 'scanner:sync']
    : ['events:read', 'tickets:read', 'scans:read', 'scans:write'];
  return needed.filter((scope) => !scopes.includes(scope));
}
