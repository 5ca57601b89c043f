import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Signals between the desktop app and the program that starts it: empty files in a private temporary folder. Electron supports no
 * IPC channel on Windows, and no signal there lets a program shut down cleanly.
 * Phases: the starter creates the folder → the app writes `shown` with its first window, or `ended` if it ends on purpose before
 * that → the starter may write `stop`.
 */
export interface LaunchFolder {
  readonly path: string;
  /** Whether the app has shown a window or ended on purpose; if so, its end needs no fallback. */
  readonly hasDecided: () => boolean;
  readonly askToEnd: () => void;
  readonly remove: () => void;
}

/** The environment variable with the folder's path. */
export const LAUNCH_FOLDER_VARIABLE = 'GATEHOUSE_LAUNCH';

type Signal = 'shown' | 'ended' | 'stop';

const STOP_POLL_MS = 250;

export function makeLaunchFolder(): LaunchFolder {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'));
  return {
    path,
    hasDecided: () => existsSync(join(path, 'shown')) || existsSync(join(path, 'ended')),
    askToEnd: () => say(path, 'stop'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The app's side of the folder. */
export interface Launch {
  /** The first window is on the screen. */
  readonly shown: () => void;
  /** The app ends because it was asked to, or after it has reported a failure. */
  readonly ended: () => void;
  /** Calls `stop` when the starter asks the app to end. Returns a function that stops listening. */
  readonly onStop: (stop: () => void) => () => void;
}

/** Does nothing if no starter is waiting for it. */
export function joinLaunch(environment: NodeJS.ProcessEnv): Launch {
  const path = environment[LAUNCH_FOLDER_VARIABLE];
  if (path === undefined || path === '') {
    return { shown: () => undefined, ended: () => undefined, onStop: () => () => undefined };
  }
  return {
    shown: () => say(path, 'shown'),
    ended: () => say(path, 'ended'),
    onStop: (stop) => {
      const poll = setInterval(() => {
        if (existsSync(join(path, 'stop'))) stop();
      }, STOP_POLL_MS).unref();
      return () => clearInterval(poll);
    },
  };
}

function say(path: string, signal: Signal): void {
  try {
    writeFileSync(join(path, signal), '');
  } catch {
    // The starter is gone.
  }
}
