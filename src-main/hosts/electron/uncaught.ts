import type { Logger } from '../../ports/logger.ts';

export interface UncaughtLog {
  /** From here on into this log too. */
  readonly logTo: (logger: Logger) => void;
}

/**
 * Errors that nobody caught are written down, and the app goes on: the station decides in a process of its own. Without this
 * Electron would put a box with a stack trace in front of the door, which keeps everything waiting until somebody closes it.
 */
export function logUncaught(): UncaughtLog {
  let log: Logger | null = null;
  const write = (error: unknown) => {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${problem}\n`);
    log?.error({ problem }, 'an error that nobody caught');
  };
  process.on('uncaughtException', write).on('unhandledRejection', write);
  return {
    logTo: (logger) => {
      log = logger;
    },
  };
}
