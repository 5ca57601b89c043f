import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMicros,
  instantFromMicros,
  isInstant,
  nearestInstant,
  parseInstant,
} from '../../shared/instant.ts';
import {
  clockOffsetMs,
  correctedNow,
  isClockOff,
  observeReading,
  observeServer,
  sampleServerTime,
  startClock,
} from './corrected-clock.ts';

const START = instantFromMicros(1_800_000_000_000_000);
const reading = (ms: number, device = ms) => ({
  device: addMicros(START, device * 1000),
  monotonicMs: ms,
});
const sample = (offsetMs: number, uncertaintyMs: number, deviceMs = 0) => ({
  server_now: addMicros(START, (deviceMs + offsetMs) * 1000),
  device_now: addMicros(START, deviceMs * 1000),
  uncertainty: uncertaintyMs * 1000,
});

const impossible = ['1684-08-01', '1970-01-01', '2024-12-31', '2047-12-31', '2255-06-01'].map(
  (day) => parseInstant(day) ?? START,
);

/** A clock that starts with the offset of an earlier run. */
const from = (offset: number, atMs: number) =>
  startClock(reading(0), { offset, at: addMicros(START, atMs * 1000) });

describe('corrected time', () => {
  it('is the device clock until a server responds', () => {
    const clock = startClock(reading(0));
    expect(correctedNow(clock, START)).toBe(START);
    expect(clock.uncertainty).toBeNull();
  });

  it('continues evenly when the device clock jumps, forwards or back', () => {
    for (const jumpMs of [3_600_000, -3_600_000, 86_400_000 * 400]) {
      const before = observeServer(startClock(reading(0)), sample(2_000, 5));
      const after = observeReading(before, reading(5_000, 5_000 + jumpMs));
      expect(after.jumped).toBe(true);
      expect(correctedNow(after, after.last.device)).toBe(addMicros(START, 7_000_000));
    }
  });

  it('follows a clock that is disciplined by less than a second per step', () => {
    let clock = startClock(reading(0));
    for (let step = 1; step <= 20; step += 1) {
      clock = observeReading(clock, reading(step * 5_000, step * 5_500));
    }
    expect(clock.jumped).toBe(false);
    expect(clockOffsetMs(clock)).toBe(0);
  });

  it('trusts the server again after a jump', () => {
    const jumped = observeReading(startClock(reading(0)), reading(1_000, 900_000));
    const once = observeServer(jumped, sample(-899_000, 500, 900_000));
    const heard = observeServer(once, sample(-899_000, 500, 900_000));
    expect(heard.jumped).toBe(false);
    expect(clockOffsetMs(heard)).toBe(-899_000);
  });

  it('keeps a precise offset when a Date header has only whole seconds', () => {
    const measured = observeServer(startClock(reading(0)), sample(2_000, 4));
    expect(observeServer(measured, sample(2_300, 504)).offset).toBe(measured.offset);
    // A sample that contradicts it is used: the device drifted, or the server's clock was set.
    expect(clockOffsetMs(observeServer(measured, sample(9_000, 504)))).toBe(9_000);
  });

  it('moves by more than a minute only when a second response agrees', () => {
    const measured = observeServer(startClock(reading(0)), sample(2_000, 5));
    const odd = observeServer(measured, sample(-60_004_735_000, 500));
    expect(odd.offset).toBe(measured.offset);
    // The next sample agrees with the earlier offset, or with neither.
    expect(observeServer(odd, sample(2_000, 5)).unconfirmed).toBeNull();
    expect(observeServer(odd, sample(70_000, 5)).offset).toBe(measured.offset);
    const again = observeServer(odd, sample(-60_004_735_200, 500));
    expect(clockOffsetMs(again)).toBe(-60_004_735_200);
  });

  it('waits for the second response across a jump of the device clock', () => {
    const once = observeServer(startClock(reading(0)), sample(3_600_000, 5));
    const jumped = observeReading(once, reading(1_000, 601_000));
    const twice = observeServer(jumped, sample(3_000_000, 5, 601_000));
    expect(clockOffsetMs(twice)).toBe(3_000_000);
  });

  it('starts with the offset of an earlier run unless time would run backwards', () => {
    const hour = 3_600_000_000;
    // The device's clock is still three hours ahead; was corrected meanwhile; was set back meanwhile.
    expect(from(-3 * hour, -3 * 3_600_000 - 60_000).offset).toBe(-3 * hour);
    expect(from(-3 * hour, -60_000).offset).toBe(0);
    expect(from(-3 * hour, 60_000).offset).toBe(60_000_000);
    const known = from(-3 * hour, -4 * 3_600_000);
    expect(known).toMatchObject({ remembered: true, uncertainty: null });
    expect(isClockOff(known)).toBe(true);
    expect(observeServer(known, sample(-3 * 3_600_000, 5)).remembered).toBe(false);
  });

  it('prefers a more precise sample', () => {
    const coarse = observeServer(startClock(reading(0)), sample(2_400, 500));
    expect(clockOffsetMs(observeServer(coarse, sample(2_100, 3)))).toBe(2_100);
  });

  it('is suspect beyond a minute, in either direction', () => {
    for (const [offsetMs, off] of [
      [60_000, false],
      [60_001, true],
      [-60_001, true],
    ] as const) {
      const once = observeServer(startClock(reading(0)), sample(offsetMs, 1));
      expect(isClockOff(observeServer(once, sample(offsetMs, 1)))).toBe(off);
    }
  });

  it('is within its stated uncertainty of the true time, whatever the round trip', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
        fc.nat(2_000_000),
        fc.nat(2_000_000),
        fc.constantFrom(0, 1_000_000),
        (offset, out, back, granularity) => {
          const sentAt = START;
          const stampedExactly = sentAt + offset + out;
          const stamped =
            granularity === 0
              ? stampedExactly
              : Math.floor(stampedExactly / granularity) * granularity;
          const device = addMicros(sentAt, out + back);
          const taken = sampleServerTime({
            stamped: instantFromMicros(stamped),
            granularity,
            roundTripMs: (out + back) / 1000,
            device,
          });
          const wrongBy = Math.abs(taken.server_now - taken.device_now - offset);
          expect(wrongBy).toBeLessThanOrEqual(taken.uncertainty + 1);
        },
      ),
    );
  });
});

