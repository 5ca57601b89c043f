import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import type { Plan } from './plan.ts';
import type { Template } from './template.ts';

/** A verdict that was shown. */
export interface Shown {
  readonly station: number;
  readonly outcome: ScanOutcome;
  readonly atMs: number;
}

export interface WorldParts {
  readonly seed: number;
  readonly plan: Plan;
  readonly directory: string;
  readonly template: Template;
  /** Whether a trace is recorded. */
  readonly isTraced: boolean;
}
