import type pg from 'pg';
import { postgresDialect } from '../dialect.ts';
import { missingSteps, type Migration } from '../migrations/migrations.ts';

/** Any number that no other advisory lock of the database uses. */
const MIGRATION_LOCK = 7_305_001;

/**
 * Brings the database to the newest schema, each step in its own transaction. Several processes may call this concurrently: one migrates, the
 * others wait.
 * @throws {DatabaseError} `database.newer_version`, `database.unusable`
 */
export async function migratePostgres(
  client: pg.ClientBase,
  steps?: readonly Migration[],
): Promise<void> {
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  try {
    await client.query('create table if not exists schema_version (version bigint not null)');
    const { rows } = await client.query<{ version: unknown }>('select version from schema_version');
    for (const { schema, sqlFor } of missingSteps(Number(rows[0]?.version ?? 0), steps)) {
      await client.query(
        `begin; ${sqlFor(postgresDialect)}; delete from schema_version; insert into schema_version values (${schema}); commit`,
      );
    }
  } finally {
    await client.query('rollback');
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  }
}
