import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { lineReader } from '../line-reader.ts';
import { ReadyDemo } from './demo.ts';
import { endProcess, type RunningProcess } from './running-process.ts';
import { nextJson } from './wait-for-line.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));

/** The ready line of a host. */
export const Ready = Type.Object({
  ready: Type.Literal(true),
  url: Type.String(),
  server: Type.Optional(Type.Object({ base_url: Type.String(), auth_url: Type.String() })),
  console_url: Type.Optional(Type.String()),
  first_owner_url: Type.Optional(Type.String()),
  demo: Type.Optional(ReadyDemo),
});
export type Ready = Static<typeof Ready>;

export interface StationHost extends RunningProcess {
  readonly ready: Ready;
  /** Everything printed on stdout, line by line. */
  readonly stdout: () => readonly string[];
}

export interface StationHostOptions {
  readonly data: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The folder of package.json, unless it is this project's. */
  readonly root?: string;
}

/** Starts the browser host as a user does: `npm start -- --host=browser …`. Resolves when the page can be used. */
export async function startStationHost({
  data,
  args = [],
  env = {},
  root = project,
}: StationHostOptions): Promise<StationHost> {
  const child = spawn(
    'npm',
    ['start', '--', '--host=browser', '--json', '--no-open', '--data', data, ...args],
    {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  );
  const lines = lineReader(child.stdout);
  const running = endProcess(child);
  const ready = await nextJson(lines).catch(async (cause: unknown) => {
    throw new Error(`the host ended with ${await running.ended}`, { cause });
  });
  return { ...running, ready: Value.Parse(Ready, ready), stdout: lines.all };
}
