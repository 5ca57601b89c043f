import type { ChildProcess } from 'node:child_process';

export interface RunningProcess {
  readonly pid: number;
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Asks it to end, and waits until it and what it runs did. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL to it and everything that it started, and waits until it is gone. */
  readonly kill: () => Promise<void>;
}

/** Ways to end a process that leads a group of its own (`detached`). */
export function endProcess(child: ChildProcess): RunningProcess {
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  // `close` comes when all that hold its output have ended: npm itself goes before the program it runs.
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
        // The group is gone already.
      }
      await ended;
    },
  };
}
