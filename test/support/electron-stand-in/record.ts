/** What the host asked of Electron, for the test to look at: sent over the process channel when it asks. */
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
  /** Those that hold now. */
  powerSaveBlockers: string[];
  /** The number at the app's icon. */
  badge: number;
  messageBoxes: { message: string; detail: string; buttons: readonly string[] }[];
  errorBoxes: string[];
  removedSwitches: string[];
  deniedNavigations: string[];
  deniedWindows: string[];
  /** Requests of the page that left its origin; there should be none. */
  outsideRequests: string[];
  utilities: { serviceName: string; pid: number; running: boolean }[];
}

export const record: StandInRecord = {
  sandboxed: false,
  lockHeld: false,
  schemes: [],
  windows: [],
  menu: null,
  powerSaveBlockers: [],
  badge: 0,
  messageBoxes: [],
  errorBoxes: [],
  removedSwitches: [],
  deniedNavigations: [],
  deniedWindows: [],
  outsideRequests: [],
  utilities: [],
};
