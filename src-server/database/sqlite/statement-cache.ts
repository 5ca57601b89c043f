import type BetterSqlite from 'better-sqlite3';

/**
 * Characters of SQL whose statements are kept: SQLite needs some sixty bytes for each. All statements of the server together have a third of it; those with lists
 * of rows, of which each length is another statement, would have no end.
 */
const MOST_CHARACTERS = 500_000;

/** Prepared statements by their SQL; those that were not used for longest are forgotten. */
export class StatementCache {
  readonly #statements = new Map<string, BetterSqlite.Statement>();
  #characters = 0;

  get characters(): number {
    return this.#characters;
  }

  get(sql: string): BetterSqlite.Statement | undefined {
    const statement = this.#statements.get(sql);
    if (statement === undefined) return undefined;
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** For SQL that is not there. */
  add(sql: string, statement: BetterSqlite.Statement): void {
    this.#statements.set(sql, statement);
    this.#characters += sql.length;
    for (const oldest of this.#statements.keys()) {
      if (this.#characters <= MOST_CHARACTERS) break;
      this.#statements.delete(oldest);
      this.#characters -= oldest.length;
    }
  }

  clear(): void {
    this.#statements.clear();
    this.#characters = 0;
  }
}
