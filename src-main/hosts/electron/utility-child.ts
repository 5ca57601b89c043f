import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { Logger } from '../../ports/system.ts';
import { environmentWithoutSecrets, type ChildHandle } from '../../processes/child-handle.ts';

/** Starts a bundle beside this one as a utility process. Its output goes to our stderr, and to the log or to `onOutput` as it arrives. */
export function forkUtility(
  name: 'server' | 'station' | 'scanner',
  logger: Logger,
  onOutput = (text: string) => logger.warn({ text }, `the ${name} process printed`),
): ChildHandle {
  const child = utilityProcess.fork(join(import.meta.dirname, `${name}-process.js`), [], {
    serviceName: `gatehouse-${name}-process`,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentWithoutSecrets(),
  });
  for (const output of [child.stdout, child.stderr]) {
    output?.pipe(process.stderr, { end: false });
    output?.on('data', (chunk: Buffer) => onOutput(chunk.toString()));
  }
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  let running = true;
  // An `error` without a listener would be thrown in the main process. `exit` always follows.
  child.on('error', (_type, location) => {
    logger.error({ location }, `a fatal error in the ${name} process`);
  });
  child.once('exit', (code) => {
    running = false;
    resolve(code);
  });
  return {
    post: (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
      if (running) child.postMessage(message);
    },
    onMessage: (listener) => child.on('message', listener),
    onClose: (listener) => void ended.then(listener),
    kill: () => child.kill(),
  };
}
