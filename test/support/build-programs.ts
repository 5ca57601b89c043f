import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres.ts';
import { isOnPostgres } from './test-config.ts';
import { buildPrograms } from './station/programs.ts';

/** vitest's global set-up. With `GATEHOUSE_TEST_ENGINE=postgresql` it starts a PostgreSQL server for the test servers' data. */
export async function setup(): Promise<() => Promise<void>> {
  await buildPrograms();
  // The programs that tests start from their sources take a third of the processor time once Node has kept what it compiled.
  process.env['NODE_COMPILE_CACHE'] = fileURLToPath(
    new URL('../../out/test/compile-cache', import.meta.url),
  );
  if (!isOnPostgres) return async () => undefined;
  // While a transaction of autovacuum is open, lists hold rows back that a test has just written.
  const postgres = await startPostgres(['-c', 'max_connections=400', '-c', 'autovacuum=off']);
  process.env['GATEHOUSE_TEST_POSTGRES'] = await postgres.createDatabase();
  return async () => postgres[Symbol.asyncDispose]();
}
