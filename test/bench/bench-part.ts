import type { Spread } from './statistics.ts';

/** One line of the table: the ratio of the subject to a bare baseline that was measured beside it, repetition by repetition. */
export interface BenchRow {
  readonly what: string;
  readonly baseline: string;
  /** In the words of the budget. */
  readonly goal: string;
  readonly ratio: Spread;
  /** Whether the median ratio is within the goal. */
  readonly met: boolean;
  /** Absolute figures of this machine, for orientation only. */
  readonly figures: Readonly<Record<string, string>>;
  readonly repetitions: number;
}

export interface BenchOptions {
  /** Interleaved repetitions of subject and baseline; five at least. */
  readonly repetitions: number;
  /** Rows in the replica, or whatever the part scales with. */
  readonly size: number | null;
}

export interface BenchPart {
  readonly name: string;
  readonly summary: string;
  readonly run: (options: BenchOptions) => Promise<readonly BenchRow[]>;
}
