import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DatabaseError } from '../database-error.ts';

const OLDEST_VERSION = 150_000;
/** With a pooler that is busy, both connections may happen to get their own again. */
const SESSION_LOOKS = 5;

/** A pooler that gives a connection to somebody else after each transaction mixes up what belongs to a session: settings, locks and LISTEN. */
export async function refuseSharedSessions(
  client: pg.ClientBase,
  other: pg.ClientBase,
): Promise<void> {
  const mark = randomUUID();
  await client.query("select set_config('gatehouse.session', $1, false)", [mark]);
  for (let look = 0; look < SESSION_LOOKS; look += 1) {
    const kept = await readSetting(client, 'gatehouse.session');
    const seen = await readSetting(other, 'gatehouse.session');
    if (kept === mark && seen !== mark) continue;
    throw new DatabaseError(
      'database.unsupported',
      'A pooler in front of the database gives its connections away after each transaction, as PgBouncer does in transaction mode. Gatehouse needs them for a whole session: set pool_mode = session, or name the database itself.',
    );
  }
}

/** Throws unless the server is new enough and the database can hold every name. */
export async function refuseUnsupported(client: pg.ClientBase): Promise<void> {
  const version = Number(await readSetting(client, 'server_version_num'));
  if (version < OLDEST_VERSION) {
    throw new DatabaseError(
      'database.unsupported',
      `PostgreSQL 15 or newer is needed; this server is version ${Math.floor(version / 10_000)}.`,
    );
  }
  const encoding = await readSetting(client, 'server_encoding');
  if (encoding === 'UTF8') return;
  throw new DatabaseError(
    'database.unsupported',
    `The database's encoding is ${encoding}, which cannot hold every name. Create it with encoding UTF8.`,
  );
}

async function readSetting(
  client: pg.ClientBase,
  name: 'server_version_num' | 'server_encoding' | 'gatehouse.session',
): Promise<string | null | undefined> {
  const { rows } = await client.query<{ value: string | null }>(
    'select current_setting($1, true) as value',
    [name],
  );
  return rows[0]?.value;
}
