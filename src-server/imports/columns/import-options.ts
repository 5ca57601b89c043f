import type { ColumnChoice } from './import-fields.ts';
import type { Delimiter } from '../../../shared/csv-row.ts';

/** Whose name a person has whom lines, or the organiser, name differently. */
export const namings = ['keep', 'first', 'last'] as const;
export type Naming = (typeof namings)[number];

/** What becomes of tickets that were checked in elsewhere. */
export const checkInPolicies = ['ignore', 'admit', 'refuse'] as const;
export type CheckInPolicy = (typeof checkInPolicies)[number];

export interface ImportOptions {
  readonly choice: ColumnChoice;
  /** Null finds it in the heading. */
  readonly delimiter: Delimiter | null;
  /** Whether tickets of which the file says something else now are changed here, and restored if it says that they are valid again. */
  readonly isUpdating: boolean;
  readonly naming: Naming;
  readonly checkedIn: CheckInPolicy;
}
