import { DatabaseError } from '../database-error.ts';
import type { Dialect } from '../dialect.ts';
import { baseline } from './0001-baseline.ts';

/** Gives the SQL of a step. It runs in a transaction. */
export type Migration = (dialect: Dialect) => string;

/**
 * The steps from an empty database to the newest schema. What was released is never edited, neither a step nor `schema.ts`, of which the first
 * one is made. A change is another step, in a file of its own:
 *
 *     export const seats = { seats: table({ id, label: text }) };
 *     export const addSeats: Migration = (dialect) => createTables(seats, dialect);
 *
 * and what it adds to the rows is added to `Tables`: `RowsOf<typeof tables & typeof seats>`.
 */
export const migrations: readonly Migration[] = [baseline];

/** Schemas up to this number were those of versions that were never released. */
const UNRELEASED = 100;

interface Step {
  /** The number of the schema after it. */
  readonly schema: number;
  readonly sqlFor: Migration;
}

/** The number of the schema after all of these steps. */
export function schemaAfter(steps: readonly Migration[] = migrations): number {
  return UNRELEASED + steps.length;
}

/**
 * The steps that a database lacks whose schema has this number; 0 if it is empty.
 * @throws {DatabaseError} `database.newer_version`, `database.unusable` if an unreleased version made it
 */
export function missingSteps(
  schema: number,
  steps: readonly Migration[] = migrations,
): readonly Step[] {
  const newest = schemaAfter(steps);
  if (schema > newest) {
    throw new DatabaseError(
      'database.newer_version',
      `This database was written by a newer version (schema ${schema}; this version knows ${newest}). Use that version to open it.`,
    );
  }
  if (schema > 0 && schema <= UNRELEASED) {
    throw new DatabaseError(
      'database.unusable',
      'This database was made by a version of Gatehouse that was never released, and is left as it is: write its tickets to files with that version (gatehouse export tickets), and import them into a new data folder or database (gatehouse import).',
    );
  }
  return steps
    .map((sqlFor, index) => ({ schema: UNRELEASED + index + 1, sqlFor }))
    .filter((step) => step.schema > schema);
}
