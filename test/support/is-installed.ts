import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether the system has a program: a test that needs one besides Node.js is skipped without it, and says so. */
export function isInstalled(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}
