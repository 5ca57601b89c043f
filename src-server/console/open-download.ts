import { Readable } from 'node:stream';
import { nameDownload, writeDownload } from '../api/csv/write-download.ts';
import type { Database } from '../database/database.ts';
import { takeDownload } from '../domain/access/download-token.ts';
import { ConsoleError } from './console-error.ts';

/** The file of a one-time address, which works no more. Throws `session.link_ended`. */
export async function openDownload(
  database: Database,
  token: string,
): Promise<{ readonly name: string; readonly content: Readable }> {
  const download = await database.write((tx) => takeDownload(tx, token));
  if (download === null) throw new ConsoleError('session.link_ended');
  const name = await nameDownload(database, download);
  return { name, content: Readable.from(writeDownload(database, download)) };
}
