// Why: docs/decisions/0019-hosts-and-page.md
import { BrowserWindow } from 'electron';
import { labelSizes, type LabelChoice, type LabelJob } from '../../../shared/station/labels.ts';
import type { LabelPrinter } from '../../own-server/label-printer.ts';
import { APP_ORIGIN } from './app-scheme.ts';
import { pagePreferences } from './station-window.ts';

/** Some drivers answer late, and Electron does not always call back. */
const LIMIT_MS = 20_000;
const MICROMETRES = 1_000;

/** Prints in a window of its own that is never shown. `station`: the window after which no other may stay open. */
export function openLabelPrinter(station: BrowserWindow): LabelPrinter {
  let before: Promise<unknown> = Promise.resolve();
  return {
    list: async () => {
      const printers = await station.webContents.getPrintersAsync();
      return printers.map(({ name, displayName }) => ({ name, display_name: displayName }));
    },
    print: (job, printer) => {
      const turn = before.then(() => printIn(station, job, printer));
      before = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function printIn(
  station: BrowserWindow,
  job: LabelJob,
  printer: LabelChoice['printer'],
): Promise<void> {
  if (station.isDestroyed()) return;
  // It needs no preload.
  const window = new BrowserWindow({ show: false, webPreferences: pagePreferences() });
  const close = () => {
    if (!window.isDestroyed()) window.destroy();
  };
  station.once('closed', close);
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => limit.reject(new Error('The printer has not answered.')),
    LIMIT_MS,
  );
  try {
    await Promise.race([print(window, job, printer), limit.promise]);
  } finally {
    clearTimeout(timer);
    station.off('closed', close);
    close();
  }
}

async function print(
  window: BrowserWindow,
  job: LabelJob,
  printer: LabelChoice['printer'],
): Promise<void> {
  const { webContents } = window;
  await window.loadURL(`${APP_ORIGIN}/label.html#${encodeURIComponent(JSON.stringify(job))}`);
  await webContents.executeJavaScript('drawn.then(() => undefined)');
  const { width, height } = labelSizes[job.size];
  const pageSize = { width: width * MICROMETRES, height: height * MICROMETRES };
  await new Promise<void>((resolve, reject) => {
    webContents.print(
      {
        silent: true,
        printBackground: true,
        margins: { marginType: 'none' },
        pageSize,
        ...(printer !== null && { deviceName: printer }),
      },
      (isTaken, why) => (isTaken ? resolve() : reject(new Error(why))),
    );
  });
}
