import type { PlannedStep, Step } from '../processes/plan-round.ts';

export interface SoakShape {
  readonly stations: number;
  readonly scansPerSecond: number;
  readonly durationMs: number;
}

/** A fifth of the shortest soak, so that every fifth of every soak has the same faults. */
export const CYCLE_MS = 24_000;
export const FIFTHS = 5;
/** Of five scans at a door, one is of somebody whom the next door admitted half a minute before. */
const AGAIN_EVERY = 5;
const AGAIN_AFTER_MS = 30_000;

/** At some door staff put something right. */
const CORRECTED_EVERY_MS = 2_000;
const CORRECTIONS = ['undo', 'overrule', 'let_out'] as const;

/** How many scans there are, and tickets enough for them. */
export function ticketsOf({ stations, scansPerSecond, durationMs }: SoakShape): number {
  return Math.ceil((stations * scansPerSecond * durationMs) / 1000);
}

/**
 * Every station scans at its rate, whatever happens, undoes admissions, lets guests out and has denials overruled. In every cycle one station is cut off, one has slow answers, one a connection that
 * says nothing, one is cut off from the other stations, the last one is killed, and all of them are without the server for a while.
 * In the first fifth the server and every other station are killed as well; then they live on, because a restart hides what leaks.
 */
export function planSoak(shape: SoakShape): readonly PlannedStep[] {
  const cycles = Math.floor(shape.durationMs / CYCLE_MS);
  const faults = Array.from({ length: cycles }, (_, cycle) =>
    faultsOf(cycle, shape).map(({ atMs, step }) => ({ atMs: cycle * CYCLE_MS + atMs, step })),
  );
  return [...faults.flat(), ...scansOf(shape), ...correctionsOf(shape)].toSorted(
    (a, b) => a.atMs - b.atMs,
  );
}

/** The stations but the last, which every cycle kills. */
export function survivorsOf({ stations }: SoakShape): readonly number[] {
  return Array.from({ length: stations - 1 }, (_, station) => station);
}

function faultsOf(cycle: number, shape: SoakShape): readonly PlannedStep[] {
  const { stations } = shape;
  const next = (after: number) => (cycle + after) % stations;
  const isEarly = (cycle + 1) * CYCLE_MS * FIFTHS <= shape.durationMs;
  return [
    fault(1_000, { station: next(0), line: 'server', fault: { kind: 'cut' }, forMs: 4_000 }),
    fault(6_000, {
      station: next(1),
      line: 'server',
      fault: { kind: 'delay', ms: 400 },
      forMs: 4_000,
    }),
    fault(9_000, { station: next(2), line: 'server', fault: { kind: 'silence' }, forMs: 4_000 }),
    kill(13_000, stations - 1),
    fault(15_000, { station: next(3), line: 'peers', fault: { kind: 'cut' }, forMs: 3_000 }),
    { atMs: 19_000, step: { kind: 'outage', forMs: 3_000 } },
    ...(isEarly
      ? [
          kill(11_000, 'server'),
          ...survivorsOf(shape).map((station, index) => kill(3_000 + index * 4_000, station)),
        ]
      : []),
  ];
}

function kill(atMs: number, party: number | 'server'): PlannedStep {
  return { atMs, step: { kind: 'kill', party, awayMs: 1_000 } };
}

function fault(atMs: number, step: Omit<Step & { kind: 'fault' }, 'kind'>): PlannedStep {
  return { atMs, step: { kind: 'fault', ...step } };
}

function scansOf(shape: SoakShape): readonly PlannedStep[] {
  const { stations, scansPerSecond } = shape;
  const back = Math.ceil((AGAIN_AFTER_MS * scansPerSecond) / 1000 / AGAIN_EVERY) * AGAIN_EVERY;
  return Array.from({ length: ticketsOf(shape) }, (_, index) => {
    const turn = Math.floor(index / stations);
    const isAgain = turn % AGAIN_EVERY === AGAIN_EVERY - 1 && turn > back;
    // In the turn after the last in which everybody scanned somebody again, at the next station.
    const again = (turn - back + 1) * stations + ((index + 1) % stations);
    return {
      atMs: (index * 1000) / (stations * scansPerSecond),
      step: { kind: 'scan', station: index % stations, ticket: isAgain ? again : index },
    };
  });
}

/** Guests go out who were scanned five seconds before, if they were. */
function correctionsOf({
  stations,
  scansPerSecond,
  durationMs,
}: SoakShape): readonly PlannedStep[] {
  const count = Math.floor(durationMs / CORRECTED_EVERY_MS);
  return Array.from({ length: count }, (_, index): PlannedStep => {
    const atMs = (index + 1) * CORRECTED_EVERY_MS;
    const station = index % stations;
    const kind = CORRECTIONS[index % CORRECTIONS.length] ?? 'undo';
    if (kind !== 'let_out') return { atMs, step: { kind, station, back: index % 4 } };
    const scanned = Math.floor(((atMs - 5_000) * stations * scansPerSecond) / 1_000);
    return { atMs, step: { kind, station, ticket: Math.max(0, scanned) } };
  });
}
