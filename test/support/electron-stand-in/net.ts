import { EventEmitter } from 'node:events';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { strict } from './strict.ts';

/** What electron-updater asks of Chromium's network, over Node's, for addresses on this machine only. */
export const net = strict('net', {
  request: (options: RequestOptions) => {
    if (options.hostname !== '127.0.0.1') throw new Error(`no requests to ${options.hostname}`);
    return requestHttp(options);
  },
});

/** Electron's own updater, which electron-updater tells that it installs. */
export const autoUpdater = new EventEmitter();
