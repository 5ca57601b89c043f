// A server in a process of its own, to be killed. Usage: node serve-for-crash.ts DATA_DIR; prints its address when it takes requests.
import { createServer, serverDefaults } from '../../src-server/server.ts';

const [data = ''] = process.argv.slice(2);
const server = await createServer({ ...serverDefaults, data, port: 0, rateLimit: 0 });
process.stdout.write(`${server.authUrl}\n`);
