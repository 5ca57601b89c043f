// Why: docs/decisions/0019-hosts-and-page.md
/**
 * Looks for a newer version when asked, and installs it when the app is closed.
 * Phases: `look` → an offer → a download → `installAtEnd`, once window, station and server are closed.
 */

/** Finds, downloads and installs versions. Each may reject. */
export interface Updater {
  /** Returns the newest version, if newer than this one; otherwise null. */
  readonly find: () => Promise<string | null>;
  /** Downloads the version that `find` returned. */
  readonly download: () => Promise<void>;
  /** Starts the installer and quits the app; calls `onFailed` if that is impossible. */
  readonly install: (onFailed: () => void) => void;
}

/** Messages for the person who asked. */
export interface UpdateTalk {
  readonly offer: (version: string) => Promise<boolean>;
  readonly isNewest: () => Promise<void>;
  /** The version was downloaded and will be installed when the app is closed. */
  readonly isDownloaded: (version: string) => Promise<void>;
  readonly hasFailed: (problem: string) => Promise<void>;
}

export interface Updates {
  /** Does nothing while a search is running. */
  readonly look: (talk: UpdateTalk) => Promise<void>;
  /** How many scans the server does not have, according to the station's last state. */
  readonly setUnsent: (count: number) => void;
  /**
   * Installs the downloaded version, unless scans may still be waiting here: an app that fails to start again must not hold the
   * only copy of them. Returns whether the installer quits the app.
   */
  readonly installAtEnd: (onFailed: () => void) => boolean;
}

export function createUpdates(updater: Updater): Updates {
  let isLooking = false;
  let downloaded: string | null = null;
  /** Null until a station has reported it. */
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
    setUnsent: (count) => {
      unsent = count;
    },
    installAtEnd: (onFailed) => {
      if (downloaded === null || unsent !== 0) return false;
      updater.install(onFailed);
      return true;
    },
  };
}
