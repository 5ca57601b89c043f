import { expect, it } from 'vitest';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { MemoryJournal } from '../../../test/support/station/memory-journal.ts';
import { MemoryReplica } from '../../../test/support/station/memory-replica.ts';
import { ModelServer, remoteTo } from '../../../test/support/station/model-server.ts';
import { freeTicket } from '../../../test/support/station/records.ts';
import { silentLogger } from '../../adapters/system/system-ports.ts';
import { Freshness } from '../freshness.ts';
import { StationClock } from '../station-clock.ts';
import { StationEmitter } from '../station-events.ts';
import type { ChannelContext } from './channel-context.ts';
import { pullList } from './pull-list.ts';

it('the station counts a first import only while a request can be spared for it', async () => {
  const time = new ManualTime();
  const server = new ModelServer(time);
  for (const number of [1, 2, 3, 4, 5]) server.putTicket(freeTicket(number));
  await time.advance(1_000);
  const asked: string[] = [];
  server.trouble = (request) => {
    asked.push(request);
    return null;
  };
  const events = new StationEmitter();
  const contextWith = (maySpare: boolean): ChannelContext => ({
    remote: remoteTo(server),
    replica: new MemoryReplica(),
    journal: new MemoryJournal(),
    clock: new StationClock(time),
    freshness: new Freshness(events),
    logger: silentLogger,
    event: server.event.reference,
    isLive: true,
    maySpare: () => maySpare,
    identity: server.identity,
    events,
    isCurrent: () => true,
    takeIdentity: async () => true,
    alive: () => undefined,
    lacksVenueKeys: () => false,
    health: () => {
      throw new Error('expected a list to leave the heartbeat alone');
    },
  });
  await pullList(contextWith(false), 'tickets');
  expect(asked).toEqual(['tickets']);
  await pullList(contextWith(true), 'tickets');
  expect(asked).toEqual(['tickets', 'tickets', 'count']);
});
