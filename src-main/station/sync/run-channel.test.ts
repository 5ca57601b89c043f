import { expect, it } from 'vitest';
import { addMicros, instantFromMillis } from '../../../shared/instant.ts';
import { channelContext } from '../../../test/support/station/channel-context.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { ModelServer, remoteTo } from '../../../test/support/station/model-server.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import type { Remote } from '../../ports/remote.ts';
import { ChannelSteps } from './run-channel.ts';

const clock = {
  server_now: instantFromMillis(2_000),
  device_now: instantFromMillis(1_000),
  uncertainty: 10,
  monotonic_ms: 5,
};
const budget = { limit: 120, remaining: 3, reset_ms: 9_000 };

function contextOf(remote: (model: Remote) => Remote) {
  const time = new ManualTime();
  const server = new ModelServer(time);
  const replica = new StoreFiles().openReplica();
  const context = channelContext(time, server, { remote: remote(remoteTo(server)), replica });
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
  expect(step.cost).toEqual({ requests: 2, left: budget, retryAfterMs: null });
});

it('the clock has learnt the time of a response when its content is stored, because waiting scans are judged then', async () => {
  const { context, replica } = contextOf((model) => ({
    ...model,
    readSetup: async (event, etag) => ({
      ...(await model.readSetup(event, etag)),
      metadata: { requests: 1, clock: near, budget: null },
    }),
  }));
  const device_now = context.clock.now();
  const near = { ...clock, device_now, server_now: addMicros(device_now, 9_000_000) };
  const offsets: number[] = [];
  replica.writeSetup = async () => void offsets.push(context.clock.offsetMs());
  await new ChannelSteps().run('setup', context);
  expect(offsets).toEqual([9_000]);
});

it('a list of events that has no end is given up', async () => {
  const { context, replica } = contextOf((model) => ({
    ...model,
    listEvents: async () => ({
      kind: 'ok',
      value: { events: events(100), unreadable: [], next_url: 'http://model/v1/next' },
      metadata: { requests: 1, clock: null, budget: null },
    }),
  }));
  const events = (count: number) => Array.from({ length: count }, () => model.event);
  const model = new ModelServer(new ManualTime());
  const steps = new ChannelSteps();
  for (let pages = 1; ; pages += 1) {
    const { result } = await steps.run('events', context);
    if (result.kind === 'failed') {
      expect(result.code).toBe('invalid_response');
      expect(pages).toBeLessThan(200);
      break;
    }
  }
  expect(replica.events()).toEqual([]);
});

it('a step counts no request that a failing store has prevented', async () => {
  const { context, replica } = contextOf((model) => model);
  replica.position = () => {
    throw new Error('the replica cannot be read');
  };
  const step = await new ChannelSteps().run('tickets', context);
  expect(step.result).toEqual({ kind: 'failed', code: 'store_failed' });
  expect(step.cost).toEqual({ requests: 0, left: null, retryAfterMs: null });
});
