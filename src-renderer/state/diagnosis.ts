import type { AccessState, OfflineReason, StationState } from '../../shared/station/state.ts';
import type { Advice, Words } from './words/words.ts';

/** What the server withholds from a station that it answers. */
export type AccessProblem = Exclude<AccessState['kind'], 'unknown' | 'granted'>;
export type DiagnosisKind = OfflineReason | AccessProblem;

/** Why this station and its server do not work together as they should. */
export interface Diagnosis {
  readonly kind: DiagnosisKind;
  /** REST time; null while it is being tried, and where nothing has failed that could be tried. */
  readonly nextAttemptAt: string | null;
  readonly retry: 'by_itself' | 'noticed' | 'not_tried';
}

/** What the sentences are about, as a person reads it. */
export interface DiagnosisFacts {
  readonly server: string;
  readonly scopes: string;
  readonly event: string;
}

/** Null while all is well, or nothing is known yet. A server that is away comes first: what it last granted may have changed. */
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

/** `tickets.example.org` of its address; the address as it is where that is none. */
export function serverName(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
