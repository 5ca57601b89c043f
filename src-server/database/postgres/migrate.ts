import type pg from 'pg';
import { refuseNewer } from '../database-error.ts';
import type { DataMigration, Migration, StoredRow } from '../migrations/data-migration.ts';
import { postgresMigrations } from '../migrations/migrations.ts';

/** Any number that no other advisory lock of the database uses. */
const MIGRATION_LOCK = 7_305_001;

/**
 * Brings the database to the newest schema, each migration in its own transaction. Several processes may call this at once: one migrates,
 * the others wait. Throws a `DatabaseError` if a newer version wrote the schema.
 */
export async function migratePostgres(
  client: pg.ClientBase,
  migrations: readonly Migration[] = postgresMigrations,
): Promise<void> {
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  try {
    await client.query('create table if not exists schema_version (version bigint not null)');
    const found = await client.query<{ version: number }>('select version from schema_version');
    const version = found.rows[0]?.version ?? 0;
    refuseNewer(version, migrations.length);
    for (const [index, migration] of migrations.entries()) {
      const number = index + 1;
      if (number <= version) continue;
      const versioned = `delete from schema_version; insert into schema_version values (${number}); commit`;
      if (typeof migration === 'string') await client.query(`begin; ${migration}; ${versioned}`);
      else {
        await migrateData(client, migration);
        await client.query(versioned);
      }
    }
  } finally {
    await client.query('rollback');
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  }
}

/** Begins a transaction and leaves it open. */
async function migrateData(client: pg.ClientBase, migration: DataMigration): Promise<void> {
  await client.query('begin; select pg_current_xact_id()');
  const { rows } = await client.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now',
  );
  let last = Number(rows[0]?.now);
  const steps = migration(() => (last += 1));
  for (let step = steps.next(); step.done !== true;) {
    const { sql, values } = step.value;
    let placed = 0;
    const text = sql.replaceAll('?', () => `$${(placed += 1)}`);
    const found = await client.query<StoredRow>(text, [...values]);
    step = steps.next(found.rows);
  }
}
