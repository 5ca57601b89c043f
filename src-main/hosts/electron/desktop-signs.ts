import type { StationState } from '../../../shared/station/state.ts';

/** What the desktop offers a station beside its window. */
export interface Desktop {
  /** Keeps the display on until the returned function is called. */
  readonly keepDisplayOn: () => () => void;
  /** The number at the app's icon; 0 takes it away. */
  readonly setBadge: (count: number) => void;
}

export interface DesktopSigns {
  readonly show: (state: StationState) => void;
  /** Takes every sign away. Nothing is shown any more afterwards. */
  readonly close: () => void;
}

/** Keeps the display on while the door can scan, and counts at the app's icon what has not reached the server. */
export function createDesktopSigns(desktop: Desktop): DesktopSigns {
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
 * Scans that the server does not have and that will not be there in a moment: refused ones, and while it is away those that wait. A
 * refused scan may wait as well, so the two are not added up. With a connection the queue empties by itself, and is no sign.
 */
export function countUnsent({ connection, queued, needs_attention }: StationState['sync']): number {
  return connection.kind === 'offline' ? Math.max(queued, needs_attention) : needs_attention;
}
