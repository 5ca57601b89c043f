import { readFileSync } from 'node:fs';

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
