import { isAlive } from '../../src-files/is-alive.ts';

const OWNER_POLL_MS = 500;

export interface StopWatch {
  /** Resolves with why this program should end. */
  readonly asked: Promise<string>;
  readonly dispose: () => void;
}

/**
 * Hears every way of being asked to end: a signal, or the death of a process that this one belongs to (`owners`), which nobody
 * else would report. A second signal ends the process at once.
 */
export function watchForStop(owners: readonly number[]): StopWatch {
  const { promise: asked, resolve } = Promise.withResolvers<string>();
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1;
    if (signals > 1) process.exit(1);
    resolve(signal);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  const poll = setInterval(() => {
    if (!owners.every(isAlive)) resolve('its owner ended');
  }, OWNER_POLL_MS).unref();
  return {
    asked,
    dispose: () => {
      clearInterval(poll);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onSignal);
    },
  };
}
