import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WriteTransaction } from '../../src-server/database/transaction.ts';
import type { Venue } from '../processes/venue.ts';
import type { ConsolePage } from '../support/console-page.ts';
import { openEventStream } from '../support/event-stream.ts';
import { importByConsole } from '../support/import-by-console.ts';
import { memberPage } from '../support/member-page.ts';
import { changeEvent } from '../support/station/furnish-event.ts';

/** The shop's file is brought so often, each time with so many lines more. */
const IMPORT_EVERY_MS = 20_000;
const NEW_LINES = 20;
/** For a server that was killed. */
const AWAY_MS = 500;
const TRIES = 100;

/** What an organiser does while the doors are open. */
export interface Office {
  /** Lets the import that is under way end. Returns how many tickets the imports brought. */
  readonly close: () => Promise<number>;
}

/**
 * Home and the lists of the console are open and follow the server's changes, and the shop's file is imported again and again, each time with
 * what was sold meanwhile. Whatever a killed server leaves half done is asked for again.
 */
export async function openOffice(venue: Venue): Promise<Office> {
  const location = { dataDir: join(venue.data, 'server') };
  const { organiser } = venue.event;
  const page = await memberPage(
    { authUrl: venue.origin, database: { write: (change) => changeEvent(location, change) } },
    { organiser, role: 'manager' },
  );
  const closing = new AbortController();
  const { signal } = closing;
  let brought = 0;
  const follow = async () => {
    while (!signal.aborted) {
      // Ends with the server, and with the office.
      await followChanges(venue, page, signal).catch(() => sleep(AWAY_MS));
    }
  };
  const importFiles = async () => {
    while (!signal.aborted) {
      await changeEvent(location, proveAgain);
      await bringFile(page, { event: venue.event.event, file: shopFile(brought + NEW_LINES) });
      brought += NEW_LINES;
      venue.count('imported');
      await sleep(IMPORT_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  };
  const working = Promise.all([follow(), importFiles()]);
  return {
    close: async () => {
      closing.abort();
      await working;
      return brought;
    },
  };
}

/** Who imports has shown the second factor within ten minutes. */
async function proveAgain(tx: WriteTransaction): Promise<void> {
  await tx.db.updateTable('console_sessions').set({ second_factor_at: tx.now }).execute();
}

/** Imports the file, again if the server was killed meanwhile. */
async function bringFile(
  page: ConsolePage,
  file: { readonly event: string; readonly file: Buffer },
): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await importByConsole(page, file);
    } catch (error) {
      if (left === 1) throw error;
      await sleep(AWAY_MS);
    }
  }
}

async function followChanges(venue: Venue, page: ConsolePage, signal: AbortSignal): Promise<void> {
  const { event } = venue.event;
  const stream = await openEventStream(
    { call: (path) => page.get(path, { signal }) },
    '/console/stream',
  );
  for (let heard = await stream.next(); heard !== null; heard = await stream.next()) {
    if (heard.event !== 'change') continue;
    await page.do('home.show', { event });
    await page.do('scan.list', { event });
    await page.do('ticket.list', { event, search: 'guest' });
    venue.count('looked at the console');
  }
}

function shopFile(lines: number): Buffer {
  const rows = Array.from(
    { length: lines },
    (_, line) => `${line},Standard,guest-${line}@example.org,sold-${line}`,
  );
  return Buffer.from(['Order,Ticket type,Email,Barcode', ...rows].join('\n'));
}
