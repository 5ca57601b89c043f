import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const DOWNLOAD_LIMIT_MS = 180_000;

/**
 * Path of Electron's executable, or null when it is not on this machine. Importing the `electron` package would download it,
 * so this reads the same files its own installer writes.
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

/** Runs the package's own installer, for at most three minutes. Resolves with the binary, or null when it is not to be had. */
export async function downloadElectronBinary(
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  const folder = electronFolder();
  if (folder === null || environment['ELECTRON_SKIP_BINARY_DOWNLOAD']) return null;
  process.stderr.write('Downloading Electron, once…\n');
  const installer = spawn(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 2, 2],
    timeout: DOWNLOAD_LIMIT_MS,
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  installer.once('error', () => resolve());
  installer.once('exit', () => resolve());
  await promise;
  return findElectronBinary(environment);
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
