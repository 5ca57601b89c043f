/** One statement with `?` for each value, in SQL that both engines read. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

export type StoredRow = Readonly<Record<string, unknown>>;

/**
 * A migration that computes what SQL cannot: it yields statements and receives the rows of each. `timestamp` gives the next `updated_at`. It
 * runs in one transaction, like a migration of SQL alone.
 */
export type DataMigration = (
  timestamp: () => number,
) => Generator<Statement, void, readonly StoredRow[]>;

export type Migration = string | DataMigration;
