/**
 * Looks for a newer version when a person asks, and installs it when the app is closed.
 * Phases: `look` → an offer → a download → `installAtEnd`, once window, station and server are closed.
 */

/** What finds, fetches and installs versions. Each may reject. */
export interface Updater {
  /** The newest version that is newer than this one; null when there is none. */
  readonly find: () => Promise<string | null>;
  /** Fetches what `find` found. */
  readonly download: () => Promise<void>;
  /** Starts the installer and ends the app; calls `onFailed` when that cannot be done. */
  readonly install: (onFailed: () => void) => void;
}

/** The words to the person who asked. */
export interface UpdateTalk {
  readonly offer: (version: string) => Promise<boolean>;
  readonly isNewest: () => Promise<void>;
  /** The version is here, and is installed when the app is closed. */
  readonly isDownloaded: (version: string) => Promise<void>;
  readonly hasFailed: (problem: string) => Promise<void>;
}

export interface Updates {
  /** Does nothing while it is looking already. */
  readonly look: (talk: UpdateTalk) => Promise<void>;
  /** How many scans the server does not have, as the station said last. */
  readonly hearUnsent: (count: number) => void;
  /**
   * Installs what was downloaded, unless scans may wait here for their server: an app that does not start again must not hold the only
   * copy of them. Returns whether the installer ends the app.
   */
  readonly installAtEnd: (onFailed: () => void) => boolean;
}

export function createUpdates(updater: Updater): Updates {
  let isLooking = false;
  let downloaded: string | null = null;
  /** Null while no station has said. */
  let unsent: number | null = null;

  const findAndDownload = async (talk: UpdateTalk): Promise<void> => {
    if (downloaded !== null) return talk.isDownloaded(downloaded);
    const version = await updater.find();
    if (version === null) return talk.isNewest();
    if (!(await talk.offer(version))) return;
    await updater.download();
    downloaded = version;
    await talk.isDownloaded(version);
  };
  return {
    look: async (talk) => {
      if (isLooking) return;
      isLooking = true;
      try {
        await findAndDownload(talk);
      } catch (error) {
        await talk.hasFailed(error instanceof Error ? error.message : String(error));
      } finally {
        isLooking = false;
      }
    },
    hearUnsent: (count) => {
      unsent = count;
    },
    installAtEnd: (onFailed) => {
      if (downloaded === null || unsent !== 0) return false;
      updater.install(onFailed);
      return true;
    },
  };
}
