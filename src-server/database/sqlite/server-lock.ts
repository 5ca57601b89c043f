import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLocked, lockFile } from '../../../src-files/file-lock.ts';
import { GIVE_WAY_MS } from './open-connection.ts';

/** For commands that ask whether there is a server. */
const MOMENT_MS = 200;
/** Makes this process the only server of the folder, until the returned function is called. Null if another process is. */
export function lockServing(dataDir: string): (() => void) | null {
  return lockFile(lockOf(dataDir), MOMENT_MS);
}

/** Leaves the database alone until a server of the folder, if there is one, can have begun to write. */
export async function giveWayToServer(dataDir: string): Promise<void> {
  if (isLocked(lockOf(dataDir))) await sleep(GIVE_WAY_MS);
}

function lockOf(dataDir: string): string {
  return join(dataDir, 'server.lock');
}
