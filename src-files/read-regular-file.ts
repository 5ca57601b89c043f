import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * Reads a file, and nothing else that has its name: to open a pipe would wait for somebody who writes to it, for ever.
 * @throws also for a folder or a pipe.
 */
export function readRegularFile(path: string): Buffer {
  // A pipe opens at once with this flag, and is seen to be one. Windows has neither such pipes nor the flag.
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(handle).isFile()) throw new Error(`${path} is not a file that can be read`);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
