import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What the program that starts the desktop app, and the app, say to each other: empty files in a private temporary folder. Electron
 * takes no IPC channel on Windows, and no signal there lets a program end by itself.
 * Phases: the starter makes the folder → the app says `shown` with its first window, or `ended` when it ends on purpose before
 * that → the starter may say `stop`.
 */
export interface LaunchFolder {
  readonly path: string;
  /** Whether the app has shown a window, or ended on purpose: then its end is nothing to make up for. */
  readonly hasDecided: () => boolean;
  readonly askToEnd: () => void;
  readonly remove: () => void;
}

/** Where the app finds the folder. */
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
  /** The app ends because it was asked to, or after it said what is wrong. */
  readonly ended: () => void;
  /** Calls `stop` when the starter wants the app to end. Returns what stops listening. */
  readonly onStop: (stop: () => void) => () => void;
}

/** Does nothing when nobody started the app who wants to know. */
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
    // The other side is gone, and with it whoever wanted to know.
  }
}
