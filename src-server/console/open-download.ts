import { Readable } from 'node:stream';
import { writeExport, type Export } from '../api/exports/export.ts';
import { nameExport, openExport } from '../api/exports/open-export.ts';
import type { Database } from '../database/database.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { takeDownload, type Download } from '../domain/access/download-token.ts';
import { listMemberships } from '../domain/members/memberships.ts';
import { currentSession } from '../domain/members/sessions.ts';
import { operationTable } from '../operations/operation-table.ts';
import { ConsoleError } from './console-error.ts';
import { allows } from './run-entry.ts';

/**
 * The file of a one-time address, which works no more. Throws `session.link_ended`, also in the middle of the file, once whoever asked for it
 * may not have it any more.
 */
export async function openDownload(
  database: Database,
  token: string,
): Promise<{ readonly name: string; readonly content: Readable }> {
  const download = await database.write((tx) => takeDownload(tx, token));
  if (download === null) throw new ConsoleError('session.link_ended');
  await database.read((tx) => assertAllowed(tx, download));
  const name = await nameExport(database, download);
  const opened = await openExport(database, download);
  return { name, content: Readable.from(writeAllowed(database, download, opened)) };
}

async function* writeAllowed(
  database: Database,
  download: Download,
  opened: Export,
): AsyncGenerator<string> {
  const { delimiter = ',' } = download;
  for await (const { text } of writeExport(opened, { format: 'csv', delimiter })) {
    await database.read((tx) => assertAllowed(tx, download));
    yield text;
  }
}

/** The address is all that is shown, so the session that asked for it, and its member, are found again. */
async function assertAllowed(
  tx: ReadTransaction,
  { kind, session: identity, member: reference }: Download,
): Promise<void> {
  const session = await currentSession(tx, identity);
  const memberships = session === undefined ? [] : await listMemberships(tx, session.account_id);
  const member = memberships.find((one) => one.reference === reference);
  const entry = operationTable.get(`export.${kind}`);
  if (member === undefined || entry === undefined || !allows(member.role, entry))
    throw new ConsoleError('session.link_ended');
}
