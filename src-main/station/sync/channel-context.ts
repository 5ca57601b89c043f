import type { Heartbeat } from '../../../shared/resources/stations.ts';
import type { ScannerCapability } from '../../../shared/resources/identity.ts';
import type { FailureCode } from '../../../shared/station/remote-failure.ts';
import type { Channel, ChannelResult } from '../../core/sync/sync-state.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';
import type {
  ResponseMetadata,
  ForeignPage,
  IdentityReply,
  SignedSetupKeys,
  Remote,
  RemoteFailure,
  RemoteResult,
} from '../../ports/remote.ts';
import type { Replica, UnreadableRow } from '../../ports/replica.ts';
import type { IdentityRecord } from '../../../shared/station/records.ts';
import type { Freshness } from '../health/freshness.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { IdentityOutcome } from '../enrolment/station-enrolment.ts';

import type { ServerNews } from './server-news.ts';

/** The station at the start of a step. */
export interface StationContext {
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
  /** What the server reports besides rows. */
  readonly news: Pick<
    ServerNews,
    | 'eventsListed'
    | 'setupRead'
    | 'venueKeysRead'
    | 'rowsWritten'
    | 'ticketsCounted'
    | 'conflictsCounted'
    | 'overRedeemed'
  >;
  /** These channels have something to do. */
  readonly due: (channels: readonly Channel[]) => void;
  /** The journal has recorded responses to uploads. */
  readonly uploadsRecorded: () => void;
  /** Whether the station still belongs to this server. */
  readonly isCurrent: () => boolean;
  readonly takeIdentity: (identity: IdentityReply) => Promise<IdentityOutcome>;
  /** The server's capabilities and this client's access are known. */
  readonly identityAccepted: () => void;
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

/** What one step of a channel may use. Event and server are those at its start. */
export interface ChannelContext extends Omit<StationContext, 'remote'> {
  /** Sends a request to the server. What it cost, and what the response says of the time and the limits, counts for the step. */
  readonly ask: <Value>(
    request: (remote: Remote) => Promise<RemoteResult<Value>>,
  ) => Promise<RemoteResult<Value>>;
}

/** Whether the server offers this part of the scanner surface. */
export function offers({ identity }: ChannelContext, capability: ScannerCapability): boolean {
  return identity?.capabilities.includes(capability) === true;
}

/** The result of one step: at most one page or one batch. */
export interface ChannelStep {
  readonly result: ChannelResult;
  /** A link to a page elsewhere that the server returned. */
  readonly foreign?: ForeignPage;
  /** A statement with a refusal that this station was revoked; not verified yet. */
  readonly revocation?: string;
}

export function stepDone(nextInMs: number | null = null): ChannelStep {
  return { result: { kind: 'done', nextInMs } };
}

export function stepFailed({
  code,
  foreign,
  revocation,
}: Pick<RemoteFailure, 'foreign' | 'revocation'> & { readonly code: FailureCode }): ChannelStep {
  return {
    result: { kind: 'failed', code },
    ...(foreign === undefined ? {} : { foreign }),
    ...(revocation === undefined ? {} : { revocation }),
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
