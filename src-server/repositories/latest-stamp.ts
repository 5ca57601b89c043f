import { instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import { compileStatement } from '../database/query.ts';

const select = compileStatement((db) => db.selectFrom('clock').select('last_stamp'));

/** The last stamp that any process has committed. Throws a `DatabaseError`. */
export function latestStampNow(database: Database): Instant {
  return database.readNow(select, [])?.last_stamp ?? instantFromMicros(0);
}
