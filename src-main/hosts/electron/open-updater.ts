import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { Logger } from '../../ports/system.ts';
import type { Updater, UpdateTalk } from './updates.ts';
import type { DesktopWords } from '../../../shared/verdict/messages/en.ts';

/** How long an installer may take to start before the app quits anyway. */
const INSTALL_LIMIT_MS = 60_000;

/**
 * Opens the updater. The update address is written beside the app when it is packed (GATEHOUSE_UPDATES) and is read from nowhere
 * else: anyone who could change it at run time could install another app. Returns null if there is none. `onMoved`: the new version of
 * an AppImage is in another file, because its name contains the version.
 */
export async function openUpdater(
  logger: Logger,
  onMoved: (appImage: string) => void,
): Promise<Updater | null> {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return null;
  const { default: updater } = await import('electron-updater');
  const { autoUpdater } = updater;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.disableWebInstaller = true;
  autoUpdater.logger = {
    info: (message) => logger.info({ updater: String(message) }, 'update'),
    warn: (message) => logger.warn({ updater: String(message) }, 'update'),
    error: (message) => logger.error({ updater: String(message) }, 'update'),
  };
  // Failures also reject; without a listener the event would be thrown.
  autoUpdater.on('error', () => undefined);
  autoUpdater.on('appimage-filename-updated', (appImage) => {
    try {
      onMoved(appImage);
    } catch (error) {
      logger.warn({ error: String(error) }, 'the new version is not started at login');
    }
  });
  return {
    find: async () => {
      const found = await autoUpdater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    download: async () => {
      await autoUpdater.downloadUpdate();
    },
    install: (onFailed) => {
      autoUpdater.once('error', onFailed);
      setTimeout(onFailed, INSTALL_LIMIT_MS);
      autoUpdater.quitAndInstall(true, false);
    },
  };
}

/** Shows the messages in message boxes. */
export function updateTalk(words: DesktopWords): UpdateTalk {
  const say = async (type: 'info' | 'error', message: string, detail?: string) => {
    await dialog.showMessageBox({
      type,
      message,
      ...(detail === undefined ? {} : { detail }),
      buttons: [words.ok],
    });
  };
  return {
    offer: async (version) => {
      const { response } = await dialog.showMessageBox({
        type: 'question',
        message: words.newVersion(version),
        detail: words.newVersionDetail,
        buttons: [words.download, words.notNow],
        defaultId: 0,
        cancelId: 1,
        noLink: true,
      });
      return response === 0;
    },
    isNewest: () => say('info', words.newest),
    isDownloaded: (version) => say('info', words.downloaded(version), words.newVersionDetail),
    hasFailed: (problem) => say('error', words.updateFailed, problem),
  };
}
