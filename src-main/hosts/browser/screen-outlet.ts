import type { StationMessage } from '../../../shared/station/messages.ts';

/** Above this many bytes that a screen has not read, only the newest state waits for it. */
const HOLD_STATES_ABOVE = 262_144;
/** Above this many it is cut off. It comes back by itself and starts again with `welcome`. */
const CUT_OFF_ABOVE = 4_194_304;

export interface ScreenOutlet {
  readonly send: (message: StationMessage) => void;
}

/** What is used of a WebSocket. */
export interface Sink {
  readonly bufferedAmount: number;
  readonly readyState: number;
  readonly OPEN: number;
  send(text: string, written: () => void): void;
  terminate(): void;
}

/** Sends to one screen with bounded memory: a tab that was put to sleep must not fill up the station's. */
export function createScreenOutlet(sink: Sink): ScreenOutlet {
  let held: StationMessage | null = null;

  const write = (message: StationMessage) => {
    sink.send(JSON.stringify(message), () => {
      if (held === null || sink.bufferedAmount > HOLD_STATES_ABOVE) return;
      const newest = held;
      held = null;
      write(newest);
    });
  };
  return {
    send: (message) => {
      if (sink.readyState !== sink.OPEN) return;
      if (sink.bufferedAmount > CUT_OFF_ABOVE) sink.terminate();
      else if (message.kind === 'state' && sink.bufferedAmount > HOLD_STATES_ABOVE) held = message;
      else write(message);
    },
  };
}
