import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';

const sizes = ['62x29', '62x100', '54x86', 'a6'] as const;
const LabelSize = Type.Enum([...sizes]);
export type LabelSize = ReadOnly<typeof LabelSize>;

/** In millimetres, as the printed label is read. */
export const labelSizes: Readonly<
  Record<LabelSize, { readonly width: number; readonly height: number }>
> = {
  '62x29': { width: 62, height: 29 },
  '62x100': { width: 62, height: 100 },
  '54x86': { width: 54, height: 86 },
  a6: { width: 105, height: 148 },
};

export const labelChoices = ['off', ...sizes] as const;

/** Which label this station prints for whom it admits. `printer`: the system's name of it, in the desktop app; null is the system's default. */
export const LabelChoice = Type.Object({
  size: Type.Enum([...labelChoices]),
  printer: Nullable(Type.String({ maxLength: 200 })),
});
export type LabelChoice = ReadOnly<typeof LabelChoice>;

export const NO_LABEL: LabelChoice = { size: 'off', printer: null };

const Line = Nullable(Type.String({ maxLength: 1_000 }));

/** What one label says. `code`: the ticket's reference, as a QR code. */
export const Label = Type.Object({
  name: Line,
  ticket_type: Line,
  seat_label: Line,
  code: Type.String({ maxLength: 100 }),
});
export type Label = ReadOnly<typeof Label>;

/** At most as many as an order that is admitted at once. */
export const MAX_PRINTED_LABELS = 51;

/** Labels of one size, one a page. */
export const LabelJob = Type.Object({
  size: LabelSize,
  labels: Type.Array(Label, { minItems: 1, maxItems: MAX_PRINTED_LABELS }),
});
export type LabelJob = ReadOnly<typeof LabelJob>;

export const Printer = Type.Object({ name: Type.String(), display_name: Type.String() });
export type Printer = ReadOnly<typeof Printer>;

/** Printing without a dialog. Answered by the host, if it can; only the desktop app does. */
export const PrintCommand = Type.Union([
  Type.Object({ kind: Type.Literal('read_printers') }),
  Type.Object({
    kind: Type.Literal('print_labels'),
    job: LabelJob,
    printer: LabelChoice.properties.printer,
  }),
]);
export type PrintCommand = ReadOnly<typeof PrintCommand>;

export function isPrintCommand(command: { readonly kind: string }): command is PrintCommand {
  return command.kind === 'read_printers' || command.kind === 'print_labels';
}
