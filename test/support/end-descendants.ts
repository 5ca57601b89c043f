import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this process, and those that it starts, a temporary folder that is removed when it ends or is interrupted; then everything that it
 * has started ends with it. Returns the folder's path.
 */
export function ownTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  // PostgreSQL, which does not run as root, must find its own folder in there.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  endDescendantsWhenInterrupted(remove);
  return folder;
}

/**
 * On SIGINT or SIGTERM ends every process that this one has started, and those that they have started, then cleans up and exits with the
 * signal's code. Programs in a process group of their own do not get a terminal's Ctrl-C. Where there is no `ps`, as on Windows, they go on.
 */
export function endDescendantsWhenInterrupted(cleanUp: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endDescendants();
      cleanUp();
      process.exit(128 + constants.signals[signal]);
    });
  }
}

export function endDescendants(): void {
  for (const pid of descendantsOf(process.pid, runningProcesses())) kill(pid);
}

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
}

export function descendantsOf(pid: number, running: readonly RunningProcess[]): readonly number[] {
  const children = running.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child.pid, ...descendantsOf(child.pid, running)]);
}

function runningProcesses(): readonly RunningProcess[] {
  return listProcesses()
    .split('\n')
    .flatMap((line) => {
      const [pid = Number.NaN, parent = Number.NaN] = line.trim().split(/\s+/).map(Number);
      return Number.isNaN(parent) ? [] : [{ pid, parent }];
    });
}

function listProcesses(): string {
  try {
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  } catch {
    // There is no `ps`.
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
