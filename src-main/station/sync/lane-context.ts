import type { LaneResult } from '../../core/sync/sync-state.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ExchangeNotes, ForeignPage, Remote, RemoteFailure } from '../../ports/remote.ts';
import type { IdentityRecord, PageApplied, Replica } from '../../ports/replica.ts';
import type { StationClock } from '../station-clock.ts';

/** What a lane's one step may touch. The event and the server are those of the moment it was started. */
export interface LaneContext {
  readonly remote: Remote;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly clock: StationClock;
  readonly logger: Logger;
  /** Null for lanes that run before one is chosen. */
  readonly event: string | null;
  readonly identity: IdentityRecord | null;
  readonly heard: LaneNews;
}

/** What the station wants to know at once. */
export interface LaneNews {
  /** False: this server speaks for another organiser than the unsent scans. */
  identity(identity: IdentityRecord): Promise<boolean>;
  events(): void;
  setup(event: string): void;
  page(event: string, applied: PageApplied): void;
  total(event: string, total: number): void;
  sent(): void;
}

/** One step: at most one page or one batch. */
export interface LaneStep {
  readonly result: LaneResult;
  readonly notes: ExchangeNotes;
  readonly retryAfterMs: number | null;
  /** The server handed out a page of somewhere else. */
  readonly foreign: ForeignPage | null;
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
  };
}

/** The station's own store refused: a full disk, a dead worker. */
export function stepStoreFailed(): LaneStep {
  const result = { kind: 'failed', code: 'store_failed' } as const;
  return { result, notes: NOTHING, retryAfterMs: null, foreign: null };
}

export function withoutRequest(): LaneStep {
  return stepDone(NOTHING, null);
}
