import type { Logger } from '../ports/system.ts';
import type { ChildHandle } from '../processes/child-handle.ts';
import { supervise } from '../processes/supervise.ts';
import type { ScannersToStation, StationToScanners } from './scanner-messages.ts';

/** The connection to the scanner process, wherever it runs. */
export interface ScannerLine {
  /** Dropped while the process restarts. */
  readonly post: (message: StationToScanners) => void;
  /** Listens to the process's messages, unvalidated, and to `lost` when it ends. Called once. */
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly stop: () => Promise<void>;
}

/** Runs the process and restarts it, with a longer delay each time: without it a door still has its keyboard. */
export function superviseScanners(start: () => ChildHandle, logger: Logger): ScannerLine {
  let listener: ((message: unknown) => void) | null = null;
  const supervised = supervise({
    start,
    onStarted: (child) => child.onMessage((message) => listener?.(message)),
    onLost: ({ code, delayMs }) => {
      logger.warn({ code, delayMs }, 'the scanner process ended');
      listener?.({ kind: 'lost' } satisfies ScannersToStation);
      return 'restart';
    },
  });
  return {
    post: (message) => supervised.child()?.post(message),
    onMessage: (given) => {
      listener = given;
    },
    stop: () => supervised.stop(2_000),
  };
}
