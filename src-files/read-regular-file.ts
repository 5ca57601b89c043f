import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * Reads a regular file. Opening a pipe could wait for ever for a writer.
 * @throws also for a folder or a pipe.
 */
export function readRegularFile(path: string): Buffer {
  // With this flag a pipe opens at once and can be recognised. Windows has neither such pipes nor the flag.
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(handle).isFile()) throw new Error(`${path} is not a regular file`);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
