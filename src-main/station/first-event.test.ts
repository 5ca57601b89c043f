import { describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_DAY, MICROS_PER_HOUR } from '../../shared/instant.ts';
import { openDoor } from '../../test/support/station/open-door.ts';
import { numbered } from '../../test/support/station/rows.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('a new station whose clock is wrong', () => {
  it.each([
    ['a day ahead', -DAY],
    ['a day behind', DAY],
    ['ten minutes ahead', -10 * MINUTE],
    ['right', 0],
  ])('opens for the event that is on now: its clock is %s', async (_, aheadMs) => {
    const door = await openDoor({
      server: true,
      event: null,
      prepare: (server) => {
        server.aheadMs = aheadMs;
        const { server_now: now } = server.metadata.clock ?? {};
        if (now === undefined) throw new Error('expected the server to tell its time');
        const event = (number: number, from: number) => ({
          ...server.event,
          reference: numbered('event', number),
          starts_at: addMicros(now, from),
          ends_at: addMicros(now, from + 4 * MICROS_PER_HOUR),
        });
        server.events = [
          event(3, -MICROS_PER_DAY),
          event(2, -MICROS_PER_HOUR),
          event(4, MICROS_PER_DAY),
        ];
      },
    });
    await door.time.advance(3_000);
    expect(door.state().event?.reference).toBe(numbered('event', 2));
    await door.close();
  });
});
