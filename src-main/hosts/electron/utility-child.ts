import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { ChildHandle } from '../processes/child-handle.ts';

/** Starts one of the bundles beside this one as a utility process. Its output joins our stderr. */
export function forkUtility(name: 'server-process' | 'station-process'): ChildHandle {
  const { GATEHOUSE_CLIENT_SECRET: _, ...env } = process.env;
  const child = utilityProcess.fork(join(import.meta.dirname, `${name}.js`), [], {
    serviceName: `gatehouse-${name}`,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  child.stdout?.pipe(process.stderr, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  let running = true;
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
    onExit: (listener) => void ended.then(listener),
    kill: () => child.kill(),
  };
}
