import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';
import { overruleRules } from '../verdict/terms/door-policy.ts';

/** What the organiser allows at the doors of an event. */
export const EventPolicy = Type.Object({
  /** How many may be inside at once; null for any number. */
  capacity: Nullable(Type.Number()),
  /** How long anybody may undo an admission of this station; 0: supervisors only. */
  undo_minutes: Type.Number(),
  /** Which denials a supervisor may overrule. `rules`: not those of cancelled and refunded tickets. */
  overrule: Type.Enum([...overruleRules]),
});
export type EventPolicy = ReadOnly<typeof EventPolicy>;
