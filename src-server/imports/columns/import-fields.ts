/** What a column of a file can be. */
export const importFields = [
  'order',
  'ticket',
  'code',
  'ticket_type',
  'session',
  'section',
  'row',
  'seat',
  'quantity',
  'price',
  'currency',
  'email',
  'first_name',
  'last_name',
  'name',
  'buyer_email',
  'buyer_first_name',
  'buyer_last_name',
  'buyer_name',
  'status',
  'void',
  'checked_in',
  'valid_from',
  'valid_until',
  'entry_points',
  'timezone',
  'ticket_reference',
  'order_reference',
  'door_note',
  'flags',
  'note',
] as const;
export type ImportField = (typeof importFields)[number];

/** Several columns may say these: each of them says something of its own. */
const repeated: ReadonlySet<ImportField> = new Set<ImportField>([
  'ticket_type',
  'session',
  'status',
  'void',
  'entry_points',
  'note',
  'flags',
]);

/** Recognised, so that it can be said that it is not kept: what a shop's staff wrote is not always for the door. */
export const unkeptFields: ReadonlySet<ImportField> = new Set<ImportField>(['note']);

export function isRepeated(field: ImportField): boolean {
  return repeated.has(field);
}

/** What a column is: a field, how many of an add-on, or the answer to a question. */
export type ColumnTarget =
  | { readonly kind: 'field'; readonly field: ImportField }
  | { readonly kind: 'add_on' | 'answer'; readonly name: string };

/** As `--map` writes it: `email`, `add_on:Parking`, `answer:diet`. */
export function writeTarget(target: ColumnTarget): string {
  return target.kind === 'field' ? target.field : `${target.kind}:${target.name}`;
}

export function readTarget(text: string): ColumnTarget | null {
  const field = importFields.find((known) => known === text);
  if (field !== undefined) return { kind: 'field', field };
  const [, kind, name] = /^(add_on|answer):\s*(.+)$/s.exec(text) ?? [];
  if (name === undefined || (kind !== 'add_on' && kind !== 'answer')) return null;
  return { kind, name };
}

/** What a status means for the ticket. */
export const standings = ['valid', 'pending', 'cancelled', 'refunded'] as const;
export type Standing = (typeof standings)[number];

/** What somebody said of a file beside what it says itself. */
export interface ColumnChoice {
  /** By the name of the column. */
  readonly columns: ReadonlyMap<string, ColumnTarget>;
  /** What values of a status column mean, in lower case. */
  readonly statuses: ReadonlyMap<string, Standing>;
  /** Names of columns from which nothing is read. */
  readonly ignored: ReadonlySet<string>;
}

/** Reads `column=field` and `value=status:valid` parts. Throws a `RangeError` that says what was expected. */
export function readColumnChoice(
  parts: readonly string[],
  ignored: readonly string[],
): ColumnChoice {
  const columns = new Map<string, ColumnTarget>();
  const statuses = new Map<string, Standing>();
  for (const part of parts) {
    const split = part.lastIndexOf('=');
    const name = part.slice(0, Math.max(split, 0)).trim();
    const text = part.slice(split + 1).trim();
    const target = readTarget(text);
    const standing = standings.find((known) => text === `status:${known}`);
    if (name === '' || (target === null && standing === undefined)) {
      throw new RangeError(
        `expected column=field with a field of ${importFields.join(', ')}, add_on:NAME or answer:KEY, or value=status:${standings.join('|')}; got "${part}".`,
      );
    }
    if (standing !== undefined) statuses.set(name.toLowerCase(), standing);
    if (target === null) continue;
    refuseSecond(columns, target);
    columns.set(name, target);
  }
  return { columns, statuses, ignored: new Set(ignored.map((name) => name.trim())) };
}

function refuseSecond(columns: ReadonlyMap<string, ColumnTarget>, target: ColumnTarget): void {
  if (target.kind === 'field' && isRepeated(target.field)) return;
  const written = writeTarget(target);
  const isTaken = [...columns.values()].some((other) => writeTarget(other) === written);
  if (isTaken) throw new RangeError(`expected one column for ${written}.`);
}
