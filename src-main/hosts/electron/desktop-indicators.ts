import type { StationState } from '../../../shared/station/state.ts';

/** What the desktop offers beside the window. */
export interface Desktop {
  /** Keeps the display on until the returned function is called. */
  readonly keepDisplayOn: () => () => void;
  /** Sets the number on the app's icon; 0 removes it. */
  readonly setBadge: (count: number) => void;
}

export interface DesktopIndicators {
  readonly show: (state: StationState) => void;
  /** Removes every sign, and shows none afterwards. */
  readonly close: () => void;
}

/**
 * Keeps the display on while the door can scan, and shows on the app's icon how many scans have not reached the server. A station that
 * waits for an event is nobody's door yet. There is no setting: whoever wants the screen dark closes the app.
 */
export function createDesktopIndicators(desktop: Desktop): DesktopIndicators {
  let release: (() => void) | null = null;
  let badge = 0;
  let closed = false;

  const setDisplay = (on: boolean) => {
    if (on) release ??= desktop.keepDisplayOn();
    else {
      release?.();
      release = null;
    }
  };
  const setBadge = (count: number) => {
    if (count === badge) return;
    badge = count;
    desktop.setBadge(count);
  };
  return {
    show: ({ phase, sync }) => {
      if (closed) return;
      setDisplay(phase.kind === 'ready');
      setBadge(countUnsent(sync));
    },
    close: () => {
      closed = true;
      setDisplay(false);
      setBadge(0);
    },
  };
}

/**
 * The number of scans that the server does not have and will not have in a moment: refused ones and, while offline, waiting ones.
 * A refused scan may also be waiting, so the two are not added up. With a connection the queue empties automatically and is not
 * shown.
 */
function countUnsent({ connection, queued, needs_attention }: StationState['sync']): number {
  return connection.kind === 'offline' ? Math.max(queued, needs_attention) : needs_attention;
}
