/** Channel names of Electron's IPC between the page's preload and the main process. */
export const ipcChannels = {
  /** Page → main: a screen has loaded and wants a `welcome`. */
  open: 'station:open',
  /** Page → main: a station request. */
  request: 'station:request',
  /** Main → page: a station message. */
  message: 'station:message',
} as const;
