import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What this process has in use of JavaScript's memory, in bytes, without what could be collected. */
export function memoryInUse(): number {
  setFlagsFromString('--expose_gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('expected a collector');
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
