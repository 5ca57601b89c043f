import type { ParentPort as UtilityPort } from 'electron';
import type { Port } from './rpc.ts';

/** Asks a child process to end. */
export const STOP = { kind: 'stop' } as const;

/** The port to the parent process: Electron's utility process port, or the channel of a forked Node child. */
export interface ParentPort extends Port {
  /** The parent asks this process to end, or is gone. */
  readonly onStop: (stop: () => void) => void;
}

/** @throws if this process has no such parent. */
export function openParentPort(): ParentPort {
  const port = openPort();
  return {
    ...port,
    onStop: (stop) => {
      port.onClose(stop);
      port.onMessage((message) => {
        if (isStop(message)) stop();
      });
    },
  };
}

function openPort(): Port {
  // Electron's types declare the port in every process; only utility processes have it.
  const utility: UtilityPort | undefined = process.parentPort;
  if (utility !== undefined) {
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
      post: (message) => utility.postMessage(message),
      onMessage: (listener) => utility.on('message', (event) => listener(event.data)),
      // Electron ends a utility process together with its parent.
      onClose: () => undefined,
    };
  }
  if (process.send === undefined) {
    throw new TypeError('expected to be started by a host, with a channel to it');
  }
  return {
    post: (message) => {
      if (process.connected) process.send?.(message);
    },
    onMessage: (listener) => process.on('message', listener),
    onClose: (listener) => process.once('disconnect', () => listener()),
  };
}

function isStop(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'kind' in message &&
    message.kind === STOP.kind
  );
}
