// A server in its own process, to be killed. Usage: node serve-for-crash.ts DATA_DIR [DATABASE_URL [SMTP_URL]], the last two empty for none;
// prints its address when it accepts requests.
import { createServer } from '../../src-server/server.ts';
import { testConfig } from './test-config.ts';

const [data = '', databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const server = await createServer(
  testConfig(data, { databaseUrl: databaseUrl || null, smtpUrl: smtpUrl || null }),
);
process.stdout.write(`${server.authUrl}\n`);
