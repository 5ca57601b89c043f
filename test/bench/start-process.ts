import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { lineReader } from '../support/line-reader.ts';

const root = join(import.meta.dirname, '..', '..');

/** A server in a process of its own. */
export interface StartedProcess {
  /** What it printed when it took requests. */
  readonly ready: unknown;
  /** From its spawning to that line. */
  readonly startMs: number;
  readonly stop: () => Promise<void>;
}

/** Starts a script of the project with this very Node, and waits until it says in one line of JSON that it is ready. */
export async function startProcess(
  script: string,
  args: readonly string[],
): Promise<StartedProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await lineReader(child.stdout).next();
  const startMs = performance.now() - begun;
  const ready: unknown = JSON.parse(line);
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { ready, startMs, stop };
}
