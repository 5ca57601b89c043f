import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDoor, startTestServer, type TestServer } from '../support/test-server.ts';
import { shaped } from '../support/v1/shaped.ts';
import { withReason } from '../support/has-tool.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'test/generated-clients');
const tool = (path: string) => join(folder, 'node_modules', path);
/** `npm ci --prefix test/generated-clients`: they weigh 140 MB and need another TypeScript. */
const isInstalled = existsSync(tool('openapi-typescript'));

const strict =
  '--noEmit --ignoreConfig --strict --noUncheckedIndexedAccess --module esnext --moduleResolution bundler --target es2024 --lib es2024,dom,dom.iterable --allowImportingTsExtensions --skipLibCheck --types node';

const Printed = Type.Object({
  total: Type.Literal(20),
  listed: Type.Literal(20),
  walked: Type.Literal(20),
  watermark: Type.String({ pattern: 'Z$' }),
  checkIns: Type.Array(Type.String()),
});

/** What other people's generators and linters make of the API description. */
describe.skipIf(!isInstalled)(
  withReason(
    '/v1/openapi.json',
    isInstalled ? null : 'npm run test:clients installs the generators',
  ),
  { tags: ['long'] },
  () => {
    let host: TestServer;
    let door: Awaited<ReturnType<typeof makeDoor>>;
    const file = join(folder, 'generated/openapi.json');

    beforeAll(async () => {
      host = await startTestServer();
      door = await makeDoor(host, 20);
      await rm(join(folder, 'generated'), { recursive: true, force: true });
      await mkdir(join(folder, 'generated'));
      await writeFile(file, await (await fetch(`${host.baseUrl}/openapi.json`)).text());
      await run(process.execPath, [join(folder, 'generate.js'), file]);
    });
    afterAll(async () => {
      await host[Symbol.asyncDispose]();
      await rm(join(folder, 'generated'), { recursive: true, force: true });
    });

    it.each(['openapi-typescript', 'hey-api'])(
      'gives %s types with which a program lists, walks and checks in without a cast',
      async (generator) => {
        const program = join(folder, 'programs', `${generator}.mts`);
        const check = [...strict.split(' '), '--typeRoots', join(root, 'node_modules/@types')];
        const tsc = join(root, 'node_modules/typescript/bin/tsc');
        const checked = await run(process.execPath, [tsc, ...check, program]).catch(
          (error: unknown) => error,
        );
        expect(checked).toMatchObject({ stdout: '' });
        const { clientId, clientSecret } = door.client;
        const words = [host.baseUrl, host.authUrl, clientId, clientSecret, door.event];
        const { stdout } = await run(process.execPath, [program, ...words]);
        const { checkIns } = shaped(Printed, JSON.parse(stdout));
        expect(checkIns.slice(1)).toEqual(['scanning.already_scanned', 'validation.failed']);
      },
    );

    it('has nothing that Spectral or Redocly warn of', async () => {
      const ruleset = join(folder, 'spectral.yaml');
      const words = `lint --ruleset ${ruleset} --format json --fail-severity hint ${file}`.split(
        ' ',
      );
      const program = tool('@stoplight/spectral-cli/dist/index.js');
      const spectral = await run(process.execPath, [program, ...words]).catch(
        (error: unknown) => error,
      );
      expect(spectral).toMatchObject({ stdout: expect.stringMatching(/^\[\]/) });
      const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const { stdout } = await run(
        process.execPath,
        [tool('@redocly/cli/bin/cli.js'), 'lint', file, '--format', 'json'],
        { env: { ...process.env, ...quiet }, cwd: folder },
      );
      expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
    });
  },
);
