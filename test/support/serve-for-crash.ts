// A server in its own process, to be killed. Usage: node serve-for-crash.ts DATA_DIR [DATABASE_URL]; prints its address when it accepts requests.
import { createServer } from '../../src-server/server.ts';
import { testConfig } from './test-config.ts';

const [data = '', databaseUrl = null] = process.argv.slice(2);
const server = await createServer(testConfig(data, { databaseUrl }));
process.stdout.write(`${server.authUrl}\n`);
