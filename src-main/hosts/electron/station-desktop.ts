import { powerSaveBlocker, type BrowserWindow } from 'electron';
import type { StationState } from '../../../shared/station/state.ts';
import type { Logger } from '../../ports/logger.ts';
import { setBadge } from './badge.ts';
import { createDesktopSigns } from './desktop-signs.ts';
import { kioskOf } from './kiosk-window.ts';
import { installMenu } from './menu.ts';
import { updateTalk } from './open-updater.ts';
import { comeBackAfterCrash } from './page-crashes.ts';
import type { Updates } from './updates.ts';
import { desktopWords } from './words.ts';

export interface StationDesktop {
  readonly show: (state: StationState) => void;
}

export interface StationDesktopOptions {
  readonly window: BrowserWindow;
  readonly logger: Logger;
  /** Null where no place for later versions was named. */
  readonly updates: Updates | null;
}

/** What follows the station around its page: menu, badge, display, kiosk mode, crashes. In English until the station says in which language. */
export function openStationDesktop({
  window,
  logger,
  updates,
}: StationDesktopOptions): StationDesktop {
  const { platform } = process;
  let words = desktopWords.en;
  const signs = createDesktopSigns({
    keepDisplayOn: () => {
      const blocker = powerSaveBlocker.start('prevent-display-sleep');
      return () => powerSaveBlocker.stop(blocker);
    },
    setBadge: (count) => setBadge(window, count, words.unsent(count), platform),
  });
  const lookForUpdate = updates === null ? null : () => void updates.look(updateTalk(words));
  installMenu({ platform, words, lookForUpdate });
  let isKiosk = false;
  comeBackAfterCrash(window, { logger, words: () => words, mayQuit: () => !isKiosk });
  window.once('closed', signs.close);
  const kiosk = kioskOf(window, () => installMenu({ platform, words, lookForUpdate }));
  return {
    show: (state) => {
      if (words !== desktopWords[state.locale]) {
        words = desktopWords[state.locale];
        if (!state.kiosk.on) installMenu({ platform, words, lookForUpdate });
      }
      isKiosk = state.kiosk.on;
      kiosk.set(isKiosk);
      signs.show(state);
      updates?.hearUnsent(Math.max(state.sync.queued, state.sync.needs_attention));
    },
  };
}
