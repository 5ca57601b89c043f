import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { environmentWithoutSecrets } from '../processes/child-handle.ts';

/**
 * How long to wait for the download. If Electron was not asked for by name, a browser opens soon and the download is retried the
 * next day.
 */
const DOWNLOAD_LIMIT_MS = { now: 180_000, once_a_day: 45_000 };
const DAY_MS = 86_400_000;

/**
 * Returns the path of Electron's executable, or null if it is not on this machine. Importing the `electron` package would
 * download it, so this reads the same files that its installer writes.
 */
export function findElectronBinary(environment: NodeJS.ProcessEnv): string | null {
  const folder = electronFolder();
  if (folder === null) return null;
  const executable = readText(join(folder, 'path.txt'));
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  const binary = override
    ? join(override, executable ?? 'electron')
    : executable !== null && isThisVersion(folder)
      ? join(folder, 'dist', executable)
      : null;
  return binary !== null && existsSync(binary) ? binary : null;
}

export type Download =
  | { readonly binary: string }
  /** `why`: a clause for people. */
  | { readonly binary: null; readonly why: string };

/**
 * Runs the package's own installer, for a limited time. With `once_a_day` a failure is remembered, so that a machine that cannot
 * download the binary does not retry at every start. The output of a failed installer is kept in `download-failed`.
 */
export async function downloadElectronBinary(
  environment: NodeJS.ProcessEnv,
  when: 'now' | 'once_a_day',
): Promise<Download> {
  const folder = electronFolder();
  if (folder === null) return { binary: null, why: 'the package electron is not installed' };
  if (environment['ELECTRON_SKIP_BINARY_DOWNLOAD']) {
    return { binary: null, why: 'ELECTRON_SKIP_BINARY_DOWNLOAD is set' };
  }
  const failed = join(folder, 'download-failed');
  if (when === 'once_a_day' && ageMs(failed) < DAY_MS) {
    return { binary: null, why: 'a download failed less than a day ago' };
  }
  process.stderr.write('Downloading Electron, once…\n');
  const output = await runInstaller(join(folder, 'install.js'), DOWNLOAD_LIMIT_MS[when]);
  const binary = findElectronBinary(environment);
  if (binary === null) {
    remember(failed, output);
    const [first = ''] = output.split('\n');
    return { binary, why: first.replace(/^\w*Error: /, '') || 'it took too long' };
  }
  rmSync(failed, { force: true });
  return { binary };
}

/** Resolves with its output once it has ended, successfully or not. */
async function runInstaller(script: string, timeout: number): Promise<string> {
  const installer = spawn(process.execPath, [script], {
    env: environmentWithoutSecrets(),
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout,
  });
  let output = '';
  installer.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const { promise, resolve } = Promise.withResolvers<void>();
  installer.once('error', () => resolve());
  installer.once('close', () => resolve());
  await promise;
  return output.trim();
}

function ageMs(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? Number.POSITIVE_INFINITY : Date.now() - found.mtimeMs;
}

function remember(file: string, output: string): void {
  try {
    writeFileSync(file, `${output}\n`);
  } catch {
    // Installed by another user: the next start tries again.
  }
}

function electronFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

function isThisVersion(folder: string): boolean {
  const manifest: unknown = JSON.parse(readText(join(folder, 'package.json')) ?? 'null');
  const installed = readText(join(folder, 'dist', 'version'))
    ?.trim()
    .replace(/^v/, '');
  return (
    typeof manifest === 'object' &&
    manifest !== null &&
    'version' in manifest &&
    manifest.version === installed
  );
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
