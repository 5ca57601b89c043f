import { spawn } from 'node:child_process';
import { owningProcesses, watchForStop } from '../until-stopped.ts';
import { LAUNCH_FOLDER_VARIABLE, makeLaunchFolder, type LaunchFolder } from './launch-folder.ts';

/** `not_started`: it ended by itself, however that was, before its app had shown a window. */
export type ElectronEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'not_started'; readonly how: string };

export interface ElectronRun {
  readonly binary: string;
  /** The folder of package.json. */
  readonly root: string;
  /** What the app itself reads. */
  readonly args: readonly string[];
  /** What Chromium reads: `--name` or `--name=value`. */
  readonly switches: readonly string[];
}

/** The app's own shutdown sends what it can first. */
const END_LIMIT_MS = 20_000;
const HINT_AFTER_MS = 20_000;

/**
 * Chromium's switches, the app, and after `--` what the app reads: Chromium takes none of that for a switch of its own. Nor does
 * Electron on Windows refuse it: without `--` it ends at once when anything follows an argument that looks like a URL, which the
 * value of `--server` does.
 */
export function electronArguments({
  root,
  args,
  switches,
}: Omit<ElectronRun, 'binary'>): readonly string[] {
  return [...switches, root, '--', ...args];
}

/** Runs the built app in Electron until it ends, and passes on that it should. */
export async function runElectron(run: ElectronRun): Promise<ElectronEnd> {
  const folder = makeLaunchFolder();
  const watch = watchForStop(owningProcesses(process.env));
  const hint = setTimeout(() => {
    if (folder.hasDecided()) return;
    process.stderr.write(
      'Electron has not shown a window yet. Ctrl+C ends it; --host=browser opens the same screens in a browser.\n',
    );
  }, HINT_AFTER_MS).unref();
  try {
    return await runToItsEnd(run, folder, watch.asked);
  } finally {
    clearTimeout(hint);
    watch.dispose();
    folder.remove();
  }
}

async function runToItsEnd(
  run: ElectronRun,
  folder: LaunchFolder,
  asked: Promise<string>,
): Promise<ElectronEnd> {
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
  const child = spawn(run.binary, electronArguments(run), {
    stdio: 'inherit',
    env: {
      ...environment,
      GATEHOUSE_PARENT: String(process.pid),
      [LAUNCH_FOLDER_VARIABLE]: folder.path,
    },
  });
  let wasAsked = false;
  const endWhenAsked = async () => {
    await asked;
    wasAsked = true;
    // On Windows a signal ends a process on the spot, with what it still had to send.
    if (process.platform === 'win32') folder.askToEnd();
    else child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS).unref();
  };
  void endWhenAsked();

  const { promise, resolve } = Promise.withResolvers<ElectronEnd>();
  child.once('error', (error) => resolve({ kind: 'not_started', how: error.message }));
  child.once('exit', (code, signal) => {
    if (wasAsked) resolve({ kind: 'exited', code: code ?? 0 });
    else if (folder.hasDecided()) resolve({ kind: 'exited', code: codeAfter(code, signal) });
    else resolve({ kind: 'not_started', how: signal ?? `exit code ${code}` });
  });
  return promise;
}

function codeAfter(code: number | null, signal: NodeJS.Signals | null): number {
  if (code !== null) return code;
  process.stderr.write(
    `Electron crashed (${signal}). No scan is lost; start Gatehouse again to go on.\n`,
  );
  return 1;
}
