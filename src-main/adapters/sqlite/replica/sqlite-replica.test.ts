import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  instantAt,
  scanPage,
  scanRecord,
  ticketPage,
  ticketRecord,
  earliestOf,
} from '../../../../test/support/station/records.ts';
import { overwriteRow } from '../../../../test/support/station/damage.ts';
import { InlineWorker } from '../../../../test/support/station/inline-worker.ts';
import { builtProgram } from '../../../../test/support/station/programs.ts';
import { EVENT, numbered } from '../../../../test/support/station/rows.ts';
import { temporaryDirectory } from '../../../../test/support/station/run-station.ts';
import { asNobody, isRoot } from '../../../../test/support/station/without-root.ts';
import { prepareReplica } from './prepare-replica.ts';
import { readReplica } from './replica-reader.ts';
import { SqliteReplica } from './sqlite-replica.ts';
import { prepareTicketIndex } from './ticket-index.ts';
import { withReason } from '../../../../test/support/has-tool.ts';

const notRoot = isRoot ? null : 'only root can own a file of another user';

describe('the replica on disk', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let path: string;

  /** With its worker in a thread, as in a station; the other tests are about the file. */
  const openThreaded = () => new SqliteReplica(path, builtProgram('replica-worker'));
  const open = () => new SqliteReplica(path, builtProgram('replica-worker'), InlineWorker);

  /** Overwrites every page after the first, as a failing disk would. */
  const damage = () => {
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096);
    writeFileSync(path, bytes);
  };

  /** Overwrites the one page of the file that holds the row of a table with this reference. */
  const damageRow = (reference: string) => overwriteRow(path, reference);

  const alter = (sql: string) => {
    const database = new Database(path);
    database.exec(sql);
    database.close();
  };

  /** The descriptors that this process has open on the file, as a connection whose device went away would find them. */
  const loseDescriptors = () => {
    readdirSync('/proc/self/fd')
      .filter((name) => targetOf(name) === path)
      .forEach((name) => closeSync(Number(name)));
  };

  /** What the worker left in the log joins the file, and nothing is beside it. */
  const fold = () => {
    const folded = new Database(path);
    folded.pragma('wal_checkpoint(TRUNCATE)');
    folded.close();
  };

  const fill = async () => {
    const replica = open();
    const rows = Array.from({ length: 400 }, (_, index) => ticketRecord(index + 1));
    await replica.applyPage(ticketPage(rows));
    await replica.applyPage(scanPage([scanRecord(1)]));
    await replica.close();
  };

  beforeEach(async () => {
    directory = await temporaryDirectory();
    path = join(directory.path, 'replica.db');
  });

  afterEach(() => directory[Symbol.asyncDispose]());

  it('is the same after a restart', async () => {
    await fill();
    const replica = open();
    expect(replica.rebuilt).toBe(false);
    expect(replica.findTicket(EVENT, numbered('ticket', 400))).toEqual(ticketRecord(400));
    expect(replica.totals(EVENT)).toEqual({ expected: 400, admitted: 1, inside: 1 });
    expect(replica.position(EVENT, 'tickets')).toMatchObject({
      pointer: 'w1',
      fresh_at: instantAt(100),
    });
    await replica.close();
  });

  it('continues indexing where a killed run stopped', async () => {
    await fill();
    alter(
      "UPDATE ticket_index SET until = 0, written = 0; INSERT INTO ticket_words (ticket_words) VALUES ('delete-all')",
    );
    const replica = openThreaded();
    expect(replica.searchTickets(EVENT, ['amelie'], 1_000)).toEqual({
      tickets: [],
      complete: false,
    });
    expect(await untilComplete(replica, 'amelie')).toBe(400);
    await replica.close();
  });

  it('does not call a search complete whose rows were indexed while it read', async () => {
    await fill();
    alter(
      "UPDATE ticket_index SET until = 0, written = 0; INSERT INTO ticket_words (ticket_words) VALUES ('delete-all')",
    );
    const worker = new Database(path);
    const { step } = prepareTicketIndex(worker);
    const database = new Database(path, {
      // Between the search and the question whether all is indexed.
      verbose: (sql) => {
        if (String(sql).startsWith('SELECT until')) while (step());
      },
    });
    const reader = readReplica(database);
    const incomplete = { tickets: [], complete: false };
    expect(reader.searchTickets(EVENT, ['amelie'], 1_000)).toEqual(incomplete);
    const again = reader.searchTickets(EVENT, ['amelie'], 1_000);
    expect(again.tickets).toHaveLength(400);
    expect(again.complete).toBe(true);
    worker.close();
    database.close();
  });

  it('stays closed, whatever was in progress', async () => {
    const replica = openThreaded();
    const rows = Array.from({ length: 3_000 }, (_, index) => ticketRecord(index + 1));
    const writing = replica.applyPage(ticketPage(rows));
    await replica.close();
    await writing;
    // Longer than it has to be quiet before tickets are indexed.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const isOpen = readdirSync('/proc/self/fd').some((name) => targetOf(name) === path);
    expect(isOpen).toBe(false);
    const again = open();
    expect(await untilComplete(again, 'amelie')).toBe(1_000);
    await again.close();
  });

  it('rebuilds the index when most of it is about outdated tickets', async () => {
    const replica = open();
    await replica.applyPage(ticketPage([ticketRecord(1), ticketRecord(2)]));
    expect(await untilComplete(replica, 'amelie')).toBe(2);
    alter('UPDATE ticket_index SET written = 20000');
    await replica.writeTicket(ticketRecord(1, { seat_label: 'D 9', updated_at: instantAt(60) }));
    expect(await untilComplete(replica, 'amelie')).toBe(2);
    await replica.close();
    const database = new Database(path);
    expect(database.prepare('SELECT written FROM ticket_index').pluck().get()).toBe(2);
    database.close();
  });

  it('is quarantined and started anew when its file is damaged and was not closed', async () => {
    await fill();
    const database = new Database(path);
    database.exec('UPDATE shutdown SET clean = 0');
    database.close();
    damage();
    const replica = open();
    expect(replica.rebuilt).toBe(true);
    expect(existsSync(`${path}.unusable-1`)).toBe(true);
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).toBeNull();
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).not.toBeNull();
    await replica.close();
  });

  it('is quarantined when it has another version, or is not a database', async () => {
    await fill();
    const database = new Database(path);
    database.pragma('user_version = 99');
    database.close();
    const other = open();
    expect(other.rebuilt).toBe(true);
    await other.close();
    writeFileSync(path, 'not a database');
    const none = open();
    expect(none.rebuilt).toBe(true);
    await none.close();
  });

  it.runIf(isRoot)(
    withReason('of another user is copied, including its log, when it is read-only', notRoot),
    async () => {
      await fill();
      const writing = new Database(path);
      writing.exec("UPDATE tickets SET seat_label = 'in the log'");
      const killed = ['', '-wal'].map((suffix) => ({ suffix, bytes: readFileSync(path + suffix) }));
      writing.close();
      for (const { suffix, bytes } of killed) writeFileSync(path + suffix, bytes);
      chmodSync(directory.path, 0o777);
      chmodSync(path, 0o444);
      chmodSync(`${path}-wal`, 0o444);
      expect(asNobody(() => prepareReplica(path))).toEqual({ kind: 'found' });
      const replica = open();
      expect(replica.findTicket(EVENT, numbered('ticket', 400))).toMatchObject({
        seat_label: 'in the log',
      });
      expect(replica.totals(EVENT)).toEqual({ expected: 400, admitted: 1, inside: 1 });
      await replica.close();
      expect(readdirSync(directory.path).filter((name) => !name.startsWith('replica.db-'))).toEqual(
        ['replica.db'],
      );
    },
  );

  it.runIf(isRoot)(
    withReason('of another user is quarantined when it is not even readable', notRoot),
    async () => {
      await fill();
      chmodSync(directory.path, 0o777);
      chmodSync(path, 0o600);
      const keptAs = `${path}.unusable-1`;
      expect(asNobody(() => prepareReplica(path))).toEqual({ kind: 'replaced', keptAs });
      expect(existsSync(keptAs)).toBe(true);
    },
  );

  it('reports that it began when there was no file, or an empty one', async () => {
    const first = open();
    expect(first).toMatchObject({ begun: true, rebuilt: false });
    await first.close();
    const again = open();
    expect(again).toMatchObject({ begun: false, rebuilt: false });
    await again.close();
    fold();
    truncateSync(path);
    const emptied = open();
    expect(emptied).toMatchObject({ begun: true, rebuilt: false });
    await emptied.close();
  });

  it.each([
    ['removed', () => rmSync(path)],
    ['emptied', () => truncateSync(path)],
  ])('is started anew, and its log is kept, when the file itself was %s', async (_, damageIt) => {
    const before = open();
    await before.applyPage(scanPage([scanRecord(1)]));
    const log = readFileSync(`${path}-wal`);
    await before.close();
    damageIt();
    writeFileSync(`${path}-wal`, log);
    const replica = open();
    expect(replica).toMatchObject({ begun: false, rebuilt: true });
    expect(await replica.restore()).toBe(0);
    expect(readFileSync(`${path}.unusable-1-wal`).equals(log)).toBe(true);
    await replica.close();
  });

  describe.each([
    ['a folder', (name: string) => mkdirSync(name)],
    ['a pipe', (name: string) => void execFileSync('mkfifo', [name])],
    ['a link to nothing', (name: string) => symlinkSync('/nowhere/at/all', name)],
  ])('opens when %s', (_, put) => {
    it('stands in its place', async () => {
      put(path);
      const replica = open();
      expect(replica).toMatchObject({ begun: false, rebuilt: true });
      expect(await replica.restore()).toBe(0);
      await replica.close();
    });

    it.each(['-wal', '-shm', '-journal'])('stands beside it as %s', async (suffix) => {
      await fill();
      fold();
      put(path + suffix);
      const replica = open();
      expect(replica).toMatchObject({ begun: false, rebuilt: false });
      expect(replica.totals(EVENT)).toEqual({ expected: 400, admitted: 1, inside: 1 });
      await replica.close();
    });
  });

  it('finds nothing after a read met damage, until it is rebuilt', async () => {
    await fill();
    const replica = open();
    damage();
    const database = new Database(path);
    // A reader with a cold cache meets the damage; the file is too broken to be used, and that is told, not thrown.
    database.close();
    expect(replica.findTicket(EVENT, numbered('ticket', 200))).toBeNull();
    expect(replica.damaged).toBe(true);
    expect(replica.totals(EVENT)).toEqual({ expected: 0, admitted: 0, inside: 0 });
    await replica.rebuild();
    expect(replica.damaged).toBe(false);
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).not.toBeNull();
    await replica.close();
  });

  it("restores what is still readable, beside the server's newer data", async () => {
    await fill();
    const replica = open();
    damageRow(numbered('ticket', 200));
    expect(replica.findTicket(EVENT, numbered('ticket', 200))).toBeNull();
    expect(replica.damaged).toBe(true);
    await replica.rebuild();
    await replica.writeTicket(ticketRecord(1, { status: 'refunded' }));
    const carried = await replica.restore();
    expect(carried).toBeGreaterThan(370);
    expect(carried).toBeLessThan(400);
    const statusOf = (number: number) =>
      replica.findTicket(EVENT, numbered('ticket', number))?.status ?? null;
    expect([1, 2, 200, 400].map(statusOf)).toEqual(['refunded', 'valid', null, 'valid']);
    expect(earliestOf(replica, numbered('ticket', 1))).toMatchObject({ scanned_at: instantAt(1) });
    expect(replica.totals(EVENT)).toEqual({ expected: carried - 1, admitted: 1, inside: 1 });
    expect(replica.position(EVENT, 'tickets').pointer).toBeNull();
    await replica.applyPage(ticketPage([ticketRecord(2, { status: 'cancelled' })]));
    expect(statusOf(2)).toBe('cancelled');
    await replica.close();
  });

  it('restores no ticket when an admission is lost: it would let somebody in twice', async () => {
    await fill();
    const replica = open();
    damageRow(numbered('scan', 1));
    earliestOf(replica, numbered('ticket', 1));
    await replica.rebuild();
    expect(await replica.restore()).toBe(0);
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).toBeNull();
    await replica.close();
  });

  it('restores nothing from a file of another version, and nothing when none was quarantined', async () => {
    await fill();
    alter('PRAGMA user_version = 99');
    const replica = open();
    expect(replica.rebuilt).toBe(true);
    expect(await replica.restore()).toBe(0);
    await replica.close();
    const again = open();
    expect(again.rebuilt).toBe(false);
    expect(await again.restore()).toBe(0);
    await again.close();
  });

  it('reports damage found by a write, and is checked at the next start', async () => {
    await fill();
    const replica = openThreaded();
    damage();
    await expect(replica.applyPage(ticketPage([ticketRecord(401)]))).rejects.toThrow();
    expect(replica.damaged).toBe(true);
    await replica.close();
    const again = open();
    expect(again.rebuilt).toBe(true);
    await again.close();
  });

  it('reports that it is unreadable, keeps what it has, and answers as soon as it can', async () => {
    await fill();
    const replica = open();
    alter('ALTER TABLE tickets RENAME TO tickets_elsewhere');
    for (const ask of [1, 2]) {
      expect(() => replica.findTicket(EVENT, numbered('ticket', ask))).toThrow(
        expect.objectContaining({ code: 'replica.unreadable' }),
      );
    }
    expect(replica).toMatchObject({ damaged: false, unreadable: true });
    alter('ALTER TABLE tickets_elsewhere RENAME TO tickets');
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).toEqual(ticketRecord(1));
    expect(replica).toMatchObject({ damaged: false, unreadable: false });
    await replica.close();
    const again = open();
    expect(again.rebuilt).toBe(false);
    expect(again.totals(EVENT)).toEqual({ expected: 400, admitted: 1, inside: 1 });
    await again.close();
  });

  it.runIf(process.platform === 'linux')(
    'reads on through a new connection when the one it had went bad',
    async () => {
      await fill();
      const replica = open();
      loseDescriptors();
      expect(replica.findTicket(EVENT, numbered('ticket', 200))).toEqual(ticketRecord(200));
      expect(replica).toMatchObject({ damaged: false, unreadable: false });
      await replica.close();
    },
  );

  it('treats a document or a list that is not JSON as missing', async () => {
    await fill();
    const database = new Database(path);
    database.exec("INSERT INTO documents VALUES ('events', '', '[{'), ('identity', '', '')");
    database.exec("UPDATE tickets SET entry_points = '[\"loc_' ");
    database.close();
    const replica = open();
    expect(replica.events()).toEqual([]);
    expect(replica.identity()).toBeNull();
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).toMatchObject({ entry_points: [] });
    await replica.close();
  });

  it('treats a damaged row as missing, and never forgets an admission', async () => {
    await fill();
    const database = new Database(path);
    const impossible = String(2n ** 62n);
    database.exec(`UPDATE tickets SET valid_until = ${impossible} WHERE reference = '${numbered('ticket', 2)}';
      UPDATE scans SET scanned_at = ${impossible};
      UPDATE walks SET fresh_at = ${impossible}, begun_at = ${impossible};
      PRAGMA ignore_check_constraints = ON;
      UPDATE tickets SET status = 'valie' WHERE reference = '${numbered('ticket', 3)}';
      INSERT INTO documents VALUES ('events', '', '[{"reference":"evt_x","name":"x","status":"published","starts_at":${impossible}0,"ends_at":null,"timezone":"UTC","deleted_at":null}]')`);
    database.close();
    const replica = open();
    expect(replica.findTicket(EVENT, numbered('ticket', 2))).toBeNull();
    expect(replica.findTicket(EVENT, numbered('ticket', 3))).toBeNull();
    expect(replica.findTicket(EVENT, numbered('ticket', 4))).not.toBeNull();
    expect(earliestOf(replica, numbered('ticket', 1))).not.toBeNull();
    expect(replica.admissionsSince(EVENT, instantAt(0))).toHaveLength(1);
    expect(replica.position(EVENT, 'tickets')).toMatchObject({ pointer: 'w1', fresh_at: null });
    expect(replica.events()).toEqual([]);
    expect(replica.damaged).toBe(false);
    await replica.close();
  });

  const cutShort = (pages: number) => {
    fold();
    truncateSync(path, statSync(path).size - pages * 4096);
  };
  const manyTickets = Array.from({ length: 400 }, (_, index) => ticketRecord(index + 1));

  it('restores what SQLite reads of a file that was cut short', async () => {
    const before = open();
    await before.applyPage(scanPage([scanRecord(1)]));
    await before.applyPage(ticketPage(manyTickets));
    await before.close();
    cutShort(8);
    const replica = open();
    expect(replica.rebuilt).toBe(true);
    const carried = await replica.restore();
    expect(carried).toBeGreaterThanOrEqual(100);
    expect(replica.totals(EVENT)).toEqual({ expected: carried, admitted: 1, inside: 1 });
    expect(earliestOf(replica, numbered('ticket', 1))).toMatchObject({ scanned_at: instantAt(1) });
    expect(replica.position(EVENT, 'tickets').pointer).toBeNull();
    await replica.close();
  });

  it('restores no ticket when the file was cut where its admissions were', async () => {
    const before = open();
    await before.applyPage(ticketPage(manyTickets));
    await before.applyPage(scanPage(manyTickets.map((_, index) => scanRecord(index + 1))));
    await before.close();
    cutShort(8);
    const replica = open();
    expect(replica.rebuilt).toBe(true);
    expect(await replica.restore()).toBe(0);
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).toBeNull();
    await replica.close();
  });

  it('is started anew without anything that SQLite cannot read, such as a file without header', async () => {
    await fill();
    fold();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, 0, 4096));
    const replica = open();
    expect(replica.rebuilt).toBe(true);
    expect(await replica.restore()).toBe(0);
    expect(readFileSync(`${path}.unusable-1`).equals(bytes)).toBe(true);
    await replica.close();
  });

  it('still finds nothing, instead of failing, when it could not be started anew', async () => {
    await fill();
    const replica = open();
    damage();
    expect(replica.findTicket(EVENT, numbered('ticket', 200))).toBeNull();
    renameSync(directory.path, `${directory.path}-away`);
    await expect(replica.rebuild()).rejects.toThrow();
    renameSync(`${directory.path}-away`, directory.path);
    expect(replica.damaged).toBe(true);
    expect(replica.findTicket(EVENT, numbered('ticket', 200))).toBeNull();
    await replica.rebuild();
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    expect(replica.findTicket(EVENT, numbered('ticket', 1))).not.toBeNull();
    await replica.close();
  });

  it('answers reads while the worker writes a long page', async () => {
    const replica = openThreaded();
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    const rows = Array.from({ length: 5_000 }, (_, index) => ticketRecord(index + 1));
    const progress = { whole: false, reads: 0 };
    const writing = replica
      .applyPage(ticketPage(rows, { asked_pointer: 'w1' }))
      .finally(() => (progress.whole = true));
    while (!progress.whole) {
      expect(replica.findTicket(EVENT, numbered('ticket', 1))).not.toBeNull();
      progress.reads += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await writing).totals.expected).toBe(5_000);
    // In one thread there would be the first alone; how many more there are depends on the machine.
    expect(progress.reads).toBeGreaterThan(1);
    await replica.close();
  });

  it('fails a write that it cannot do and accepts the next one', async () => {
    const replica = open();
    const impossible = ticketRecord(1, { seat_label: Object.create(null) });
    await expect(replica.applyPage(ticketPage([impossible]))).rejects.toThrow();
    expect(replica.position(EVENT, 'tickets').pointer).toBeNull();
    await replica.applyPage(ticketPage([ticketRecord(1)]));
    expect(replica.position(EVENT, 'tickets').pointer).toBe('w1');
    await replica.close();
    await expect(replica.rewalk(null)).rejects.toMatchObject({ code: 'replica.closed' });
  });
});

/** Null for a descriptor that was closed since it was listed. */
function targetOf(descriptor: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return null;
  }
}

/** How many tickets have the word, when all are indexed. */
async function untilComplete(replica: SqliteReplica, word: string): Promise<number> {
  for (;;) {
    const found = replica.searchTickets(EVENT, [word], 1_000);
    if (found.complete) return found.tickets.length;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
