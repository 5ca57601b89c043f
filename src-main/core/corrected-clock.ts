import {
  addMicros,
  instantFromMicros,
  MICROS_PER_DAY,
  nearestInstant,
  type Instant,
} from '../../shared/instant.ts';

/**
 * Corrected time = device clock + offset. The offset is measured against the server's time. A jump of the device clock, detected with the
 * monotonic clock, is compensated in the offset, so that corrected time continues evenly.
 *
 * States: no offset (`uncertainty` null) or `remembered` from an earlier run → measured, with the first server time. A measurement that
 * differs by more than a minute stays `unconfirmed` until a second one agrees with it.
 */
export interface CorrectedClock {
  /** Corrected minus device time, microseconds. */
  readonly offset: number;
  /** Half the width of the interval that contains the true offset; null until a server has responded. */
  readonly uncertainty: number | null;
  /** The device clock jumped after the last server time. */
  readonly jumped: boolean;
  /** The offset is from an earlier run, and no server has responded since. */
  readonly remembered: boolean;
  readonly last: ClockReading;
  /** An offset far from the present one, until a second sample agrees with it. */
  readonly unconfirmed: MeasuredOffset | null;
}

interface MeasuredOffset {
  readonly offset: number;
  readonly uncertainty: number;
}

/** Both clocks of the device, read together. */
export interface ClockReading {
  readonly device: Instant;
  readonly monotonicMs: number;
}

/** The server's time when its response arrived, with the possible error. */
export interface ServerTime {
  readonly server_now: Instant;
  readonly device_now: Instant;
  readonly uncertainty: number;
}

/** A larger step between the two clocks is a jump; a smaller one is the clock being disciplined, which is followed. */
const JUMP_MICROS = 1_000_000;
/** A larger offset is reported to the operator. */
const SUSPECT_MICROS = 60_000_000;
/** 2025-01-01: no server is older than this program. */
const EARLIEST = instantFromMicros(1_735_689_600_000_000);
/** A device may have lost its clock, but it does not run for twenty years without a server. */
const AHEAD_MICROS = 20 * 366 * MICROS_PER_DAY;

/** `earlier`: the offset of an earlier run, and the corrected time at which a server last agreed with it. */
export function startClock(
  reading: ClockReading,
  earlier: { readonly offset: number; readonly at: Instant } | null = null,
): CorrectedClock {
  const { device } = reading;
  const remembered =
    earlier !== null &&
    isPlausible(addMicros(device, earlier.offset), device) &&
    isPlausible(earlier.at, device);
  const offset = remembered ? offsetAtStart(device, earlier) : 0;
  return { offset, uncertainty: null, jumped: false, remembered, last: reading, unconfirmed: null };
}

/**
 * The clock may have been set in the meantime, rightly or wrongly. Time cannot run backwards, so an offset that would make it do so is rejected.
 */
function offsetAtStart(
  device: Instant,
  { offset, at }: { readonly offset: number; readonly at: Instant },
): number {
  if (device + offset >= at) return offset;
  return device >= at ? 0 : at - device;
}

/** How far the device's clock jumped between two readings, in microseconds. */
export function jumpBetween(earlier: ClockReading, later: ClockReading): number {
  const elapsed = Math.round((later.monotonicMs - earlier.monotonicMs) * 1000);
  const jump = later.device - earlier.device - elapsed;
  return Math.abs(jump) > JUMP_MICROS ? jump : 0;
}

/** Processes a reading of the device's clocks: compensates a jump in the offset. */
export function observeReading(clock: CorrectedClock, reading: ClockReading): CorrectedClock {
  const jump = jumpBetween(clock.last, reading);
  if (jump === 0) return { ...clock, last: reading };
  const { unconfirmed } = clock;
  return {
    ...clock,
    offset: clock.offset - jump,
    jumped: true,
    last: reading,
    unconfirmed: unconfirmed && { ...unconfirmed, offset: unconfirmed.offset - jump },
  };
}

/**
 * Processes the server's time. A sample that agrees with the offset leaves it unchanged, so that the whole seconds of a `Date` header
 * affect neither a measured offset nor a device clock that may well be right. A sample that contradicts the offset replaces it; beyond a
 * minute only after a second sample agrees, because a single response must not move the time by which scans are judged and sorted. An
 * impossible time is ignored, however often it comes.
 */
export function observeServer(clock: CorrectedClock, sample: ServerTime): CorrectedClock {
  if (!isPlausible(sample.server_now, sample.device_now)) return clock;
  const measured = sample.server_now - sample.device_now;
  const agrees = Math.abs(measured - clock.offset) <= sample.uncertainty;
  if (!agrees) return contradicted(clock, { offset: measured, uncertainty: sample.uncertainty });
  const uncertainty = Math.min(clock.uncertainty ?? sample.uncertainty, sample.uncertainty);
  return { ...clock, uncertainty, jumped: false, remembered: false, unconfirmed: null };
}

/** Whether a server may say this time: on plain HTTP anybody on the way may. */
function isPlausible(time: Instant, device: Instant): boolean {
  return time >= EARLIEST && time <= Math.max(device, EARLIEST) + AHEAD_MICROS;
}

function contradicted(clock: CorrectedClock, measured: MeasuredOffset): CorrectedClock {
  const isFar = Math.abs(measured.offset - clock.offset) > SUSPECT_MICROS;
  if (isFar && !confirms(clock.unconfirmed, measured)) return { ...clock, unconfirmed: measured };
  return { ...clock, ...measured, jumped: false, remembered: false, unconfirmed: null };
}

function confirms(first: MeasuredOffset | null, second: MeasuredOffset): boolean {
  if (first === null) return false;
  const apart = Math.abs(first.offset - second.offset);
  return apart <= first.uncertainty + second.uncertainty;
}

export function correctedNow(clock: CorrectedClock, device: Instant): Instant {
  return addMicros(device, clock.offset);
}

export function clockOffsetMs(clock: CorrectedClock): number {
  return Math.round(clock.offset / 1000);
}

export function isClockOff(clock: CorrectedClock): boolean {
  const isKnown = clock.uncertainty !== null || clock.remembered;
  return isKnown && Math.abs(clock.offset) > SUSPECT_MICROS;
}

/** The server's time when a response arrived that carried `stamped`: half of the round trip is added. */
export function sampleServerTime(input: {
  readonly stamped: Instant;
  /** The precision of `stamped` in microseconds: 0 for an exact time, 1,000,000 for a `Date` header. */
  readonly granularity: number;
  readonly roundTripMs: number;
  readonly device: Instant;
}): ServerTime {
  const roundTrip = Math.round(input.roundTripMs * 1000);
  const middle = input.stamped + Math.round((input.granularity + roundTrip) / 2);
  return {
    server_now: nearestInstant(middle),
    device_now: input.device,
    uncertainty: Math.ceil((input.granularity + roundTrip) / 2),
  };
}
