import type { AccessState, OfflineReason, StationState } from '../../../shared/station/state.ts';
import type { Advice, Words } from '../i18n/en.ts';

/** Access that the server withholds from a station it answers. */
export type AccessProblem = Exclude<AccessState['kind'], 'unknown' | 'granted'>;
export type DiagnosisKind = OfflineReason | AccessProblem;

/** Why this station and its server do not work together. */
export interface Diagnosis {
  readonly kind: DiagnosisKind;
  /** REST time of the next attempt; null during an attempt, or if there is nothing to retry. */
  readonly nextAttemptAt: string | null;
  readonly retry: 'by_itself' | 'noticed' | 'not_tried';
}

/**
 * Returns null while all is well, or nothing is known yet. A server that cannot be reached takes precedence: its last grants may
 * have changed.
 */
export function diagnose({ sync, access }: StationState): Diagnosis | null {
  const { connection, next_attempt_at: nextAttemptAt } = sync;
  if (connection.kind === 'offline') {
    const { reason } = connection;
    const isTried = reason !== 'chosen' && reason !== 'no_secret';
    return { kind: reason, nextAttemptAt, retry: isTried ? 'by_itself' : 'not_tried' };
  }
  const kind = accessProblem(access);
  return kind === null ? null : { kind, nextAttemptAt: null, retry: 'noticed' };
}

export function accessProblem({ kind }: AccessState): AccessProblem | null {
  return kind === 'unknown' || kind === 'granted' ? null : kind;
}

export function adviceOn(
  { kind }: Diagnosis,
  { access, event, server_url: address }: StationState,
  words: Words,
): Advice {
  return words.diagnosis[kind]({
    server: address === null ? '–' : serverName(address),
    scopes: access.kind === 'scope_missing' ? access.scopes.join(', ') : '–',
    event: event?.name ?? words.noEvent,
  });
}

/** The host of the server's address, such as `tickets.example.org`; the address unchanged if it is not a URL. */
function serverName(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
