import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { ChildHandle } from '../../processes/child-handle.ts';

export interface UtilityWatch {
  /** The process's output, as it arrives. */
  readonly onOutput: (text: string) => void;
  /** V8's reason for aborting the process. */
  readonly onFatalError: (location: string) => void;
}

/** Starts a bundle beside this one as a utility process. Its output goes to our stderr. */
export function forkUtility(
  name: 'server-process' | 'station-process' | 'scanner-process',
  watch: UtilityWatch,
): ChildHandle {
  const { GATEHOUSE_CLIENT_SECRET: _, ...env } = process.env;
  const child = utilityProcess.fork(join(import.meta.dirname, `${name}.js`), [], {
    serviceName: `gatehouse-${name}`,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  for (const output of [child.stdout, child.stderr]) {
    output?.pipe(process.stderr, { end: false });
    output?.on('data', (chunk: Buffer) => watch.onOutput(chunk.toString()));
  }
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  let running = true;
  // An `error` without a listener would be thrown in the main process. `exit` always follows.
  child.on('error', (_type, location) => watch.onFatalError(location));
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
