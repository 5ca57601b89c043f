import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { lineReader } from '../line-reader.ts';
import { GATEHOUSE_OPTIONS } from '../node-options.ts';
import { ReadyDemo } from './demo.ts';
import { endProcess, type RunningProcess } from './running-process.ts';
import { nextJson } from './wait-for-line.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const Ready = Type.Object({
  ready: Type.Literal(true),
  base_url: Type.String(),
  auth_url: Type.String(),
  console_url: Type.String(),
  first_owner_url: Type.Optional(Type.String()),
  demo: Type.Optional(Type.Union([ReadyDemo, Type.Null()])),
});

export interface ServeProcess extends RunningProcess {
  readonly ready: Static<typeof Ready>;
}

/** Runs `gatehouse serve --json` in a process of its own. Resolves when it accepts requests. `nodeOptions`: more of Node itself. */
export async function serve(
  data: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<ServeProcess> {
  const child = spawn(
    process.execPath,
    [
      ...GATEHOUSE_OPTIONS,
      ...nodeOptions,
      'bin/gatehouse.js',
      'serve',
      '--data',
      data,
      '--json',
      ...args,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  );
  const running = endProcess(child);
  const ready = await nextJson(lineReader(child.stdout)).catch(async (cause: unknown) => {
    throw new Error(`the server ended with ${await running.ended}`, { cause });
  });
  return { ...running, ready: Value.Parse(Ready, ready) };
}
