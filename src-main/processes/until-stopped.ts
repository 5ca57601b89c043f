import { readFileSync } from 'node:fs';
import { isAlive } from '../../src-files/is-alive.ts';

const OWNER_POLL_MS = 500;
/** What a person at a terminal reads, as from `gatehouse serve`. */
export const STOPPING = 'Stopping: finishing what is in progress.';

export interface StopWatch {
  /** Resolves with why this program should end. */
  readonly requested: Promise<string>;
  readonly dispose: () => void;
}

/**
 * Listens for every request to stop: a signal, or the death of an owning process (`owners`), which nothing else would report. A
 * second signal ends the process immediately.
 */
export function watchForStop(owners: readonly number[]): StopWatch {
  const { promise: asked, resolve } = Promise.withResolvers<string>();
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1;
    if (signals > 1) process.exit(1);
    resolve(signal);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  const poll = setInterval(() => {
    if (!owners.every(isAlive)) resolve('its owner ended');
  }, OWNER_POLL_MS).unref();
  return {
    requested: asked,
    dispose: () => {
      clearInterval(poll);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onSignal);
    },
  };
}

/**
 * The processes that this one must not outlive: npm, and the shell that it runs a script with. Any other parent may go away
 * (nohup, a service manager) without meaning that this program should stop.
 */
export function owningProcesses(environment: NodeJS.ProcessEnv): readonly number[] {
  if (environment['npm_lifecycle_event'] === undefined) return [];
  const shell = process.ppid;
  // Some shells exec the script's command, so the parent is already npm.
  const npm = isScriptShell(shell) ? parentOf(shell) : null;
  return npm === null ? [shell] : [shell, npm];
}

function isScriptShell(pid: number): boolean {
  const [, option] = readProc(pid, 'cmdline')?.split('\0') ?? [];
  return option === '-c';
}

function parentOf(pid: number): number | null {
  // The name in parentheses may contain anything; the fields after it are state and parent.
  const parent = / (\d+)/.exec(readProc(pid, 'stat')?.split(') ').at(-1) ?? '')?.[1];
  return parent === undefined ? null : Number(parent);
}

/** Null without /proc; shells of other systems exec the command. */
function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
