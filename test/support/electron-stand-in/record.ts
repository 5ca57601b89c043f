/** The host's calls to Electron, which a test can request over the process's IPC channel. */
export interface StandInRecord {
  sandboxed: boolean;
  lockHeld: boolean;
  schemes: unknown[];
  windows: {
    options: unknown;
    shown: number;
    focused: number;
    minimized: boolean;
    kiosk: boolean;
    closed: boolean;
    url: string;
  }[];
  menu: unknown;
  /** The keys of its items, those of their roles included. */
  accelerators: readonly string[];
  appUserModelId: string;
  /** The active ones. */
  powerSaveBlockers: string[];
  /** The number on the app's icon. */
  badge: number;
  /** Addresses that the system's browser was asked to open. */
  openedOutside: string[];
  messageBoxes: { message: string; detail: string; buttons: readonly string[] }[];
  errorBoxes: string[];
  removedSwitches: string[];
  /** What printers of the system were given, with the text of the page. */
  printed: { options: unknown; text: unknown }[];
  deniedNavigations: string[];
  deniedWindows: string[];
  /** Requests of the page to other origins; there should be none. */
  outsideRequests: string[];
  utilities: { serviceName: string; pid: number; running: boolean }[];
}

export const record: StandInRecord = {
  sandboxed: false,
  lockHeld: false,
  schemes: [],
  windows: [],
  menu: null,
  accelerators: [],
  appUserModelId: '',
  powerSaveBlockers: [],
  badge: 0,
  openedOutside: [],
  messageBoxes: [],
  errorBoxes: [],
  removedSwitches: [],
  printed: [],
  deniedNavigations: [],
  deniedWindows: [],
  outsideRequests: [],
  utilities: [],
};
