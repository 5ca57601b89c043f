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
  /** The offset is that of an earlier run, and no server has spoken since. */
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

/** `earlier`: the offset of an earlier run, and the corrected time at which a server last agreed with it. */
export function startClock(
  reading: ClockReading,
  earlier: { readonly offset: number; readonly at: Instant } | null = null,
): CorrectedClock {
  const offset = earlier === null ? 0 : offsetAtStart(reading.device, earlier);
  const remembered = earlier !== null;
  return { offset, uncertainty: null, jumped: false, remembered, last: reading, unconfirmed: null };
}

/** The clock may have been set meanwhile, rightly or wrongly. Time does not go back: what says that it did is not believed. */
function offsetAtStart(
  device: Instant,
  { offset, at }: { readonly offset: number; readonly at: Instant },
): number {
  if (device + offset >= at) return offset;
  return device >= at ? 0 : at - device;
}

/** By how much the device's clock jumped from one reading to a later one, microseconds. */
export function jumpBetween(earlier: ClockReading, later: ClockReading): number {
  const elapsed = Math.round((later.monotonicMs - earlier.monotonicMs) * 1000);
  const jump = later.device - earlier.device - elapsed;
  return Math.abs(jump) > JUMP_MICROS ? jump : 0;
}

/** Takes in a reading of the device's clocks: absorbs a jump into the offset. */
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
 * Takes in the server's time. A sample that agrees with the offset leaves it where it is, so that the whole seconds of a `Date`
 * header move neither a measured offset nor a device clock that may well be right; one that contradicts it replaces it. By more than
 * a minute only a second one does that agrees with it: a single answer must not move what scans are judged and sorted by.
 */
export function observeServer(clock: CorrectedClock, sample: ServerTime): CorrectedClock {
  const measured = sample.server_now - sample.device_now;
  const agrees = Math.abs(measured - clock.offset) <= sample.uncertainty;
  if (!agrees) return contradicted(clock, { offset: measured, uncertainty: sample.uncertainty });
  const uncertainty = Math.min(clock.uncertainty ?? sample.uncertainty, sample.uncertainty);
  return { ...clock, uncertainty, jumped: false, remembered: false, unconfirmed: null };
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
