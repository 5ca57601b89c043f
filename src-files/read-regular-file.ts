import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * Opens a regular file for reading. Opening a pipe could wait for ever for a writer.
 * @throws also for a folder or a pipe.
 */
export function openRegularFile(path: string): number {
  // With this flag a pipe opens at once and can be recognised. Windows has neither such pipes nor the flag.
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw new Error(`${path} is not a regular file`);
}

/** @throws also for a folder or a pipe. */
export function readRegularFile(path: string): Buffer {
  const handle = openRegularFile(path);
  try {
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
