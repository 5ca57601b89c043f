import { dialog, type BrowserWindow } from 'electron';
import type { Logger } from '../../ports/system.ts';
import { restartDelay } from '../../processes/supervise.ts';
import type { DesktopWords } from '../../../shared/verdict/messages/en.ts';

/** A page that was visible this long counts as healthy: its next crash is the first again. */
const WELL_AFTER_MS = 60_000;
/** The last of five retries comes four seconds after its crash. */
const MOST_CRASHES = 6;

export interface PageCrashOptions {
  readonly logger: Logger;
  readonly words: () => DesktopWords;
  /** False: people at the door may not close the app. */
  readonly mayQuit: () => boolean;
}

/**
 * Reloads the page after a crash, with a longer delay each time it crashes again soon. Scans are stored by the station and are
 * not lost. If the page keeps crashing, a message box says so and leaves the next attempt to a person.
 */
export function comeBackAfterCrash(
  window: BrowserWindow,
  { logger, words, mayQuit }: PageCrashOptions,
): void {
  let crashes = 0;
  let lastCrash = Number.NEGATIVE_INFINITY;
  const reload = () => {
    if (!window.isDestroyed()) window.webContents.reload();
  };
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const now = performance.now();
    crashes = now - lastCrash >= WELL_AFTER_MS ? 1 : crashes + 1;
    lastCrash = now;
    logger.error({ reason, exitCode, crashes }, 'the page crashed');
    if (crashes < MOST_CRASHES) {
      setTimeout(reload, restartDelay(crashes));
      return;
    }
    crashes = 0;
    const { tryAgain, quit } = words();
    const buttons = mayQuit() ? [tryAgain, quit] : [tryAgain];
    void askForAnotherTry(window, { words: words(), buttons, reload });
  });
}

async function askForAnotherTry(
  window: BrowserWindow,
  {
    words,
    buttons,
    reload,
  }: {
    readonly words: DesktopWords;
    readonly buttons: string[];
    readonly reload: () => void;
  },
): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: words.crashing,
    detail: words.crashingDetail,
    buttons,
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === 0) reload();
  else if (!window.isDestroyed()) window.destroy();
}
