import { expect, it } from 'vitest';
import { addMicros } from '../../../shared/instant.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import type { LastClock } from '../../ports/settings.ts';
import { StationClock } from './station-clock.ts';

const HOUR_MS = 3_600_000;

/** The time in an answer that arrives now from a server whose clock is right. */
function sampleOf(time: ManualTime, offByMs: number) {
  const device_now = time.deviceNow();
  return {
    server_now: addMicros(device_now, offByMs * 1000),
    device_now,
    monotonic_ms: time.monotonicMs(),
    uncertainty: 5_000,
  };
}

it("corrected time is right when the device's clock is set between a response's arrival and its use", async () => {
  const time = new ManualTime();
  const clock = new StationClock(time);
  // Two answers are being processed while the clock is set: if they agreed, one would confirm the other.
  const [one, other] = [sampleOf(time, 0), sampleOf(time, 0)];
  const before = clock.now();
  time.jump(2 * HOUR_MS);
  await time.advance(50);
  clock.learn(one);
  clock.learn(other);
  expect(clock.now() - before).toBe(50_000);
  clock.learn(sampleOf(time, -2 * HOUR_MS));
  expect(clock.now() - before).toBe(50_000);
});

it('a run begins with the clock offset that the server last confirmed', () => {
  let stored: LastClock | null = null;
  const store = {
    read: () => stored,
    write: (clock: LastClock) => {
      stored = clock;
    },
  };
  const time = new ManualTime();
  time.jump(3 * HOUR_MS);
  const clock = new StationClock(time, store);
  clock.learn(sampleOf(time, -3 * HOUR_MS));
  // A single answer moves a clock by no more than a minute, and is not stored.
  expect(stored).toBeNull();
  clock.learn(sampleOf(time, -3 * HOUR_MS));
  const state = { offset_ms: -3 * HOUR_MS, suspect: true };
  expect(clock.state()).toEqual({ ...state, remembered: false });
  const next = new StationClock(time, store);
  expect(next.state()).toEqual({ ...state, remembered: true });
  expect(next.now()).toBe(addMicros(time.deviceNow(), -3 * HOUR_MS * 1_000));
});
