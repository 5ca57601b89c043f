/** What determines when a row is sent. */
export interface Unsent {
  readonly sequence: number;
  readonly reference: string;
  readonly organiser: string;
  /** How often it was sent and refused. */
  readonly attempts: number;
}

/**
 * Each organiser's unsent rows in sending order: those with the fewest attempts first, then oldest first. Kept sorted, because the next row
 * is requested many times between two scans, and sorting a long queue takes milliseconds.
 */
export class SendingOrder<Row extends Unsent> {
  readonly #rows = new Map<string, Row[]>();

  of(organiser: string): readonly Row[] {
    return this.#rows.get(organiser) ?? [];
  }

  add(row: Row): void {
    const rows = this.#rows.get(row.organiser);
    if (rows === undefined) this.#rows.set(row.organiser, [row]);
    else rows.splice(placeOf(row, rows), 0, row);
  }

  /** Together, because each removal from a long queue moves all rows behind it. */
  remove(removed: readonly Row[]): void {
    const gone = new Set(removed.map(({ sequence }) => sequence));
    for (const organiser of new Set(removed.map((row) => row.organiser))) {
      const left = this.of(organiser).filter(({ sequence }) => !gone.has(sequence));
      this.#rows.set(organiser, left);
    }
  }
}

/** The position of the row, or where it would be inserted. */
function placeOf(row: Unsent, rows: readonly Unsent[]): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = rows[middle];
    if (other !== undefined && isBefore(other, row)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBefore(one: Unsent, other: Unsent): boolean {
  return (
    one.attempts - other.attempts < 0 ||
    (one.attempts === other.attempts && one.sequence < other.sequence)
  );
}
