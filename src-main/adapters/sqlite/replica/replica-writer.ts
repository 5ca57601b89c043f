// Why: docs/decisions/0017-replica.md
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import type {
  EventTotals,
  ListName,
  ListPage,
  PageApplied,
  RowsWritten,
  SnapshotApplied,
  SnapshotBytes,
  StreamedRows,
  TicketRecord,
  UnreadableRow,
} from '../../../ports/replica.ts';
import type {
  EventRecord,
  IdentityRecord,
  SetupRecord,
} from '../../../../shared/station/records.ts';
import { freeDisk, JOURNAL_RESERVE } from '../../../../src-files/free-disk.ts';
import { preparePages } from './apply-page.ts';
import { prepareSnapshots } from './apply-snapshot.ts';
import { prepareCounts } from './count-event.ts';
import { prepareImports } from './replica-imports.ts';
import { readReplica } from './replica-reader.ts';
import { prepareRestore } from './restore-replica.ts';
import { prepareTicketIndex } from './ticket-index.ts';
import { prepareUnreadable } from './unreadable-rows.ts';
import { joinMoved, prepareRows } from './write-rows.ts';

/** Everything that is written to the replica, on the only writing connection. */
export function writeReplica(
  database: Database.Database,
  freeBytes: () => number | null = () => freeDisk(dirname(database.name)),
) {
  const read = readReplica(database);
  const index = prepareTicketIndex(database);
  const unreadable = prepareUnreadable(database);
  const imports = prepareImports(database, { index, unreadable });
  const rows = prepareRows(database, { imports, unreadable });
  const applyPage = preparePages(database, { read, rows, imports });
  const { applySnapshot, ...snapshots } = prepareSnapshots(database, { read, rows, imports });
  const putTickets = database.transaction(rows.putTickets);
  const putStreamed = database.transaction((event: string, { scans, releases }: StreamedRows) =>
    joinMoved([rows.putScans(event, scans), rows.putReleases(event, releases)]),
  );
  const putDocument = database.prepare<[string, string, string]>(
    `INSERT INTO documents (kind, key, body) VALUES (?, ?, ?)
     ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body`,
  );
  const markShutdown = database.prepare<[number]>('UPDATE shutdown SET clean = ?');

  /** @throws before rows are written that would leave too little of the disk. */
  function assertRoom(): void {
    if ((freeBytes() ?? Infinity) < JOURNAL_RESERVE)
      throw new Error('ENOSPC: the rest of the disk is reserved');
  }

  return {
    ...snapshots,
    applyPage(page: ListPage): PageApplied {
      assertRoom();
      return applyPage(page);
    },
    applySnapshot(snapshot: SnapshotBytes): SnapshotApplied {
      assertRoom();
      return applySnapshot(snapshot);
    },
    writeRows(event: string, streamed: StreamedRows): RowsWritten {
      assertRoom();
      return { ...putStreamed.immediate(event, streamed), totals: read.totals(event) };
    },
    writeTicket(ticket: TicketRecord): EventTotals {
      putTickets.immediate(ticket.event, [ticket]);
      return read.totals(ticket.event);
    },
    restore: prepareRestore(database, rows.addTotals),
    count: (event: string, list: ListName): number => imports.count(event, list),
    restartWalk(event: string, list: ListName): void {
      imports.restartWalk(event, list);
    },
    replaceEvents(events: readonly EventRecord[], ofEvents: readonly UnreadableRow[]): void {
      putDocument.run('events', '', JSON.stringify(events));
      unreadable.replace('', 'events', ofEvents);
    },
    writeSetup(setup: SetupRecord, ofSetup: readonly UnreadableRow[]): void {
      putDocument.run('setup', setup.event.reference, JSON.stringify(setup));
      unreadable.replace(setup.event.reference, 'setup', ofSetup);
    },
    writeIdentity(identity: IdentityRecord): void {
      putDocument.run('identity', '', JSON.stringify(identity));
    },
    countEvent: prepareCounts(database),
    /** Returns whether there are more tickets to index. */
    indexTickets: (): boolean => index.step(),
    /** Records whether the file was closed cleanly; otherwise the next start checks it. */
    markShutdown(clean: boolean): void {
      markShutdown.run(clean ? 1 : 0);
    },
    /** A no-op that is answered after everything queued before it. */
    finish(): void {},
  };
}

export type ReplicaWriter = ReturnType<typeof writeReplica>;
