import { describe, expect, it } from 'vitest';
import type { ScannerCapability } from '../../../shared/resources/identity.ts';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import { channelContext } from '../../../test/support/station/channel-context.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { ModelServer, remoteTo } from '../../../test/support/station/model-server.ts';
import { draft, redemptionDraft } from '../../../test/support/station/records.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import type { Remote, RemoteResult } from '../../ports/remote.ts';
import { checkIns, redemptionUploads, scanUploads } from './upload-kinds.ts';
import { UploadQueue, type UploadItem, type UploadKind } from './upload-queue.ts';

/** A line so slow that a batch of more than `most` scans never arrives in time. */
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
  const journal = new StoreFiles().openJournal();
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) journal.append(draft(number));
  const sizes: number[] = [];
  const remote = slowLine(server, 2, sizes);
  const context = channelContext(time, server, { remote, journal, event: null });
  const push = new UploadQueue(scanUploads);
  for (let step = 0; step < 12 && journal.uploads().pending > 0; step += 1)
    await push.step(context);
  expect(sizes.slice(0, 3)).toEqual([8, 4, 2]);
  expect(journal.uploads().pending).toBe(0);
  expect(server.uploads.size).toBe(8);
});

it('of two results for one scan the first counts', async () => {
  const time = new ManualTime();
  const server = new ModelServer(time);
  const journal = new StoreFiles().openJournal();
  for (const number of [1, 2]) journal.append(draft(number));
  const conflicts: number[] = [];
  const kind: typeof scanUploads = {
    ...scanUploads,
    upload: async (remote, items) => {
      const response = await scanUploads.upload(remote, items);
      if (response.kind === 'failed') return response;
      const first = response.value.map((result) => ({ ...result, conflicts: true }));
      const again = first.map((result) => ({ ...result, status: 'rejected' }));
      return { ...response, value: [...first, ...again] };
    },
    conflicted: (_context, count) => {
      conflicts.push(count);
    },
  };
  const context = channelContext(time, server, { journal, event: null });
  await new UploadQueue(kind).step(context);
  expect(journal.uploads()).toMatchObject({ pending: 0, attention: 0 });
  expect(conflicts).toEqual([2]);
});

/** Refuses every upload that contains `poison`, with a response that may not be the server's own. */
function refusing(remote: Remote, poison: string, code: RemoteFailureCode): Remote {
  const unlessPoisoned = async <Value>(
    items: readonly unknown[],
    send: () => Promise<RemoteResult<Value>>,
  ): Promise<RemoteResult<Value>> => {
    if (!JSON.stringify(items).includes(poison)) return await send();
    const metadata = { requests: 1, clock: null, budget: null };
    return { kind: 'failed', failure: { code, message: code, retry_after_ms: null }, metadata };
  };
  return {
    ...remote,
    uploadScans: (items) => unlessPoisoned(items, () => remote.uploadScans(items)),
    uploadRedemptions: (items) => unlessPoisoned(items, () => remote.uploadRedemptions(items)),
    checkIn: (ticket, key) => unlessPoisoned([key], () => remote.checkIn(ticket, key)),
  };
}

describe.each<{
  name: string;
  kind: UploadKind<UploadItem>;
  capabilities: readonly ScannerCapability[];
}>([
  { name: 'scans', kind: scanUploads, capabilities: ['scanner.scans'] },
  { name: 'check-ins on a bare /v1', kind: checkIns, capabilities: [] },
  { name: 'redemptions', kind: redemptionUploads, capabilities: ['scanner.redemptions'] },
])('a queue of $name', ({ kind, capabilities }) => {
  function prepare() {
    const time = new ManualTime();
    const server = new ModelServer(time);
    const journal = new StoreFiles().openJournal();
    for (const number of [1, 2, 3, 4, 5]) {
      if (kind !== redemptionUploads) journal.append(draft(number));
      else journal.appendRedemption(redemptionDraft(number, { order_line: `oln_${number}` }));
    }
    const identity = { ...server.identity, capabilities };
    const waiting = () => kind.pending(journal, identity.organiser.reference, 500);
    const poison = waiting()[2]?.reference ?? '';
    return { time, server, journal, identity, waiting, poison };
  }

  it.each(['refused', 'not_found', 'forbidden', 'conflict', 'too_large', 'server_error'] as const)(
    'retries the one that causes %s at growing intervals, and sends all others meanwhile',
    async (code) => {
      const { time, server, journal, identity, waiting, poison } = prepare();
      const remote = refusing(remoteTo(server), poison, code);
      const context = channelContext(time, server, { remote, journal, identity });
      const queue = new UploadQueue(kind);
      while (queue.isDue(context)) await queue.step(context);
      expect(waiting()).toMatchObject([{ reference: poison, attempts: 1 }]);
      const first = queue.nextIn(context) ?? Number.NaN;
      await time.advance(first);
      expect(queue.isDue(context)).toBe(true);
      await queue.step(context);
      expect(queue.nextIn(context)).toBeGreaterThan(first);
      queue.wakeAll();
      await queue.step({ ...context, ask: (request) => request(remoteTo(server)) });
      expect(waiting()).toEqual([]);
    },
  );

  it.each(['unreachable', 'timeout', 'unauthorized', 'rate_limited', 'keys_changed'] as const)(
    'keeps all of them in their order through %s',
    async (code) => {
      const { time, server, journal, identity, waiting } = prepare();
      const before = waiting();
      const remote = refusing(remoteTo(server), '', code);
      const context = channelContext(time, server, { remote, journal, identity });
      const queue = new UploadQueue(kind);
      for (let step = 0; step < 8; step += 1) {
        expect((await queue.step(context)).result).toEqual({ kind: 'failed', code });
      }
      expect(waiting()).toEqual(before);
    },
  );
});
