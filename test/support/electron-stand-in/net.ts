import { EventEmitter } from 'node:events';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { strict } from './strict.ts';

/** The part of Chromium's network API that electron-updater uses, on top of Node's; for addresses on this machine only. */
export const net = strict('net', {
  request: (options: RequestOptions) => {
    if (options.hostname !== '127.0.0.1') throw new Error(`no requests to ${options.hostname}`);
    return requestHttp(options);
  },
});

/** Electron's own updater, which electron-updater notifies before it installs. */
export const autoUpdater = new EventEmitter();
