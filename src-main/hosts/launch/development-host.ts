/** One life of the development host: started, and started again, by `development.ts`. */
import { fileURLToPath } from 'node:url';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { runBrowserHost } from '../browser/browser-host.ts';
import { readStartRequest } from '../config.ts';
import { exitCodeOf, sentenceOf } from '../host-error.ts';
import { developmentPage } from './development-page.ts';

/** What stays the same over the restarts of a development host. */
const DevelopmentStart = Type.Object({
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  open: Type.Boolean(),
});
export type DevelopmentStart = Static<typeof DevelopmentStart>;

const check = Compile(DevelopmentStart);
const root = fileURLToPath(new URL('../../..', import.meta.url));

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.once('message', (message) => {
  if (check.Check(message)) void run(message);
});

async function run({ port, open }: DevelopmentStart): Promise<void> {
  try {
    const request = readStartRequest(process.argv.slice(2), process.env);
    if (request.kind === 'help') return;
    const page = await developmentPage(root);
    process.exitCode = await runBrowserHost({ ...request.config, port, open }, page);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = exitCodeOf(error);
  } finally {
    if (process.connected) process.disconnect();
  }
}
