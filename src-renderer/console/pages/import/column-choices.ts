import type { ImportColumns } from '../../../../shared/console/operation-results.ts';

/** For each column of a file: what somebody chose for it. Null: nothing is read from it; undefined: nobody chose. */
export type ColumnChoices = readonly (string | null | undefined)[];

/** What each column is taken for: what was chosen, and otherwise what the server recognised, unless that was chosen for another column. */
export function takenFor(
  { columns, targets }: ImportColumns,
  choices: ColumnChoices,
): readonly (string | null)[] {
  return columns.map(({ field }, place) => {
    const chosen = choices[place];
    if (chosen !== undefined) return chosen;
    const isTaken = choices.includes(field) && !isRepeated(targets, field);
    return isTaken ? null : field;
  });
}

/** Of fields that are read from one column, it is no longer another's. */
export function withChoice(
  { targets }: ImportColumns,
  choices: ColumnChoices,
  place: number,
  field: string | null,
): ColumnChoices {
  const length = Math.max(choices.length, place + 1);
  return Array.from({ length }, (_, at) => {
    if (at === place) return field;
    const other = choices[at];
    return other === field && field !== null && !isRepeated(targets, field) ? undefined : other;
  });
}

function isRepeated(targets: ImportColumns['targets'], field: string | null): boolean {
  return targets.some((target) => target.field === field && target.is_repeated);
}

/** As the operation takes them. */
export function writeChoices(
  { columns }: ImportColumns,
  choices: ColumnChoices,
): { readonly map: readonly string[]; readonly ignore: readonly string[] } {
  return {
    map: columns.flatMap(({ column }, place) => {
      const field = choices[place] ?? null;
      return field === null ? [] : [`${column}=${field}`];
    }),
    ignore: columns.flatMap(({ column }, place) => (choices[place] === null ? [column] : [])),
  };
}
