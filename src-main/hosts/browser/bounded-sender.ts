import type { StationMessage } from '../../../shared/station/messages.ts';

/** Once a screen has this many unread bytes, only the newest state is kept for it. */
const HOLD_STATES_ABOVE = 262_144;
/** Above this many unread bytes it is disconnected. It reconnects and starts again with `welcome`. */
const CUT_OFF_ABOVE = 4_194_304;

/** The part of a WebSocket that is used here. */
export interface Sink {
  readonly bufferedAmount: number;
  readonly readyState: number;
  readonly OPEN: number;
  send(text: string, written: () => void): void;
  terminate(): void;
}

/** Returns a function that sends to one screen with bounded memory: a sleeping tab must not fill the station's. */
export function boundedSender(sink: Sink): (message: StationMessage) => void {
  let held: StationMessage | null = null;

  const write = (message: StationMessage) => {
    sink.send(JSON.stringify(message), () => {
      if (held === null || sink.bufferedAmount > HOLD_STATES_ABOVE) return;
      const newest = held;
      held = null;
      write(newest);
    });
  };
  return (message) => {
    if (sink.readyState !== sink.OPEN) return;
    if (sink.bufferedAmount > CUT_OFF_ABOVE) sink.terminate();
    else if (message.kind === 'state' && sink.bufferedAmount > HOLD_STATES_ABOVE) held = message;
    else write(message);
  };
}
