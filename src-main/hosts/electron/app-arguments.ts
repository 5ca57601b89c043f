import { dirname, resolve } from 'node:path';

export interface AppArguments {
  readonly own: readonly string[];
  /** Switches before the app or among its arguments that are Chromium's or unknown. */
  readonly passedOver: readonly string[];
}

export interface ArgumentSurroundings {
  /** The app's path, according to Electron. */
  readonly appPath: string;
  readonly isPackaged: boolean;
  /** Names of our options, without dashes. */
  readonly options: readonly string[];
}

/**
 * Separates this app's arguments from the process's: Electron leaves Chromium's switches in `process.argv`, before the app or,
 * once it is packaged, in between. Everything after `--` is ours. Chromium has no list of its switches (`hasSwitch` is true for
 * anything that begins with `--`), so unknown ones are skipped and reported to the caller.
 */
export function appArguments(
  argv: readonly string[],
  { appPath, isPackaged, options }: ArgumentSurroundings,
): AppArguments {
  const end = argv.indexOf('--');
  if (end !== -1) return { own: argv.slice(end + 1), passedOver: [] };
  const isForeign = (argument: string) =>
    argument.startsWith('-psn_') || // macOS, for an app that was opened in the Finder
    (argument.startsWith('--') && !options.includes(nameOf(argument)));
  const given = argv.slice(isPackaged ? 1 : indexAfterApp(argv, appPath));
  return {
    own: given.filter((argument) => !isForeign(argument)),
    passedOver: given.filter(isForeign),
  };
}

/** `electron [switches] APP …`: APP is the app's folder, or a file in it. */
function indexAfterApp(argv: readonly string[], appPath: string): number {
  const isApp = (argument: string) =>
    !argument.startsWith('-') &&
    [resolve(argument), dirname(resolve(argument))].includes(resolve(appPath));
  const after = argv.slice(1);
  const app = after.findIndex(isApp);
  const first = app === -1 ? after.findIndex((argument) => !argument.startsWith('-')) : app;
  return first === -1 ? argv.length : first + 2;
}

function nameOf(argument: string): string {
  return argument.replace(/^--/, '').replace(/=.*$/s, '');
}
