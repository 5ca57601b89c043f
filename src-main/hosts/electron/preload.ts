/** The only thing that the page sees of the desktop app: the station contract, as a pair of functions. */
import { contextBridge, ipcRenderer } from 'electron';
import { channels } from './channels.ts';

const listeners = new Set<(message: unknown) => void>();

ipcRenderer.on(channels.message, (_event, message: unknown) => {
  for (const listener of listeners) listener(message);
});

contextBridge.exposeInMainWorld('gatehouseStation', {
  send: (request: unknown) => {
    ipcRenderer.send(channels.request, request);
  },
  subscribe: (listener: (message: unknown) => void) => {
    listeners.add(listener);
    ipcRenderer.send(channels.open);
    return () => {
      listeners.delete(listener);
    };
  },
});
