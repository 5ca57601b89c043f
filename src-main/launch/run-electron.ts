import { spawn } from 'node:child_process';
import { owningProcesses, STOPPING, watchForStop } from '../processes/until-stopped.ts';
import {
  LAUNCH_FOLDER_VARIABLE,
  makeLaunchFolder,
  type LaunchFolder,
} from '../processes/launch-folder.ts';

/**
 * `not_started`: it ended before its app had shown a window, by a signal (sandbox, display), with exit code 127 (a library is
 * missing), 1 (a stale `DISPLAY`), or otherwise.
 */
export type ElectronEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'not_started'; readonly how: string };

export interface ElectronRun {
  readonly binary: string;
  /** The folder of package.json. */
  readonly root: string;
  /** The app's own arguments. */
  readonly args: readonly string[];
  /** Chromium's switches: `--name` or `--name=value`. */
  readonly switches: readonly string[];
}

/** The app's own shutdown first uploads what it can. */
const END_LIMIT_MS = 20_000;
const HINT_AFTER_MS = 20_000;

/**
 * Chromium's switches, the app, and the app's arguments after `--`, where Chromium does not take them for its own. Also, on
 * Windows, Electron without `--` exits immediately if anything follows an argument that looks like a URL, as the value of `--server`
 * does.
 */
export function electronArguments({
  root,
  args,
  switches,
}: Omit<ElectronRun, 'binary'>): readonly string[] {
  return [...switches, root, '--', ...args];
}

/** Runs the built app in Electron until it ends, and forwards requests to stop. */
export async function runElectron(run: ElectronRun): Promise<ElectronEnd> {
  const folder = makeLaunchFolder();
  const watch = watchForStop(owningProcesses(process.env));
  const hint = setTimeout(() => {
    if (folder.hasDecided()) return;
    process.stderr.write(
      'Electron has not shown a window yet. Press Ctrl+C to end it; --host=browser opens the same screens in a browser.\n',
    );
  }, HINT_AFTER_MS).unref();
  try {
    return await runToItsEnd(run, folder, watch.requested);
  } finally {
    clearTimeout(hint);
    watch.dispose();
    folder.remove();
  }
}

async function runToItsEnd(
  run: ElectronRun,
  folder: LaunchFolder,
  requested: Promise<string>,
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
  let wasRequested = false;
  const endWhenRequested = async () => {
    await requested;
    wasRequested = true;
    if (!run.args.includes('--json')) process.stdout.write(`${STOPPING}\n`);
    // On Windows a signal kills a process immediately, with everything it still had to upload.
    if (process.platform === 'win32') folder.askToEnd();
    else child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS).unref();
  };
  void endWhenRequested();

  const { promise, resolve } = Promise.withResolvers<ElectronEnd>();
  child.once('error', (error) => resolve({ kind: 'not_started', how: error.message }));
  child.once('exit', (code, signal) => {
    if (wasRequested) resolve({ kind: 'exited', code: code ?? 0 });
    else if (folder.hasDecided()) resolve({ kind: 'exited', code: codeAfter(code, signal) });
    else resolve({ kind: 'not_started', how: signal ?? `exit code ${code}` });
  });
  return promise;
}

function codeAfter(code: number | null, signal: NodeJS.Signals | null): number {
  if (code !== null) return code;
  process.stderr.write(
    `Electron crashed (${signal}). No scan is lost; start Gatehouse again to continue.\n`,
  );
  return 1;
}
