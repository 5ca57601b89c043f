import type Database from 'better-sqlite3';
import type {
  EventRecord,
  IdentityRecord,
  ListName,
  ListPage,
  PageApplied,
  SetupRecord,
  TicketRecord,
  EventTotals,
} from '../../ports/replica.ts';
import { advanceWalk } from './advance-walk.ts';
import { prepareCarryOver } from './carry-over.ts';
import { prepareScanUpsert } from './scan-upsert.ts';
import { prepareTicketUpsert } from './ticket-upsert.ts';
import { readReplica } from './replica-reader.ts';

/** A transaction longer than this makes a scan wait for the disk. */
const ROWS_PER_TRANSACTION = 1_000;

/** Everything that is written to the replica, on the one connection that writes. */
export function writeReplica(database: Database.Database) {
  const read = readReplica(database);
  const upsertTicket = prepareTicketUpsert(database);
  const upsertScan = prepareScanUpsert(database);
  const putDocument = database.prepare<[string, string, string]>(
    `INSERT INTO documents (kind, key, body) VALUES (?, ?, ?)
     ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body`,
  );
  const putWalk = database.prepare<
    [
      string,
      string,
      string | null,
      string | null,
      string | null,
      number,
      number | null,
      number | null,
    ]
  >(
    `INSERT INTO walks (event, list, pointer, next_url, aside, applied, fresh_at, begun_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (event, list) DO UPDATE SET pointer = excluded.pointer, next_url = excluded.next_url,
       aside = excluded.aside, applied = excluded.applied, fresh_at = excluded.fresh_at,
       begun_at = excluded.begun_at`,
  );
  const addTotals = database.prepare<[string, number, number]>(
    `INSERT INTO totals (event, expected, admitted) VALUES (?, ?, ?)
     ON CONFLICT (event) DO UPDATE SET expected = expected + excluded.expected,
       admitted = admitted + excluded.admitted`,
  );
  const carryOver = prepareCarryOver(database, (event, expected, admitted) =>
    addTotals.run(event, expected, admitted),
  );
  const giveUpWalk = database.prepare<[string, string]>(
    `UPDATE walks SET next_url = NULL, aside = NULL, begun_at = NULL, applied = 0
     WHERE event = ? AND list = ?`,
  );
  const forgetWalks = database.prepare('DELETE FROM walks');
  const markShutdown = database.prepare<[number]>('UPDATE shutdown SET clean = ?');

  function applyRows(page: ListPage, from: number, until: number): string[] {
    if (page.list === 'tickets') {
      const expected = page.rows
        .slice(from, until)
        .reduce((sum, row) => sum + upsertTicket(row), 0);
      addTotals.run(page.event, expected, 0);
      return [];
    }
    const admitted = page.rows.slice(from, until).filter(upsertScan);
    addTotals.run(page.event, 0, admitted.length);
    return admitted.map((row) => row.reference);
  }

  function applyLast(page: ListPage, from: number): string[] {
    const before = read.position(page.event, page.list);
    const admitted = applyRows(page, from, page.rows.length);
    const after = advanceWalk(before, page);
    putWalk.run(
      page.event,
      page.list,
      after.pointer,
      after.next_url,
      after.aside,
      after.applied,
      after.fresh_at,
      after.begun_at,
    );
    return admitted;
  }

  const applyRowsAtOnce = database.transaction(applyRows);
  const applyLastAtOnce = database.transaction(applyLast);

  return {
    /** One transaction holds the rows and the next position; rows beyond a thousand go before it, without the position. */
    applyPage(page: ListPage): PageApplied {
      const before = read.position(page.event, page.list);
      if (before.next_url !== page.asked_url || before.pointer !== page.asked_pointer) {
        return { current: false, position: before, admitted: [], totals: read.totals(page.event) };
      }
      const admitted: string[] = [];
      let from = 0;
      while (page.rows.length - from > ROWS_PER_TRANSACTION) {
        admitted.push(...applyRowsAtOnce.immediate(page, from, from + ROWS_PER_TRANSACTION));
        from += ROWS_PER_TRANSACTION;
      }
      admitted.push(...applyLastAtOnce.immediate(page, from));
      return {
        current: true,
        position: read.position(page.event, page.list),
        admitted: firstAdmissions(page, new Set(admitted)),
        totals: read.totals(page.event),
      };
    },
    carryOver,
    restartWalk(event: string, list: ListName): void {
      giveUpWalk.run(event, list);
    },
    rewalk(): void {
      forgetWalks.run();
    },
    replaceEvents(events: readonly EventRecord[]): void {
      putDocument.run('events', '', JSON.stringify(events));
    },
    writeSetup(setup: SetupRecord): void {
      putDocument.run('setup', setup.event.reference, JSON.stringify(setup));
    },
    writeIdentity(identity: IdentityRecord): void {
      putDocument.run('identity', '', JSON.stringify(identity));
    },
    writeTicket(ticket: TicketRecord): EventTotals {
      database.transaction(() => addTotals.run(ticket.event, upsertTicket(ticket), 0)).immediate();
      return read.totals(ticket.event);
    },
    markShutdown(clean: boolean): void {
      markShutdown.run(clean ? 1 : 0);
    },
  };
}

export type ReplicaWriter = ReturnType<typeof writeReplica>;

function firstAdmissions(page: ListPage, references: ReadonlySet<string>): PageApplied['admitted'] {
  if (page.list === 'tickets') return [];
  return page.rows.flatMap((row) =>
    row.ticket !== null && references.has(row.reference)
      ? [{ ticket: row.ticket, scanned_at: row.scanned_at }]
      : [],
  );
}
