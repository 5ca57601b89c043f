/** What separates the cells of a file. */
export type ImportDelimiter = ',' | ';' | '\t';

type Nothing = Readonly<Record<string, never>>;

/** Names that would have been right: the first ones, and how many more there are. */
export interface KnownNames {
  readonly names: readonly string[];
  readonly more: number;
}

interface Unknown {
  readonly name: string;
  readonly known: KnownNames;
}

interface NamedColumn {
  readonly column: string;
  /** As `ImportColumns` has it. */
  readonly field: string;
  readonly columns: readonly string[];
}

/** Why a file of tickets cannot be imported, with what a sentence about it names. */
export interface ImportProblemValues {
  // The file, or its heading
  readonly no_text: Nothing;
  readonly spreadsheet: Nothing;
  readonly cut: Nothing;
  readonly changed: Nothing;
  readonly no_heading: Nothing;
  readonly long_heading: { readonly most: number };
  readonly line_too_long: Nothing;
  readonly quote_open: Nothing;
  readonly quote_inside: Nothing;
  readonly no_type_column: {
    readonly delimiter: ImportDelimiter;
    readonly columns: readonly string[];
  };
  readonly column_missing: NamedColumn;
  readonly column_repeated: NamedColumn;
  readonly ignored_missing: { readonly column: string };
  readonly silent_column: { readonly column: string };
  /** `sessions`: the first ones, and `…` for more. */
  readonly no_sessions_yet: { readonly column: string; readonly sessions: readonly string[] };
  // A line
  readonly cells: { readonly expected: number; readonly got: number };
  readonly status_unknown: { readonly status: string; readonly column: string };
  /** `both`: what is said to mean something. */
  readonly refund_unclear: {
    readonly status: string;
    readonly column: string;
    readonly both: string;
  };
  readonly shortened: { readonly field: string; readonly text: string };
  readonly not_as_many: {
    readonly field: 'code' | 'seat';
    readonly quantity: number;
    readonly text: string;
  };
  readonly validity: Nothing;
  readonly quantity: { readonly most: number; readonly text: string };
  readonly currency: { readonly currency: string; readonly text: string };
  readonly amount: { readonly currency: string; readonly text: string };
  readonly time: {
    readonly field: string;
    readonly text: string;
    readonly because: 'no_time' | 'two_days' | 'twice' | 'skipped';
    readonly timezone: string;
  };
  readonly checked_in: Nothing;
  readonly checked_in_unknown: { readonly text: string };
  readonly email: { readonly text: string; readonly sentence: string };
  /** What the event says of a value, in English. */
  readonly other: { readonly sentence: string };
  // What a line names in the event
  readonly type_missing: Nothing;
  readonly type_unknown: Unknown;
  readonly type_ambiguous: { readonly name: string; readonly count: number };
  readonly no_sessions: Nothing;
  readonly session_unknown: Unknown;
  readonly session_ambiguous: { readonly name: string; readonly count: number };
  readonly session_cancelled: { readonly name: string };
  readonly entry_point_unknown: Unknown;
  readonly add_on_unknown: Unknown;
  readonly add_on_quantity: { readonly name: string; readonly text: string };
  readonly question_unknown: Unknown;
  // Lines with each other, and with the event
  readonly code_repeated: { readonly code: string; readonly other: number };
  readonly seat_repeated: { readonly seat: string; readonly other: number };
  readonly code_taken: { readonly code: string; readonly ticket: string };
  readonly code_elsewhere: {
    readonly code: string;
    readonly ticket: string;
    readonly order: string;
  };
  readonly seat_taken: { readonly seat: string; readonly ticket: string };
  readonly sold_out: { readonly name: string; readonly left: number; readonly wanted: number };
}

export type ImportProblemKind = keyof ImportProblemValues;

/** What is wrong, wherever it is. */
export type FoundProblem = {
  readonly [Kind in ImportProblemKind]: {
    readonly kind: Kind;
    readonly values: ImportProblemValues[Kind];
  };
}[ImportProblemKind];

/** What is wrong with one line of a file. */
export type ImportProblem = FoundProblem & { readonly line: number };

/** What is wrong with some lines of a file in the same way. */
export type ImportProblemGroup = FoundProblem & {
  readonly count: number;
  /** The first ones. */
  readonly lines: readonly number[];
};

/** A sentence for each problem. */
export type ImportProblemTexts = {
  readonly [Kind in ImportProblemKind]: (values: ImportProblemValues[Kind]) => string;
};

export function problemText<Kind extends ImportProblemKind>(
  texts: ImportProblemTexts,
  { kind, values }: { readonly kind: Kind; readonly values: ImportProblemValues[Kind] },
): string {
  return texts[kind](values);
}
