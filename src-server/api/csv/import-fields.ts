export const importFields = [
  'email',
  'first_name',
  'last_name',
  'ticket_type',
  'quantity',
  'session',
  'seat_label',
  'external_id',
] as const;
export type ImportField = (typeof importFields)[number];

/** Column of the file by field. */
export type ColumnMap = ReadonlyMap<ImportField, string>;

/** Reads `column=field` parts. Throws a `RangeError` that says what was expected. */
export function readColumnMap(parts: readonly string[]): ColumnMap {
  const map = new Map<ImportField, string>();
  for (const part of parts) {
    const split = part.lastIndexOf('=');
    const column = part.slice(0, Math.max(split, 0)).trim();
    const name = part.slice(split + 1).trim();
    const field = importFields.find((known) => known === name);
    if (column === '' || field === undefined) {
      throw new RangeError(
        `expected column=field with a field of ${importFields.join(', ')}; got "${part}".`,
      );
    }
    if (map.has(field)) throw new RangeError(`expected one column for ${field}.`);
    map.set(field, column);
  }
  return map;
}
