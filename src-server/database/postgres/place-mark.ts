import pg from 'pg';
import type { PlaceMark } from '../database.ts';

const DATABASE_MARK = `select concat_ws(' ',
  (select oid from pg_database where datname = current_database()), 'entry_scans'::regclass::oid) as mark`;
const CLUSTER_MARK = `select concat_ws(' ', (select system_identifier from pg_control_system()),
  (select timeline_id from pg_control_checkpoint())) as mark`;

/**
 * The mark of a database: of the cluster, its timeline, the database and one of its tables. Each dump that is restored makes other tables, and
 * recovery to an earlier moment and a standby that takes over begin another timeline.
 */
export function markOfDatabase(pool: pg.Pool): PlaceMark {
  const readOne = async (mark: string) =>
    (await pool.query<{ mark: string }>(mark)).rows[0]?.mark ?? '';
  const read = async () => {
    // A provider may keep the cluster's data to itself.
    const ofCluster = await readOne(CLUSTER_MARK).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError) return '';
      throw error;
    });
    return `${await readOne(DATABASE_MARK)} ${ofCluster}`;
  };
  return { read, renew: read };
}
