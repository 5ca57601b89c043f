import type pg from 'pg';
import { refuseNewer } from '../database-error.ts';
import { postgresMigrations } from '../migrations/migrations.ts';

/** Any number that no other advisory lock of the database uses. */
const MIGRATION_LOCK = 7_305_001;

/**
 * Brings the database to the newest schema, each migration in its own transaction. Several processes may call this at once: one migrates,
 * the others wait. Throws a `DatabaseError` if a newer version wrote the schema.
 */
export async function migratePostgres(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  try {
    await client.query('create table if not exists schema_version (version bigint not null)');
    const found = await client.query<{ version: number }>('select version from schema_version');
    const version = found.rows[0]?.version ?? 0;
    refuseNewer(version, postgresMigrations.length);
    for (const [index, migration] of postgresMigrations.entries()) {
      const number = index + 1;
      if (number <= version) continue;
      await client.query(
        `begin; ${migration}; delete from schema_version; insert into schema_version values (${number}); commit`,
      );
    }
  } finally {
    await client.query('rollback');
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  }
}
