import { readFileSync } from 'node:fs';
import { isAlive } from '../../src-files/is-alive.ts';

const OWNER_POLL_MS = 500;

export interface StopWatch {
  /** Resolves with why this program should end. */
  readonly asked: Promise<string>;
  readonly dispose: () => void;
}

/**
 * Hears every way of being asked to end: a signal, or the death of a process that this one belongs to (`owners`), which nobody
 * else would report. A second signal ends the process at once.
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
    asked,
    dispose: () => {
      clearInterval(poll);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onSignal);
    },
  };
}

/**
 * The processes whose end is ours: npm, and the shell that it runs a script with. Whoever starts this program directly may go
 * away (nohup, a service manager) without meaning that it should end.
 */
export function owningProcesses(environment: NodeJS.ProcessEnv): readonly number[] {
  if (environment['npm_lifecycle_event'] === undefined) return [];
  const shell = process.ppid;
  // Some shells replace themselves with the script's command, so that the parent is npm already.
  const npm = isScriptShell(shell) ? parentOf(shell) : null;
  return npm === null ? [shell] : [shell, npm];
}

function isScriptShell(pid: number): boolean {
  const [, option] = readProc(pid, 'cmdline')?.split('\0') ?? [];
  return option === '-c';
}

function parentOf(pid: number): number | null {
  // The name in parentheses may hold anything; the fields after it are: state, parent.
  const parent = / (\d+)/.exec(readProc(pid, 'stat')?.split(') ').at(-1) ?? '')?.[1];
  return parent === undefined ? null : Number(parent);
}

/** Null where there is no /proc: shells of other systems replace themselves. */
function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
