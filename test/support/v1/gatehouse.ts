import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type, type Static, type TSchema } from 'typebox';
import { expect } from 'vitest';
import type { DemoCredentials } from '../../../src-server/server.ts';
import { lineReader } from '../line-reader.ts';
import { builtCommand } from '../station/programs.ts';
import { shaped } from './shaped.ts';

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

const Credentials = Type.Object(
  { client_id: Type.String(), client_secret: Type.String() },
  { additionalProperties: false },
);
export type Credentials = Static<typeof Credentials>;

/** The line that `gatehouse serve --json` prints. */
const Ready = Type.Object(
  {
    ready: Type.Literal(true),
    base_url: Type.String({ pattern: '^http://127\\.0\\.0\\.1:\\d+/v1$' }),
    auth_url: Type.String({ pattern: '^http://127\\.0\\.0\\.1:\\d+$' }),
    console_url: Type.String({ pattern: '^https?://[^/]+/console$' }),
    first_owner_url: Type.Optional(
      Type.String({ pattern: '^http://localhost:\\d+/console/join#' }),
    ),
    demo: Type.Optional(
      Type.Object(
        {
          organiser: Type.String({ pattern: '^org_' }),
          owner: Type.Object(
            { email: Type.String(), password: Type.String(), totp_secret: Type.String() },
            { additionalProperties: false },
          ),
          integrator: Credentials,
          station: Credentials,
          events: Type.Array(
            Type.Object(
              { reference: Type.String({ pattern: '^evt_' }), slug: Type.String() },
              { additionalProperties: false },
            ),
          ),
          door: Type.Object(
            {
              event: Type.Object({
                reference: Type.String({ pattern: '^evt_' }),
                slug: Type.String(),
                name: Type.String(),
              }),
              entry_point: Type.Object({
                reference: Type.String({ pattern: '^loc_' }),
                name: Type.String(),
              }),
              codes: Type.Array(
                Type.Object({
                  code: Type.String({ pattern: '^tkt_' }),
                  reason: Type.String(),
                  says: Type.String(),
                }),
              ),
            },
            { additionalProperties: false },
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A server with its own data directory, and the command line beside it. */
export interface Gatehouse extends AsyncDisposable {
  readonly data: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly demo: DemoCredentials | null;
  /** Runs a command to its end. `line` is split at spaces; arguments with spaces follow in `more`. */
  readonly run: (line: string, ...more: string[]) => Promise<Ran>;
  /** Runs a command with `--json` that must succeed, print one object of that shape, and nothing else. */
  readonly make: <T extends TSchema>(
    schema: T,
    line: string,
    ...more: string[]
  ) => Promise<Static<T>>;
}

/** `gatehouse serve` in its own process. */
export interface ServingProcess extends Gatehouse {
  /** Ends the server as an operator would. Resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
}

export async function spawnGatehouse(...flags: string[]): Promise<ServingProcess> {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-contract-'));
  const words = ['serve', '--data', data, '--port', '0', '--json', ...flags];
  const server = spawn(process.execPath, [fileURLToPath(builtCommand()), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  const ready = shaped(Ready, JSON.parse(await lineReader(server.stdout).next()));
  const run = (line: string, ...more: string[]) => runCommand(data, line, more);
  const stop = () => {
    server.kill('SIGTERM');
    return ended;
  };
  return {
    data,
    baseUrl: ready.base_url,
    authUrl: ready.auth_url,
    demo: ready.demo ?? null,
    run,
    make: makeWith(run),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export function makeWith(run: Gatehouse['run']): Gatehouse['make'] {
  return async (schema, line, ...more) => {
    const ran = await run(line, ...more, '--json');
    expect({ line, ...ran }).toMatchObject({ line, code: 0, err: '' });
    expect(ran.out).toMatch(/^\{.*\}\n$/);
    return shaped(schema, JSON.parse(ran.out));
  };
}

/** Runs a command on a data directory, with or without a running server. */
export function runCommand(data: string, line: string, more: readonly string[] = []): Promise<Ran> {
  const words = wordsOf(line, more);
  const { promise, resolve } = Promise.withResolvers<Ran>();
  const options = {
    env: { ...process.env, GATEHOUSE_DATA: data },
    maxBuffer: MAX_OUTPUT_BYTES,
  };
  const child = execFile(
    process.execPath,
    [fileURLToPath(builtCommand()), ...words],
    options,
    (error, out, err) => resolve({ code: error === null ? 0 : (child.exitCode ?? -1), out, err }),
  );
  return promise;
}

export function wordsOf(line: string, more: readonly string[]): string[] {
  return [...line.split(' ').filter((word) => word !== ''), ...more];
}
