import type { ParentPort as UtilityPort } from 'electron';

/** The port to the parent process: Electron's utility process port, or the channel of a forked Node child. */
export interface ParentPort {
  readonly post: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** The parent is gone. Never called in a utility process, which Electron ends together with its parent. */
  readonly onGone: (listener: () => void) => void;
}

/** @throws if this process has no such parent. */
export function openParentPort(): ParentPort {
  // Electron's types declare the port in every process; only utility processes have it.
  const utility: UtilityPort | undefined = process.parentPort;
  if (utility !== undefined) {
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
      post: (message) => utility.postMessage(message),
      onMessage: (listener) => utility.on('message', (event) => listener(event.data)),
      onGone: () => undefined,
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
    onGone: (listener) => process.once('disconnect', listener),
  };
}
