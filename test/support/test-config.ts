import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { serverDefaults, type ServerConfig } from '../../src-server/server.ts';

/** The configuration of a test server. Its database engine is chosen here only. */
export function testConfig(
  data: string,
  changes: Partial<Omit<ServerConfig, 'data'>> = {},
): ServerConfig {
  return { ...serverDefaults, data, port: 0, rateLimit: 0, ...changes };
}

/** Whether servers of tests keep their data in PostgreSQL. */
export const isOnPostgres = process.env['GATEHOUSE_TEST_ENGINE'] === 'postgresql';

/**
 * An empty PostgreSQL database where the tests run on PostgreSQL (`GATEHOUSE_TEST_ENGINE=postgresql`, `build-programs.ts` starts the
 * server); null for the file in the data folder.
 */
export async function newTestDatabase(): Promise<string | null> {
  const server = process.env['GATEHOUSE_TEST_POSTGRES'];
  return server === undefined ? null : await createDatabase(server, 'template1');
}

/** A copy of a PostgreSQL database that nobody uses at the moment. */
export async function copyTestDatabase(url: string): Promise<string> {
  const server = process.env['GATEHOUSE_TEST_POSTGRES'];
  if (server === undefined) throw new Error('expected the tests to run on PostgreSQL');
  return await createDatabase(server, new URL(url).pathname.slice(1));
}

async function createDatabase(server: string, template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
