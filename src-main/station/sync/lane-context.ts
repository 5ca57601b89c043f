import type { Heartbeat, ScannerCapability } from '../../../shared/contract/scanner.ts';
import type { LaneResult } from '../../core/sync/sync-state.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import type {
  ExchangeNotes,
  ForeignPage,
  HeardIdentity,
  Remote,
  RemoteFailure,
} from '../../ports/remote.ts';
import type { IdentityRecord, Replica } from '../../ports/replica.ts';
import type { Freshness } from '../freshness.ts';
import type { StationClock } from '../station-clock.ts';
import type { StationEmitter } from '../station-events.ts';

/** What a lane's one step may touch. The event and the server are those of the moment it was started. */
export interface LaneContext {
  readonly remote: Remote;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly clock: StationClock;
  readonly freshness: Freshness;
  readonly logger: Logger;
  /** Null for lanes that run before one is chosen. */
  readonly event: string | null;
  readonly identity: IdentityRecord | null;
  /** Whether the server is taken to be there. */
  readonly isLive: boolean;
  /** Whether a request that nothing depends on may leave now, beside the lane's own. */
  readonly maySpare: () => boolean;
  /** What the station wants to know at once goes out here. */
  readonly events: StationEmitter;
  /** Whether the station still belongs to this server. */
  readonly isCurrent: () => boolean;
  /** False: this server speaks for another organiser than the unsent scans. */
  readonly takeIdentity: (identity: HeardIdentity) => Promise<boolean>;
  /** A long answer is still coming; `notes`: what its head said. */
  readonly alive: (lane: 'stream' | 'import', notes: ExchangeNotes | null) => void;
  readonly lacksVenueKeys: (event: string) => boolean;
  /** How this station is at this moment. */
  readonly health: () => Heartbeat;
}

/** Whether the server says that it has this part of the scanner surface. */
export function offers({ identity }: LaneContext, capability: ScannerCapability): boolean {
  return identity?.capabilities.includes(capability) === true;
}

/** One step: at most one page or one batch. */
export interface LaneStep {
  readonly result: LaneResult;
  readonly notes: ExchangeNotes;
  readonly retryAfterMs: number | null;
  /** The server handed out a page of somewhere else. */
  readonly foreign: ForeignPage | null;
  /** Came with a refusal: a statement that this station was revoked, whoever made it. */
  readonly revocation?: string;
}

const NOTHING: ExchangeNotes = { requests: 0, clock: null, budget: null };

export function stepDone(notes: ExchangeNotes, nextInMs: number | null): LaneStep {
  return { result: { kind: 'done', nextInMs }, notes, retryAfterMs: null, foreign: null };
}

export function stepFailed(failure: RemoteFailure, notes: ExchangeNotes): LaneStep {
  return {
    result: { kind: 'failed', code: failure.code },
    notes,
    retryAfterMs: failure.retry_after_ms,
    foreign: failure.foreign ?? null,
    ...(failure.revocation === undefined ? {} : { revocation: failure.revocation }),
  };
}

/** The station's own store refused: a full disk, a dead worker. What the server said before that counts all the same. */
export function stepStoreFailed({
  notes,
  retryAfterMs,
}: Pick<LaneStep, 'notes' | 'retryAfterMs'>): LaneStep {
  const result = { kind: 'failed', code: 'store_failed' } as const;
  return { result, notes, retryAfterMs, foreign: null };
}

export function withoutRequest(nextInMs: number | null = null): LaneStep {
  return stepDone(NOTHING, nextInMs);
}
