import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Why tests that need these programs are skipped on this machine, or null. */
export function missingTool(...names: readonly string[]): string | null {
  const missing = names.filter((name) => !isOnPath(name));
  return missing.length === 0 ? null : `${missing.join(' and ')} is not installed`;
}

/** The same for Python with the library that its samples use. */
export function missingRequests(): string | null {
  const missing = missingTool('python3');
  if (missing !== null) return missing;
  const { status } = spawnSync('python3', ['-c', 'import requests']);
  return status === 0 ? null : "Python's requests is not installed";
}

/**
 * The same for PostgreSQL, which does not run as root: root needs another user for it, or the programs that create one, and folders that this user
 * may enter.
 */
export function missingPostgres(): string | null {
  if (process.getuid?.() !== 0) return null;
  if (!isOnPath('id')) return 'PostgreSQL cannot run as root without the program id';
  const hasUser = /^postgres:/m.test(readFileSync('/etc/passwd', 'utf8'));
  if (!hasUser && !(isOnPath('groupadd') && isOnPath('useradd'))) {
    return 'PostgreSQL cannot run as root, and there is no user "postgres"';
  }
  const closed = [import.meta.dirname, tmpdir()]
    .flatMap(foldersAbove)
    .find((folder) => !(statSync(folder).mode & 0o001));
  if (closed === undefined) return null;
  return `PostgreSQL cannot run as root, and only root may enter ${closed}`;
}

/** Why tests that need an address other than this computer's own are skipped. */
export const NO_NETWORK = 'this machine is in no local network';

/** The title of tests that are skipped for this reason, if there is one: the list of tests gives it. */
export function withReason(title: string, missing: string | null): string {
  return missing === null ? title : `${title} (skipped: ${missing})`;
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [...foldersAbove(above), folder];
}

function isOnPath(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
