/** The only part of the desktop app that the page can see: the station contract, as a pair of functions. */
import { contextBridge, ipcRenderer } from 'electron';
import { ipcChannels } from './channels.ts';

const listeners = new Set<(message: unknown) => void>();

ipcRenderer.on(ipcChannels.message, (_event, message: unknown) => {
  for (const listener of listeners) listener(message);
});

contextBridge.exposeInMainWorld('gatehouseStation', {
  send: (request: unknown) => {
    ipcRenderer.send(ipcChannels.request, request);
  },
  subscribe: (listener: (message: unknown) => void) => {
    listeners.add(listener);
    ipcRenderer.send(ipcChannels.open);
    return () => {
      listeners.delete(listener);
    };
  },
});
