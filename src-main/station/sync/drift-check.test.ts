import { beforeEach, expect, it } from 'vitest';
import { addMicros } from '../../../shared/instant.ts';
import { channelContext } from '../../../test/support/station/channel-context.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { ModelServer } from '../../../test/support/station/model-server.ts';
import { freeTicket } from '../../../test/support/station/records.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import type { Replica } from '../../ports/replica.ts';
import type { ChannelStep } from './channel-context.ts';
import { ChannelSteps } from './run-channel.ts';

let time: ManualTime;
let server: ModelServer;
let replica: Replica;
let steps: ChannelSteps;
let context: ReturnType<typeof channelContext>;
beforeEach(async () => {
  time = new ManualTime();
  server = new ModelServer(time);
  replica = new StoreFiles().openReplica();
  steps = new ChannelSteps();
  context = channelContext(time, server, { replica });
  server.putTicket(freeTicket(1));
  await walk();
});

const walk = async () => {
  await steps.run('tickets', context);
  await steps.run('scans', context);
};
const check = (): Promise<ChannelStep> => steps.run('drift', context);
/** Whether the tickets are to be walked from their beginning. */
const isImported = () => replica.position(server.event.reference, 'tickets').pointer !== null;

it('a list with fewer rows than the server reports is imported again if a later walk does not bring them', async () => {
  const old = server.tickets.values().next().value;
  if (old === undefined) throw new Error('expected a ticket');
  await time.advance(60_000);
  server.tickets.set('lost', {
    ...old,
    reference: 'lost',
    updated_at: addMicros(old.updated_at, -3_600_000_000),
  });
  await check();
  expect(isImported()).toBe(true);
  await check();
  expect(isImported(), 'it waits for a walk').toBe(true);
  await time.advance(6_000);
  await walk();
  await check();
  expect(isImported()).toBe(false);
});

it('a list with fewer rows than the server reports is right if a later walk brings them', async () => {
  await time.advance(60_000);
  server.putTicket(freeTicket(2));
  await check();
  await time.advance(6_000);
  await walk();
  await check();
  expect(isImported()).toBe(true);
});

it('a list with more rows than the server reports is imported again at once', async () => {
  server.tickets.clear();
  await check();
  expect(isImported()).toBe(false);
});
