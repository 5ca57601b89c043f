import { expect, it } from 'vitest';
import { channelContext } from '../../../test/support/station/channel-context.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { ModelServer, remoteTo } from '../../../test/support/station/model-server.ts';
import { draft } from '../../../test/support/station/records.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import type { Remote } from '../../ports/remote.ts';
import { PushScans } from './push-scans.ts';

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
  const push = new PushScans();
  for (let step = 0; step < 12 && journal.uploads().pending > 0; step += 1)
    await push.step(context);
  expect(sizes.slice(0, 3)).toEqual([8, 4, 2]);
  expect(journal.uploads().pending).toBe(0);
  expect(server.uploads.size).toBe(8);
});
