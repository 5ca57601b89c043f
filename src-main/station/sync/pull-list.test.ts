import { expect, it } from 'vitest';
import { channelContext } from '../../../test/support/station/channel-context.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { ModelServer } from '../../../test/support/station/model-server.ts';
import { freeTicket } from '../../../test/support/station/records.ts';
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
  const contextWith = (maySpare: boolean) =>
    channelContext(time, server, { maySpare: () => maySpare });
  await pullList(contextWith(false), 'tickets');
  expect(asked).toEqual(['tickets']);
  await pullList(contextWith(true), 'tickets');
  expect(asked).toEqual(['tickets', 'tickets', 'count']);
});
