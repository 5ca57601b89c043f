import { expect, it } from 'vitest';
import { instantFromMillis } from '../../../shared/instant.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { MemoryJournal } from '../../../test/support/station/memory-journal.ts';
import { MemoryReplica } from '../../../test/support/station/memory-replica.ts';
import { ModelServer, remoteTo } from '../../../test/support/station/model-server.ts';
import { silentLogger } from '../../adapters/system/system-ports.ts';
import type { Remote } from '../../ports/remote.ts';
import { Freshness } from '../freshness.ts';
import { StationClock } from '../station-clock.ts';
import { StationEmitter } from '../station-events.ts';
import type { ChannelContext } from './channel-context.ts';
import { ChannelSteps } from './run-channel.ts';

const clock = {
  server_now: instantFromMillis(2_000),
  device_now: instantFromMillis(1_000),
  uncertainty: 10,
  monotonic_ms: 5,
};
const budget = { remaining: 3, reset_ms: 9_000 };

function contextOf(remote: (model: Remote) => Remote) {
  const time = new ManualTime();
  const server = new ModelServer(time);
  const replica = new MemoryReplica();
  const events = new StationEmitter();
  const context: ChannelContext = {
    remote: remote(remoteTo(server)),
    replica,
    journal: new MemoryJournal(),
    clock: new StationClock(time),
    freshness: new Freshness(events),
    logger: silentLogger,
    event: server.event.reference,
    isLive: true,
    maySpare: () => true,
    identity: server.identity,
    events,
    isCurrent: () => true,
    takeIdentity: async () => true,
    alive: () => undefined,
    lacksVenueKeys: () => false,
    health: () => {
      throw new Error('expected no heartbeat');
    },
  };
  return { context, replica };
}

it('a step applies the time and the limits of a response that cannot be stored', async () => {
  const { context, replica } = contextOf((model) => ({
    ...model,
    listTickets: async (query) => ({
      ...(await model.listTickets(query)),
      metadata: { requests: 2, clock, budget },
    }),
  }));
  replica.applyPage = () => Promise.reject(new Error('database or disk is full'));
  const step = await new ChannelSteps().run('tickets', context);
  expect(step.result).toEqual({ kind: 'failed', code: 'store_failed' });
  expect(step.metadata).toEqual({ requests: 2, clock, budget });
});

it('a step counts no request that a failing store has prevented', async () => {
  const { context, replica } = contextOf((model) => model);
  replica.position = () => {
    throw new Error('the replica cannot be read');
  };
  const step = await new ChannelSteps().run('tickets', context);
  expect(step.result).toEqual({ kind: 'failed', code: 'store_failed' });
  expect(step.metadata).toEqual({ requests: 0, clock: null, budget: null });
});
