// Why: docs/decisions/0007-http-requests.md
import type { Database } from '../database/database.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import type { Caller } from '../oauth/caller.ts';

/** The part of the database that requests use. */
export type RequestDatabase = Pick<Database, 'read' | 'readBounded' | 'write'>;

export interface CurrentAccess {
  /** The caller at the beginning of the current transaction. */
  readonly caller: Caller;
  readonly database: RequestDatabase;
}

/**
 * What a request may see and do now. Whatever outlives a transaction (a stream, a snapshot, an upload in parts, a body that arrives slowly, a
 * question to name servers) checks its caller again before each further read and within each write: after a change of token, scopes,
 * events or plan it rejects, with the refusal of `authorize` that a new request would get.
 */
export function currentAccess(
  database: RequestDatabase,
  accepted: Caller,
  authorize: () => Promise<Caller>,
): CurrentAccess {
  let isFirst = true;
  const begin = async () => {
    if (!isFirst) access.caller = await authorize();
    isFirst = false;
  };
  const write: RequestDatabase['write'] = async (callback, options) => {
    for (;;) {
      const { accessVersion } = access.caller;
      const written = await database.write(async (tx: WriteTransaction) => {
        const isCurrent = (await tx.version('access')) === accessVersion;
        return isCurrent ? { value: await callback(tx) } : null;
      }, options);
      isFirst = false;
      if (written !== null) return written.value;
      access.caller = await authorize();
    }
  };
  const access: { caller: Caller; readonly database: RequestDatabase } = {
    caller: accepted,
    database: {
      read: async (callback) => {
        await begin();
        return database.read(callback);
      },
      readBounded: async (callback) => {
        await begin();
        return database.readBounded(callback);
      },
      write,
    },
  };
  return access;
}
