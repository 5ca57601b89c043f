import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lineReader, type LineReader } from '../line-reader.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface StartedProgram {
  readonly child: ChildProcess;
  readonly stdout: LineReader;
  readonly stderr: () => string;
  /** Resolves with exit code and signal. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** Runs `gatehouse start` directly, without npm. */
export function startProgram(args: readonly string[], env: NodeJS.ProcessEnv = {}): StartedProgram {
  return startScript(['bin/gatehouse.js', 'start', ...args], { env });
}

/** Starts a script of the project, or of the copy of it in `folder`. */
export function startScript(
  words: readonly string[],
  { folder = root, env = {} }: { readonly folder?: string; readonly env?: NodeJS.ProcessEnv } = {},
): StartedProgram {
  const { npm_lifecycle_event: _, ...environment } = process.env;
  const child = spawn(process.execPath, [...words], {
    cwd: folder,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  // `close` is emitted after the last output.
  child.once('close', (code, signal) => ended.resolve({ code, signal }));
  return {
    child,
    stdout: lineReader(child.stdout, () => stderr),
    stderr: () => stderr,
    ended: ended.promise,
  };
}
