import type { Logger } from '../../ports/logger.ts';
import type { ChildHandle } from '../processes/child-handle.ts';
import { supervise } from '../processes/supervise.ts';
import type { ScannersToStation, StationToScanners } from './scanner-messages.ts';

/** The way to the process that reads scanners, wherever it runs. */
export interface ScannerLine {
  /** Goes nowhere while the process is being started again. */
  readonly post: (message: StationToScanners) => void;
  /** What the process says, unchecked, and `lost` in its place. Called once. */
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly stop: () => Promise<void>;
}

/** Runs the process, and again, later each time, as often as it ends: a door without it still has its keyboard. */
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
    stop: () => supervised.stop({ kind: 'stop' } satisfies StationToScanners, 2_000),
  };
}
