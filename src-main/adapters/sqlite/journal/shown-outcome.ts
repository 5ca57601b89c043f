import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { reasons } from '../../../../shared/verdict/reason.ts';
import type { ScanOutcome } from '../../../../shared/station/api.ts';
import type { UnnumberedOutcome } from '../../../ports/journal.ts';

const TextOrNull = () => Type.Union([Type.String(), Type.Null()]);

const Shown = Compile(
  Type.Object({
    reference: Type.String(),
    kind: Type.Enum(['admitted', 'denied', 'unknown_ticket', 'unreadable', 'not_recorded']),
    ticket: TextOrNull(),
    reason: Type.Union([Type.Enum([...reasons]), Type.Null()]),
    message: Type.String(),
    scanned_at: Type.String(),
    source: Type.Enum(['keyboard', 'hid', 'serial', 'camera', 'typed']),
    holder: TextOrNull(),
    ticket_type: TextOrNull(),
    seat_label: TextOrNull(),
    session: Type.Union([
      Type.Object({ name: TextOrNull(), starts_at: Type.String() }),
      Type.Null(),
    ]),
    first_admission: Type.Union([
      Type.Object({
        scanned_at: Type.String(),
        entry_point: TextOrNull(),
        source: Type.Optional(Type.Literal('peer')),
      }),
      Type.Null(),
    ]),
    window: Type.Union([Type.Object({ from: TextOrNull(), until: TextOrNull() }), Type.Null()]),
    right_entry_points: Type.Array(Type.String()),
    entry_point: TextOrNull(),
  }),
);

export function writeShown(shown: UnnumberedOutcome): string {
  return JSON.stringify(shown);
}

/** Reads what a row showed; null when the text is not what this version wrote. */
export function readShown(text: string, sequence: number): ScanOutcome | null {
  try {
    const value: unknown = JSON.parse(text);
    return Shown.Check(value) ? { ...value, number: sequence, repeated: false } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
