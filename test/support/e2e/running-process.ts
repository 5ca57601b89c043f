import type { ChildProcess } from 'node:child_process';

export interface RunningProcess {
  readonly pid: number;
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Asks it to end, and waits until it and its children have ended. */
  readonly stop: () => Promise<number | null>;
  /** Kills it and everything that it started with SIGKILL, and waits for its end. */
  readonly kill: () => Promise<void>;
}

/** Ways to end a process that leads its own process group (`detached`). */
export function endProcess(child: ChildProcess): RunningProcess {
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  // `close` is emitted when every process with its output has ended; npm itself exits before the program it runs.
  child.once('close', (code) => resolve(code));
  child.once('error', () => resolve(null));
  return {
    pid: child.pid ?? 0,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process group no longer exists.
      }
      await ended;
    },
  };
}
