import type { Fault } from './fault-proxy.ts';
import type { VenueShape } from './venue.ts';

/** The subject of a step: a station by its number, or the server. */
export type Party = number | 'server';

/** What happens in a round or a soak. */
export type Step =
  /** `ticket` is a number within the pool; two doors that get the same one may both admit it. */
  | { readonly kind: 'scan'; readonly station: number; readonly ticket: number }
  /** The code of a ticket that was never sold, or no ticket code at all. */
  | { readonly kind: 'scan_unknown'; readonly station: number; readonly code: string }
  /** Lets the guest of a ticket out, whether or not anybody has let them in. */
  | { readonly kind: 'let_out'; readonly station: number; readonly ticket: number }
  /** Undoes the station's last admission but so many, or lets a supervisor overrule its last denial but so many. */
  | { readonly kind: 'undo' | 'overrule'; readonly station: number; readonly back: number }
  /** Sells a ticket, which may be cancelled before or after it is scanned. */
  | { readonly kind: 'sell'; readonly station: number; readonly cancelAfterMs: number | null }
  | { readonly kind: 'kill'; readonly party: Party; readonly awayMs: number }
  | { readonly kind: 'stop'; readonly party: Party; readonly forMs: number }
  | {
      readonly kind: 'fault';
      readonly station: number;
      /** The station's connection to the server, or the connections of other stations to it. */
      readonly line: 'server' | 'peers';
      readonly fault: Fault;
      readonly forMs: number;
    }
  /** No station reaches the server. */
  | { readonly kind: 'outage'; readonly forMs: number };

export interface PlannedStep {
  readonly atMs: number;
  readonly step: Step;
}

export interface RoundShape extends VenueShape {
  readonly durationMs: number;
}

/** Share of scans whose ticket was scanned at another door just before. */
const SECOND_HAND = 0.45;
const SCANS_PER_STATION_SECOND = 3.5;
/** Share of scans of tickets that were scanned before which let somebody out. */
const ON_THE_WAY_OUT = 0.25;

/** The steps of a seed's round, ordered by time. The same seed gives the same plan; the timing of the processes varies. */
export function planRound(seed: number, shape: RoundShape): readonly PlannedStep[] {
  const random = seededRandom(seed);
  const seconds = shape.durationMs / 1000;
  const times = (count: number, step: (random: SeededRandom) => Step) =>
    Array.from({ length: Math.round(count) }, () => ({
      atMs: random.below(shape.durationMs),
      step: step(random),
    }));
  const party = (): Party => (random.chance(0.25) ? 'server' : random.below(shape.stations));
  const disturbances = [
    ...times(seconds * 0.7, () => ({ kind: 'kill', party: party(), awayMs: random.below(1_500) })),
    ...times(seconds * 0.6, () => ({ kind: 'stop', party: party(), forMs: random.below(2_500) })),
    ...times(seconds * 1.4, () => ({
      kind: 'fault',
      station: random.below(shape.stations),
      line: shape.peers && random.chance(0.4) ? 'peers' : 'server',
      fault: anyFault(random),
      forMs: 200 + random.below(3_000),
    })),
    ...times(shape.peers ? 1 : 0, () => ({ kind: 'outage', forMs: 500 + random.below(3_000) })),
    ...times(seconds * 3, () => ({
      kind: random.chance(0.6) ? 'undo' : 'overrule',
      station: random.below(shape.stations),
      back: random.below(4),
    })),
    ...times(seconds * 0.6, () => ({
      kind: 'sell',
      station: random.below(shape.stations),
      cancelAfterMs: random.chance(0.5) ? random.below(2_000) : null,
    })),
  ];
  return [...disturbances, ...planScans(random, shape)].toSorted((a, b) => a.atMs - b.atMs);
}

function planScans(random: SeededRandom, shape: RoundShape): readonly PlannedStep[] {
  const count = Math.round((shape.stations * SCANS_PER_STATION_SECOND * shape.durationMs) / 1000);
  const moments = Array.from({ length: count }, () => random.below(shape.durationMs)).toSorted(
    (a, b) => a - b,
  );
  let fresh = 0;
  return moments.map((atMs, index) => {
    const station = random.below(shape.stations);
    if (random.chance(0.04)) {
      const code = random.chance(0.5) ? `tkt_01kyvbnvq0g7m3x9r2c5t8w4${index % 10}z` : `??${index}`;
      return { atMs, step: { kind: 'scan_unknown', station, code } };
    }
    const isSecond = fresh > 0 && (fresh === shape.tickets || random.chance(SECOND_HAND));
    const ticket = isSecond ? Math.max(0, fresh - 1 - random.below(12)) : fresh;
    if (!isSecond) fresh += 1;
    const kind = isSecond && random.chance(ON_THE_WAY_OUT) ? 'let_out' : 'scan';
    return { atMs, step: { kind, station, ticket } };
  });
}

function anyFault(random: SeededRandom): Fault {
  const faults: readonly Fault[] = [
    { kind: 'delay', ms: 20 + random.below(600) },
    { kind: 'throttle', bytesPerSecond: 500 + random.below(20_000) },
    { kind: 'silence' },
    { kind: 'cut' },
    { kind: 'truncate', bytes: random.below(3_000) },
    { kind: 'refuse' },
  ];
  const fault = faults[random.below(faults.length)];
  if (fault === undefined) throw new RangeError('expected a fault');
  return fault;
}

interface SeededRandom {
  /** An integer from 0 to `limit`, exclusive. */
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
}

/** Mulberry32: adjacent seeds give unrelated sequences. */
function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(fraction() * limit),
    chance: (probability) => fraction() < probability,
  };
}
