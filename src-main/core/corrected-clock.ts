import { addMicros, instantFromMicros, type Instant } from '../../shared/instant.ts';

/**
 * Corrected time = device clock + offset. The offset comes from the server's time; a jump of the device clock, seen against
 * the monotonic clock, is taken up by the offset, so that corrected time goes on evenly.
 */
export interface CorrectedClock {
  /** Corrected minus device time, microseconds. */
  readonly offset: number;
  /** Half the width of the interval that holds the true offset; null until a server was heard. */
  readonly uncertainty: number | null;
  /** The device clock jumped since the server was last heard. */
  readonly jumped: boolean;
  readonly last: ClockReading;
}

/** Both clocks of the device, read together. */
export interface ClockReading {
  readonly device: Instant;
  readonly monotonicMs: number;
}

/** The server's time when its answer arrived, and how far it may be off. */
export interface ServerTime {
  readonly server_now: Instant;
  readonly device_now: Instant;
  readonly uncertainty: number;
}

/** A step between the two clocks above this is a jump; below it is the clock being disciplined, which is followed. */
const JUMP_MICROS = 1_000_000;
/** Further off than this is told to the operator. */
const SUSPECT_MICROS = 60_000_000;

export function startClock(reading: ClockReading): CorrectedClock {
  return { offset: 0, uncertainty: null, jumped: false, last: reading };
}

/** Takes in a reading of the device's clocks: absorbs a jump into the offset. */
export function observeReading(clock: CorrectedClock, reading: ClockReading): CorrectedClock {
  const stepped = reading.device - clock.last.device;
  const elapsed = Math.round((reading.monotonicMs - clock.last.monotonicMs) * 1000);
  const jump = stepped - elapsed;
  if (Math.abs(jump) <= JUMP_MICROS) return { ...clock, last: reading };
  return { ...clock, offset: clock.offset - jump, jumped: true, last: reading };
}

/**
 * Takes in the server's time. A sample that agrees with the offset leaves it where it is, so that the whole seconds of a `Date`
 * header move neither a measured offset nor a device clock that may well be right; one that contradicts it replaces it.
 */
export function observeServer(clock: CorrectedClock, sample: ServerTime): CorrectedClock {
  const measured = sample.server_now - sample.device_now;
  const agrees = Math.abs(measured - clock.offset) <= sample.uncertainty;
  if (!agrees) {
    return { ...clock, offset: measured, uncertainty: sample.uncertainty, jumped: false };
  }
  const uncertainty = Math.min(clock.uncertainty ?? sample.uncertainty, sample.uncertainty);
  return { ...clock, uncertainty, jumped: false };
}

export function correctedNow(clock: CorrectedClock, device: Instant): Instant {
  return addMicros(device, clock.offset);
}

export function clockOffsetMs(clock: CorrectedClock): number {
  return Math.round(clock.offset / 1000);
}

export function isClockOff(clock: CorrectedClock): boolean {
  return clock.uncertainty !== null && Math.abs(clock.offset) > SUSPECT_MICROS;
}

/** The server's time when an answer arrived that carried `stamped`: the round trip halved. */
export function sampleServerTime(input: {
  readonly stamped: Instant;
  /** What the stamp's format cut away: 0 for microseconds, 1,000,000 for a `Date` header. */
  readonly granularity: number;
  readonly roundTripMs: number;
  readonly device: Instant;
}): ServerTime {
  const roundTrip = Math.round(input.roundTripMs * 1000);
  const middle = input.stamped + Math.round((input.granularity + roundTrip) / 2);
  return {
    server_now: instantFromMicros(middle),
    device_now: input.device,
    uncertainty: Math.ceil((input.granularity + roundTrip) / 2),
  };
}
