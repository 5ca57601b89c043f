import type { OfflineReason } from './state.ts';

/** What a failure means to the station. An absent trait does not apply. */
interface FailureTraits {
  /** What screens show if `/integration/me` fails like this, which needs neither scope nor event. */
  readonly shows: OfflineReason;
  /** No response of the server that this station belongs to. */
  readonly silent?: true;
  /** `lost`: the server is unreachable. `doubtful`: something on the network path may be the cause, or access has changed; the server is probed. */
  readonly reach?: 'lost' | 'doubtful';
  /** Needs a person, or the server asked to wait: it is probed less often. */
  readonly probedRarely?: true;
  /** About the station, its access or its number of requests, and not about the endpoint that was requested. */
  readonly general?: true;
  /**
   * What an upload that fails like this may be due to, unless the server's own error says otherwise: one of its items, something on the
   * network path or one of its items, or its size on a slow line. Absent: nothing that a smaller upload would change.
   */
  readonly upload?: 'item' | 'path_or_item' | 'slow_line';
}

const traits = {
  unreachable: { shows: 'unreachable', silent: true, reach: 'lost' },
  timeout: { shows: 'timeout', silent: true, reach: 'doubtful', upload: 'slow_line' },
  /** Ended by this station. */
  aborted: { shows: 'unreachable', silent: true, general: true, upload: 'slow_line' },
  certificate_not_trusted: { shows: 'certificate_not_trusted', silent: true, reach: 'lost' },
  /** The server presents another certificate than the one that the station was enrolled with. */
  certificate_changed: { shows: 'certificate_changed', silent: true, reach: 'lost' },
  /** The server speaks with other keys of the organiser than those that the station trusts. */
  keys_changed: { shows: 'keys_changed', silent: true },
  /** The station's own store failed: a full disk, a dead worker. */
  store_failed: { shows: 'store_failed', silent: true, general: true },
  /** Something other than the API responded, such as a captive portal or a proxy. */
  not_the_server: { shows: 'not_the_server', reach: 'doubtful', upload: 'path_or_item' },
  unauthorized: { shows: 'unauthorized', reach: 'doubtful', probedRarely: true, general: true },
  forbidden: { shows: 'forbidden', reach: 'doubtful', probedRarely: true, upload: 'path_or_item' },
  scope_missing: { shows: 'forbidden', reach: 'doubtful' },
  not_found: { shows: 'not_the_server', reach: 'doubtful', upload: 'item' },
  conflict: { shows: 'not_the_server', upload: 'path_or_item' },
  too_large: { shows: 'not_the_server', upload: 'item' },
  refused: { shows: 'not_the_server', reach: 'doubtful', upload: 'item' },
  cursor_invalid: { shows: 'not_the_server' },
  rate_limited: { shows: 'rate_limited', probedRarely: true, general: true },
  server_error: { shows: 'server_error', reach: 'doubtful', upload: 'path_or_item' },
  /** The API responded with an unexpected body. */
  invalid_response: { shows: 'not_the_server', reach: 'doubtful', upload: 'path_or_item' },
  /** A link to another server. */
  foreign_url: { shows: 'not_the_server' },
} as const satisfies Record<string, FailureTraits>;

/** Why a step of the sync failed. A closed set. */
export type FailureCode = keyof typeof traits;
/** Why a request got no usable response. */
export type RemoteFailureCode = Exclude<FailureCode, 'store_failed'>;

export const failureTraits: Readonly<Record<FailureCode, FailureTraits>> = traits;
