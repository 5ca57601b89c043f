import { isAlive } from './is-alive.ts';

const PARENT_POLL_MS = 500;

export interface StopWatch {
  /** Resolves with why this program should end. */
  readonly asked: Promise<string>;
  readonly dispose: () => void;
}

/**
 * Hears every way of being asked to end: a signal, or the death of the process that this one belongs to (`parent`), which
 * nobody else would report. A second signal ends the process at once.
 */
export function watchForStop(parent: number | null): StopWatch {
  const { promise: asked, resolve } = Promise.withResolvers<string>();
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1;
    if (signals > 1) process.exit(1);
    resolve(signal);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  const poll = setInterval(() => {
    if (parent !== null && !(process.ppid === parent && isAlive(parent)))
      resolve('its parent ended');
  }, PARENT_POLL_MS).unref();
  return {
    asked,
    dispose: () => {
      clearInterval(poll);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onSignal);
    },
  };
}

/**
 * The process whose end is ours: npm's script shell. Whoever starts this program directly may go away (nohup, a service
 * manager) without meaning that it should end.
 */
export function owningParent(environment: NodeJS.ProcessEnv): number | null {
  return environment['npm_lifecycle_event'] === undefined ? null : process.ppid;
}
