import type Database from 'better-sqlite3';

/** Shipped steps are never edited; new steps are appended. `user_version` counts the completed ones. */
export type Migrations = readonly string[];

export class SchemaVersionError extends Error {
  readonly code = 'schema.unknown_version';
  readonly found: number;
  readonly path: string;
  constructor(path: string, found: number, known: number) {
    super(`expected ${path} to have schema version ${known} at most, it has ${found}`);
    this.name = 'SchemaVersionError';
    this.found = found;
    this.path = path;
  }
}

/** Runs the missing steps, each in one transaction with its version, so that a crash leaves a complete version. */
export function migrateJournal(database: Database.Database, migrations: Migrations): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > migrations.length)
    throw new SchemaVersionError(database.name, version, migrations.length);
  migrations.slice(version).forEach((step, index) => {
    database
      .transaction(() => {
        database.exec(step);
        database.pragma(`user_version = ${version + index + 1}`);
      })
      .immediate();
  });
}
