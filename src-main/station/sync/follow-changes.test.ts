import { beforeEach, expect, it } from 'vitest';
import { addMicros, type Instant } from '../../../shared/instant.ts';
import { channelContext } from '../../../test/support/station/channel-context.ts';
import { ManualTime, settle } from '../../../test/support/station/manual-time.ts';
import { ModelServer } from '../../../test/support/station/model-server.ts';
import {
  answersRecord,
  releaseRecord,
  scanRecord,
  ticketRecord,
} from '../../../test/support/station/records.ts';
import { numbered } from '../../../test/support/station/rows.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import type { Channel } from '../../core/sync/sync-state.ts';
import type { RemoteChange, StreamListener } from '../../ports/remote.ts';
import type { ListName, Replica } from '../../ports/replica.ts';
import { ChannelSteps } from './run-channel.ts';

let time: ManualTime;
let server: ModelServer;
let replica: Replica;
let steps: ChannelSteps;
let context: ReturnType<typeof channelContext>;
beforeEach(() => {
  time = new ManualTime();
  server = new ModelServer(time);
  replica = new StoreFiles().openReplica();
  steps = new ChannelSteps();
  context = channelContext(time, server, { replica, maySpare: () => false });
});

const walk = async (...channels: readonly Channel[]) => {
  for (const channel of channels) await steps.run(channel, context);
};
const open = async () => {
  void steps.run('stream', context);
  await settle();
};
const stream = (): StreamListener => {
  const [listener] = server.listeners;
  if (listener === undefined) throw new Error('expected an open stream');
  return listener;
};
const told = (kind: RemoteChange['kind']): RemoteChange => ({ kind, reference: null, scan: null });
/** Applies a heartbeat for this time, and returns until when a list is then complete. */
const heartbeat = async (at: Instant = time.deviceNow()) => {
  stream().heartbeat(at);
  await settle();
};
const until = (list: ListName) => {
  const event = server.event.reference;
  return context.freshness.until(event, list, replica.position(event, list).fresh_at);
};

it('the change stream makes the lists complete as of its heartbeats, once they were walked after its opening', async () => {
  await walk('tickets', 'scans');
  await open();
  const walkedAt = until('tickets');
  await time.advance(15_000);
  await heartbeat();
  expect(until('tickets')).toBe(walkedAt);
  await walk('tickets');
  await time.advance(15_000);
  await heartbeat();
  expect(until('tickets')).toBe(time.deviceNow());
  expect(until('scans')).toBe(walkedAt);
});

it('the server lives by what it says on the stream, not by bytes that a proxy may send', async () => {
  let signs = 0;
  context = { ...context, alive: () => (signs += 1) };
  await open();
  const opened = signs;
  await stream().received();
  expect(signs).toBe(opened);
  await heartbeat();
  stream().changed(told('ticket'), null);
  expect(signs).toBe(opened + 2);
});

it('the change stream proves nothing about a list with a reported change that was not fetched yet', async () => {
  await open();
  await walk('tickets', 'scans');
  const walkedAt = until('tickets');
  await time.advance(15_000);
  stream().changed(told('ticket'), null);
  await heartbeat();
  expect(until('tickets')).toBe(walkedAt);
  expect(until('scans')).toBe(time.deviceNow());
  await walk('tickets');
  await time.advance(15_000);
  await heartbeat();
  expect(until('tickets')).toBe(time.deviceNow());
});

it('the change stream proves nothing by a walk that was requested before the change', async () => {
  await open();
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { remote } = context;
  const listTickets: typeof remote.listTickets = async (query) => {
    const page = await remote.listTickets(query);
    await mayAnswer;
    return page;
  };
  const walking = steps.run('tickets', { ...context, remote: { ...remote, listTickets } });
  await settle();
  stream().changed(told('ticket'), null);
  answer();
  await walking;
  const walkedAt = until('tickets');
  await time.advance(15_000);
  await heartbeat();
  expect(until('tickets')).toBe(walkedAt);
});

it('the change stream proves nothing during a new import of a list', async () => {
  await open();
  await walk('tickets', 'scans');
  const walkedAt = until('tickets');
  await replica.rewalk(null);
  await time.advance(15_000);
  await heartbeat();
  expect(until('tickets')).toBe(walkedAt);
});

it('a list is never complete beyond the present, however far the server’s clock is ahead', async () => {
  await open();
  await walk('tickets', 'scans');
  await time.advance(15_000);
  await heartbeat(addMicros(time.deviceNow(), 60_000_000));
  expect(until('tickets')).toBe(time.deviceNow());
});

it('a release is known at the door as soon as the stream says so', async () => {
  await open();
  server.putScan({ ...scanRecord(1), location: null });
  await settle();
  expect(replica.totals(server.event.reference).inside).toBe(1);
  server.putRelease(releaseRecord(1, { scan: numbered('scan', 1) }));
  await settle();
  expect(replica.totals(server.event.reference).inside).toBe(0);
  expect(replica.releasesOf(numbered('ticket', 1))).toHaveLength(1);
});

it('a release that the stream could not say is asked for', async () => {
  await open();
  const asked: (readonly Channel[])[] = [];
  context = { ...context, due: (channels) => asked.push(channels) };
  void steps.run('stream', context);
  await settle();
  for (const listener of server.listeners) listener.changed(told('release'), null);
  expect(asked).toEqual([['releases']]);
  server.releases.set('one', releaseRecord(1, { updated_at: time.deviceNow() }));
  await walk('releases');
  expect(replica.releasesOf(numbered('ticket', 1))).toHaveLength(1);
});

it('answers are asked for as soon as the stream says that they changed', async () => {
  await open();
  const asked: (readonly Channel[])[] = [];
  context = { ...context, due: (channels) => asked.push(channels) };
  void steps.run('stream', context);
  await settle();
  server.putTicket(ticketRecord(1));
  server.putAnswers(answersRecord(1, 'Nuts'));
  await settle();
  expect(asked).toEqual([['tickets'], ['answers']]);
  await time.advance(1);
  await walk('tickets', 'answers');
  const { event } = server;
  expect(replica.answersOf(event.reference, numbered('ticket', 1))).toMatchObject([
    { text: 'Nuts' },
  ]);
});
