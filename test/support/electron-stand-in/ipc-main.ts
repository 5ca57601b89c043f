import { strict } from './strict.ts';

type Listener = (event: unknown, ...args: readonly unknown[]) => void;

const listeners = new Map<string, Listener>();

export const ipcMain = strict('ipcMain', {
  on: (channel: string, listener: Listener) => {
    if (listeners.has(channel)) throw new Error(`the channel ${channel} has a listener already`);
    listeners.set(channel, listener);
  },
});

export function emitToMain(channel: string, event: unknown, args: readonly unknown[]): void {
  const listener = listeners.get(channel);
  if (listener === undefined) throw new Error(`nobody listens on the channel ${channel}`);
  listener(event, ...args);
}
