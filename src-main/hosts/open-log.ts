import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../ports/logger.ts';

const LARGEST_BYTES = 5_000_000;

/** Opens a log for appending. The file before it is kept as `NAME.1` once it is larger than 5 MB. */
export function openLog(folder: string, name: string): (line: string) => void {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_BYTES) {
    renameSync(path, `${path}.1`);
  }
  return (line) => {
    try {
      appendFileSync(path, line);
    } catch {
      // A full disk must not stop the server for want of its log.
    }
  };
}

/** The station's log: one JSON object a line. */
export function openLogger(folder: string, name: string): Logger {
  const write = openLog(folder, name);
  const at = (level: string) => (details: Readonly<Record<string, unknown>>, message: string) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...details })}\n`);
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
