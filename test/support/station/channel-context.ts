import { silentLogger } from '../../../src-main/adapters/system/system-ports.ts';
import { Freshness } from '../../../src-main/station/health/freshness.ts';
import { StationClock } from '../../../src-main/station/clock/station-clock.ts';
import { StationEmitter } from '../../../src-main/station/state/station-events.ts';
import type {
  ChannelContext,
  StationContext,
} from '../../../src-main/station/sync/channel-context.ts';
import type { ManualTime } from './manual-time.ts';
import { remoteTo, type ModelServer } from './model-server.ts';
import { StoreFiles } from './store-files.ts';

/** The context of a sync channel for a station at the model server's event with empty stores. */
export function channelContext(
  time: ManualTime,
  server: ModelServer,
  { remote = remoteTo(server), ...own }: Partial<StationContext> = {},
): StationContext & ChannelContext {
  const files = new StoreFiles();
  return {
    remote,
    ask: (request) => request(remote),
    replica: files.openReplica(),
    journal: files.openJournal(),
    clock: new StationClock(time),
    freshness: new Freshness(new StationEmitter()),
    logger: silentLogger,
    event: server.event.reference,
    isLive: true,
    maySpare: () => true,
    identity: server.identity,
    due: () => undefined,
    uploadsRecorded: () => undefined,
    news: {
      eventsListed: () => undefined,
      setupRead: () => undefined,
      venueKeysRead: () => undefined,
      rowsWritten: () => undefined,
      ticketsCounted: () => undefined,
      conflictsCounted: () => undefined,
      overRedeemed: () => undefined,
    },
    isCurrent: () => true,
    takeIdentity: async () => 'taken',
    identityAccepted: () => undefined,
    areTrusted: async () => true,
    takeEpoch: async () => undefined,
    alive: () => undefined,
    lacksVenueKeys: () => false,
    health: () => {
      throw new Error('expected no heartbeat');
    },
    ...own,
  };
}
