import { expect, it } from 'vitest';
import { instantFromMillis } from '../../../shared/instant.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { StationClock } from '../../station/clock/station-clock.ts';
import { countSleep } from './device-clock.ts';

/** A laptop: awake time, uptime and the wall clock, which all go on together until its lid is closed. */
function laptop() {
  const passed = { awake: 1_000, up: 50_000, set: 0 };
  const monotonicMs = countSleep({
    awakeMs: () => passed.awake,
    wallMs: () => passed.up + passed.set,
    uptimeMs: () => passed.up,
  });
  const start = new ManualTime().deviceNow() / 1000;
  const clock = new StationClock({
    deviceNow: () => instantFromMillis(start + passed.up),
    monotonicMs,
  });
  return { passed, monotonicMs, clock, trueTime: () => instantFromMillis(start + passed.up) };
}

it('uptime counts the time asleep, so that an hour with the lid closed moves no corrected time', () => {
  const { passed, clock, trueTime } = laptop();
  passed.up += 3_600_000;
  expect(clock.now()).toBe(trueTime());
  expect(clock.jumped).toBe(false);
});

it('uptime never goes back, and does not mistake a coarse uptime for sleep', () => {
  const { passed, monotonicMs } = laptop();
  let last = monotonicMs();
  for (let step = 0; step < 100; step += 1) {
    passed.awake += 7;
    passed.up += step % 2 === 0 ? 0 : 14;
    const now = monotonicMs();
    expect(now - last).toBe(7);
    last = now;
  }
});

it('uptime does not mistake a wall clock that was set for sleep', () => {
  const { passed, monotonicMs } = laptop();
  const before = monotonicMs();
  passed.set += 7_200_000;
  expect(monotonicMs()).toBe(before);
  passed.up += 3_600_000;
  expect(monotonicMs()).toBe(before + 3_600_000);
});
