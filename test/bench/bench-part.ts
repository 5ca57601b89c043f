import { Type, type Static } from 'typebox';
import { assertNever } from '../../shared/assert-never.ts';
import { spreadOf, Spread } from './statistics.ts';

/** Milliseconds, units a second, or resident memory. */
const Measure = Type.Union([Type.Literal('ms'), Type.Literal('per second'), Type.Literal('MiB')]);
export type Measure = Static<typeof Measure>;

/** What one of the two took. */
const Cost = Type.Object({
  name: Type.String(),
  wall: Spread,
  /** Processor time of the program alone; null where it was not or cannot be measured. */
  cpuMicrosPerUnit: Type.Union([Spread, Type.Null()]),
  /** Of the database that it uses, where that is another program. */
  databaseCpuMicrosPerUnit: Type.Optional(Spread),
});
export type Cost = Static<typeof Cost>;

const CheckedGoal = Type.Object({
  /** In the words of the budget. */
  goal: Type.String(),
  /** What the goal limits; null where processor time is not known. */
  measured: Type.Union([Spread, Type.Null()]),
  /** Whether the median is within it. */
  met: Type.Boolean(),
  /** The figure of the goal, in the unit of `measured`. */
  limit: Type.Optional(Type.Number()),
});
export type CheckedGoal = Static<typeof CheckedGoal>;

/** Where a row stands in a chart. */
const Curve = Type.Object({
  name: Type.String(),
  x: Type.Number(),
  /** Where the baseline stands, which is the curve's first point. */
  baselineX: Type.Number(),
});
export type Curve = Static<typeof Curve>;

/** One line of the table: the ratio of the subject to a baseline that was measured beside it, repetition by repetition. */
export const BenchRow = Type.Object({
  what: Type.String(),
  /** What processor time is stated for one of: `scan`, `request`, `row`. */
  unit: Type.String(),
  /** What `wall` counts. */
  measure: Measure,
  subject: Cost,
  baseline: Cost,
  /** Of `wall`. */
  ratio: Spread,
  /** Empty where the budget names none. */
  goals: Type.Array(CheckedGoal),
  repetitions: Type.Integer(),
  /** Whether it is one of the few that the README shows. */
  headline: Type.Optional(Type.Boolean()),
  curve: Type.Optional(Curve),
});
export type BenchRow = Static<typeof BenchRow>;

/** Rows that a run does not have, and why: `pgbench is not installed`. */
export const NotMeasured = Type.Object({ what: Type.String(), because: Type.String() });
export type NotMeasured = Static<typeof NotMeasured>;

/** One repetition of one of the two. */
export interface Sample {
  readonly wall: number;
  readonly cpuMicros: number | null;
  readonly databaseCpuMicros?: number;
}

export interface Sampled {
  readonly name: string;
  readonly samples: readonly Sample[];
}

/** `more wall` and `more cpu` are differences to the baseline; limits of `cpu` are in microseconds a unit. */
export type Goal = {
  readonly of: 'ratio' | 'wall' | 'more wall' | 'cpu ratio' | 'cpu' | 'more cpu';
} & ({ readonly most: number } | { readonly least: number });

/** Compares each repetition of the subject with the same one of the baseline. */
export function rowOf(row: {
  readonly what: string;
  readonly unit: string;
  readonly measure: Measure;
  readonly subject: Sampled;
  readonly baseline: Sampled;
  readonly goals: readonly Goal[];
  readonly headline?: boolean;
  readonly curve?: Curve;
}): BenchRow {
  const pairs = row.subject.samples.map((subject, index): Pair => {
    const baseline = row.baseline.samples[index];
    if (baseline === undefined) throw new Error(`expected a baseline of every run of ${row.what}`);
    return { subject, baseline };
  });
  return {
    what: row.what,
    unit: row.unit,
    measure: row.measure,
    subject: costOf(row.subject),
    baseline: costOf(row.baseline),
    ratio: spreadOf(pairs.map((pair) => limited('ratio', pair))),
    goals: row.goals.map((goal) => check(goal, pairs, row.measure)),
    repetitions: pairs.length,
    ...(row.headline === true ? { headline: true } : {}),
    ...(row.curve === undefined ? {} : { curve: row.curve }),
  };
}

interface Pair {
  readonly subject: Sample;
  readonly baseline: Sample;
}

function costOf({ name, samples }: Sampled): Cost {
  const cpu = samples.flatMap(({ cpuMicros }) => (cpuMicros === null ? [] : [cpuMicros]));
  const database = samples.flatMap(({ databaseCpuMicros }) => databaseCpuMicros ?? []);
  return {
    name,
    wall: spreadOf(samples.map(({ wall }) => wall)),
    cpuMicrosPerUnit: cpu.length === samples.length ? spreadOf(cpu) : null,
    ...(database.length === 0 ? {} : { databaseCpuMicrosPerUnit: spreadOf(database) }),
  };
}

function check(goal: Goal, pairs: readonly Pair[], measure: Measure): CheckedGoal {
  const measured = spreadOf(pairs.map((pair) => limited(goal.of, pair)));
  const [sign, limit] = 'most' in goal ? (['≤', goal.most] as const) : (['≥', goal.least] as const);
  return {
    goal: `${sign} ${words(goal.of, limit, measure)}`,
    measured: Number.isNaN(measured.min) ? null : measured,
    limit,
    met: 'most' in goal ? measured.median <= limit : measured.median >= limit,
  };
}

/** NaN, which meets no goal, where processor time is not known. */
function limited(of: Goal['of'], { subject, baseline }: Pair): number {
  const [cpu, bareCpu] = [subject.cpuMicros ?? Number.NaN, baseline.cpuMicros ?? Number.NaN];
  switch (of) {
    case 'ratio':
      return subject.wall / baseline.wall;
    case 'wall':
      return subject.wall;
    case 'more wall':
      return subject.wall - baseline.wall;
    case 'cpu ratio':
      return cpu / bareCpu;
    case 'cpu':
      return cpu;
    case 'more cpu':
      return cpu - bareCpu;
    default:
      return assertNever(of);
  }
}

function words(of: Goal['of'], limit: number, measure: Measure): string {
  const number = limit.toLocaleString('en');
  const unit = measure === 'per second' ? '/s' : ` ${measure}`;
  const cpu = limit < 10_000 ? `${number} µs` : `${(limit / 1_000).toLocaleString('en')} ms`;
  switch (of) {
    case 'ratio':
      return `${number}×`;
    case 'wall':
      return `${number}${unit}`;
    case 'more wall':
      return `+${number}${unit}`;
    case 'cpu ratio':
      return `${number}× the processor time`;
    case 'cpu':
      return `${cpu} of processor time`;
    case 'more cpu':
      return `+${cpu} of processor time`;
    default:
      return assertNever(of);
  }
}

export interface BenchOptions {
  /** Interleaved repetitions of subject and baseline; five at least. */
  readonly repetitions: number;
  /** Rows in the replica, or whatever the part scales with; null for what the budget names. */
  readonly size: number | null;
  /** A look at the figures: less of everything in each repetition. */
  readonly quick: boolean;
  /** To be called for what cannot be measured here: its words end the sentence "not measured: … because …". */
  readonly notMeasured: (what: string, because: string) => void;
}

/** For `notMeasured`. */
export const QUICK_RUN = 'the run is quick';

export interface BenchPart {
  readonly name: string;
  readonly summary: string;
  readonly run: (options: BenchOptions) => Promise<readonly BenchRow[]>;
}
