import type { Heartbeat } from '../../../shared/resources/stations.ts';
import type { ScannerCapability } from '../../../shared/resources/identity.ts';
import type { ChannelResult } from '../../core/sync/sync-state.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';
import type {
  ResponseMetadata,
  ForeignPage,
  IdentityReply,
  SignedSetupKeys,
  Remote,
  RemoteFailure,
} from '../../ports/remote.ts';
import type { Replica, UnreadableRow } from '../../ports/replica.ts';
import type { IdentityRecord } from '../../../shared/station/records.ts';
import type { Freshness } from '../health/freshness.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { IdentityOutcome } from '../enrolment/station-enrolment.ts';
import type { StationEmitter } from '../state/station-events.ts';

/** What one step of a channel may use. Event and server are those at its start. */
export interface ChannelContext {
  readonly remote: Remote;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly clock: StationClock;
  readonly freshness: Freshness;
  readonly logger: Logger;
  /** Null for channels that run before an event is chosen. */
  readonly event: string | null;
  readonly identity: IdentityRecord | null;
  /** Whether the server is considered reachable. */
  readonly isLive: boolean;
  /** Whether an optional request may be sent now, in addition to the channel's own. */
  readonly maySpare: () => boolean;
  /** For news that the station needs at once. */
  readonly events: StationEmitter;
  /** Whether the station still belongs to this server. */
  readonly isCurrent: () => boolean;
  readonly takeIdentity: (identity: IdentityReply) => Promise<IdentityOutcome>;
  /** Whether the organiser signed these keys for the event, as far as this station knows the organiser's own. */
  readonly areTrusted: (event: string, signed: SignedSetupKeys | undefined) => Promise<boolean>;
  /** Before the setup that came with it is stored: if this fails, the setup is read again. */
  readonly takeEpoch: (epoch: string) => Promise<void>;
  /** Data of a long response is arriving; `metadata`: reported by its head. */
  readonly alive: (channel: 'stream' | 'import', metadata: ResponseMetadata | null) => void;
  readonly lacksVenueKeys: (event: string) => boolean;
  /** This station's current health. */
  readonly health: () => Heartbeat;
}

/** Whether the server offers this part of the scanner surface. */
export function offers({ identity }: ChannelContext, capability: ScannerCapability): boolean {
  return identity?.capabilities.includes(capability) === true;
}

/** The result of one step: at most one page or one batch. */
export interface ChannelStep {
  readonly result: ChannelResult;
  readonly metadata: ResponseMetadata;
  readonly retryAfterMs: number | null;
  /** A link to a page elsewhere that the server returned. */
  readonly foreign: ForeignPage | null;
  /** A statement with a refusal that this station was revoked; not verified yet. */
  readonly revocation?: string;
}

const NOTHING: ResponseMetadata = { requests: 0, clock: null, budget: null };

export function stepDone(metadata: ResponseMetadata, nextInMs: number | null): ChannelStep {
  return { result: { kind: 'done', nextInMs }, metadata, retryAfterMs: null, foreign: null };
}

export function stepFailed(failure: RemoteFailure, metadata: ResponseMetadata): ChannelStep {
  return {
    result: { kind: 'failed', code: failure.code },
    metadata,
    retryAfterMs: failure.retry_after_ms,
    foreign: failure.foreign ?? null,
    ...(failure.revocation === undefined ? {} : { revocation: failure.revocation }),
  };
}

/** So many rows that cannot be read are named in the log: the screen lists them all. */
const LOGGED_ROWS = 10;

export function logUnreadable(
  { logger }: Pick<ChannelContext, 'logger'>,
  rows: readonly UnreadableRow[],
): void {
  if (rows.length === 0) return;
  const details = { count: rows.length, rows: rows.slice(0, LOGGED_ROWS) };
  logger.warn(details, 'rows of the server could not be read');
}

/** The station's own store failed: a full disk, a dead worker. What the server reported before still counts. */
export function stepStoreFailed({
  metadata,
  retryAfterMs,
}: Pick<ChannelStep, 'metadata' | 'retryAfterMs'>): ChannelStep {
  const result = { kind: 'failed', code: 'store_failed' } as const;
  return { result, metadata, retryAfterMs, foreign: null };
}

export function withoutRequest(nextInMs: number | null = null): ChannelStep {
  return stepDone(NOTHING, nextInMs);
}