it('keeps the device clock if a header in whole seconds agrees with it', () => {
  const device = instantFromMicros(1_800_000_000_900_000);
  const header = sampleServerTime({
    stamped: instantFromMicros(1_800_000_000_000_000),
    granularity: 1_000_000,
    roundTripMs: 2,
    device,
  });
  const clock = observeServer(startClock({ device, monotonicMs: 0 }), header);
  expect(clock.offset).toBe(0);
  expect(clock.uncertainty).toBe(header.uncertainty);
});

describe('an impossible time', () => {
  it.each(impossible)('%d is ignored, however often a server says it', (server_now) => {
    const before = observeServer(startClock(reading(0)), sample(2_000, 5));
    const wrong = { server_now, device_now: START, uncertainty: 0 };
    const after = [wrong, wrong, wrong].reduce(observeServer, before);
    expect(after).toEqual(before);
  });

  it.each(impossible)('%d that an earlier run has kept is dropped', (time) => {
    const clock = startClock(reading(0), { offset: time - START, at: time });
    expect(clock).toMatchObject({ offset: 0, remembered: false });
    expect(startClock(reading(0), { offset: 0, at: time })).toEqual(clock);
  });

  it('does not keep a device that has lost its clock from the right one', () => {
    const device = instantFromMicros(0);
    const time = { server_now: START, device_now: device, uncertainty: 0 };
    const clock = [time, time].reduce(observeServer, startClock({ device, monotonicMs: 0 }));
    expect(correctedNow(clock, device)).toBe(START);
  });

  it('never throws, whatever instants meet', () => {
    const ends = [Number.MIN_SAFE_INTEGER, 0, START, Number.MAX_SAFE_INTEGER].map(nearestInstant);
    const anyInstant = fc.oneof(fc.constantFrom(...ends), fc.maxSafeInteger().map(nearestInstant));
    const anySample = fc.record({ stamped: anyInstant, device: anyInstant, roundTripMs: fc.nat() });
    fc.assert(
      fc.property(anyInstant, anyInstant, fc.array(anySample), (device, kept, samples) => {
        let clock = startClock({ device, monotonicMs: 0 }, { offset: kept - device, at: kept });
        for (const one of samples) {
          clock = observeServer(clock, sampleServerTime({ ...one, granularity: 1_000_000 }));
          clock = observeReading(clock, { device: one.device, monotonicMs: one.roundTripMs });
          expect(isInstant(correctedNow(clock, one.device))).toBe(true);
        }
      }),
    );
  });
});
