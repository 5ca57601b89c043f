import { expect, it } from 'vitest';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { MemoryJournal } from '../../../test/support/station/memory-journal.ts';
import { MemoryReplica } from '../../../test/support/station/memory-replica.ts';
import { ModelServer, remoteTo } from '../../../test/support/station/model-server.ts';
import { draft } from '../../../test/support/station/records.ts';
import { silentLogger } from '../../adapters/system/system-ports.ts';
import type { Remote } from '../../ports/remote.ts';
import { Freshness } from '../freshness.ts';
import { StationClock } from '../station-clock.ts';
import { StationEmitter } from '../station-events.ts';
import type { ChannelContext } from './channel-context.ts';
import { PushScans } from './push-scans.ts';

/** A line so slow that more than `most` scans at once never arrive in time. */
function slowLine(server: ModelServer, most: number, sizes: number[]): Remote {
  const remote = remoteTo(server);
  return {
    ...remote,
    uploadScans: (items) => {
      sizes.push(items.length);
      server.trouble = () => (items.length > most ? 'timeout' : null);
      return remote.uploadScans(items);
    },
  };
}

it('the station sends smaller batches over a line that is too slow for a full one', async () => {
  const time = new ManualTime();
  const server = new ModelServer(time);
  const journal = new MemoryJournal();
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) journal.append(draft(number));
  const sizes: number[] = [];
  const events = new StationEmitter();
  const context: ChannelContext = {
    remote: slowLine(server, 2, sizes),
    replica: new MemoryReplica(),
    journal,
    clock: new StationClock(time),
    freshness: new Freshness(events),
    logger: silentLogger,
    event: null,
    isLive: true,
    maySpare: () => true,
    identity: server.identity,
    events,
    isCurrent: () => true,
    takeIdentity: async () => true,
    alive: () => undefined,
    lacksVenueKeys: () => false,
    health: () => {
      throw new Error('expected a push to leave the heartbeat alone');
    },
  };
  const push = new PushScans();
  for (let step = 0; step < 12 && journal.uploads().pending > 0; step += 1)
    await push.step(context);
  expect(sizes.slice(0, 3)).toEqual([8, 4, 2]);
  expect(journal.uploads().pending).toBe(0);
  expect(server.uploads.size).toBe(8);
});
