/** Which way guests pass an entry point. */
export const entryPointDirections = ['in', 'out', 'both'] as const;
export type EntryPointDirection = (typeof entryPointDirections)[number];

/** Which denials a supervisor may overrule. `rules`: all but those of cancelled and refunded tickets; `any`: those too. */
export const overruleRules = ['none', 'rules', 'any'] as const;
export type OverruleRule = (typeof overruleRules)[number];

/** A day. */
export const MAX_UNDO_MINUTES = 1_440;

/** What the organiser allows at the doors of an event. */
export interface DoorRules {
  /** How many guests may be inside at once; null for any number. */
  readonly capacity: number | null;
  /** How long anybody may undo an admission of their own station; 0: supervisors only. */
  readonly undo_minutes: number;
  readonly overrule: OverruleRule;
}

export const defaultDoorRules: DoorRules = { capacity: null, undo_minutes: 15, overrule: 'rules' };
