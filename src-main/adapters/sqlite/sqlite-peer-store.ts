// Why: docs/decisions/0018-peers.md
import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isInstant, nearestInstant } from '../../../shared/instant.ts';
import { partsOf } from '../../core/peers/peer-message.ts';
import type { Logger } from '../../ports/system.ts';
import type { PeerAdmission } from '../../../shared/verdict/peer-admission.ts';
import type { AdmissionPosition, PeerAdmissionFact, PeerStore } from '../../ports/peers.ts';
import { isSound, PAGE_CACHE_KIB } from './open-database.ts';
import { DATABASE_FILES } from './quarantine.ts';

/** Incremented with every change of the tables: a file of another version is replaced. */
const VERSION = 4;
const tables = `
  CREATE TABLE about (event TEXT NOT NULL) STRICT;
  -- A name that is null: forgotten, and its admissions are still to be deleted.
  CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    name TEXT UNIQUE,
    last INTEGER NOT NULL,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE own (
    key TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,
    scanned_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE admissions (
    series INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    h TEXT NOT NULL,
    scanned_at INTEGER NOT NULL,
    place TEXT,
    ends TEXT,
    PRIMARY KEY (series, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX admissions_of_ticket ON admissions (h, scanned_at);
  PRAGMA user_version = ${VERSION};
`;

/** A ticket goes in and out a few times an evening; a station that says more of one is not believed further. */
const MOST_OF_TICKET = 100;

interface Opened {
  readonly database: Database.Database;
  readonly statements: ReturnType<typeof prepare>;
  /** The last sequence of each series. */
  readonly known: Map<string, number>;
  /** Of the known series. */
  count: number;
}

/**
 * Stations' admissions, in a separate file: the replica is rebuilt from the server, and these are not the server's data. Everything in it
 * is sent again when lost, so no write waits for the disk, and if the file fails, memory replaces it.
 */
export class SqlitePeerStore implements PeerStore {
  readonly #logger: Logger;
  #opened: Opened;
  #scope: { readonly event: string; readonly keyIds: readonly string[] } | null = null;

  constructor(path: string, logger: Logger) {
    this.#logger = logger;
    try {
      this.#opened = openFile(path);
    } catch (error) {
      this.#opened = this.#openMemory(error);
    }
  }

  get count(): number {
    return this.#opened.count;
  }

  known(): ReadonlyMap<string, number> {
    return this.#opened.known;
  }

  begin(event: string, keyIds: readonly string[]): void {
    this.#scope = { event, keyIds };
    this.#do((opened) => beginScope(opened, event, keyIds));
  }

  forgetSome(limit: number): boolean {
    return this.#do(({ database, statements }) => {
      const series = statements.forgotten.get();
      if (series === undefined) return false;
      const write = database.transaction(() => {
        const { changes } = statements.forgetAdmissions.run(series, series, limit);
        if (changes < limit) statements.endSeries.run(series);
      });
      write.immediate();
      return true;
    });
  }

  put(series: string, admissions: readonly PeerAdmission[], through: number): void {
    this.#do((opened) => {
      const { database, statements, known } = opened;
      let added = 0;
      const write = database.transaction(() => {
        const id = statements.noteLast.get(series, through);
        if (id === undefined) throw new Error('expected a series');
        for (const { sequence, h, at, place, ends } of admissions) {
          added += statements.put.run(id, sequence, h, at, place, ends).changes;
        }
        statements.noteAdded.run(added, id);
      });
      write.immediate();
      opened.count += added;
      known.set(series, Math.max(through, known.get(series) ?? 0));
    });
  }

  lastOwn(keyId: string): AdmissionPosition | null {
    return this.#do(({ statements }) => {
      const row = statements.own.get(keyId);
      return row === undefined
        ? null
        : { sequence: row.sequence, at: nearestInstant(row.scanned_at) };
    });
  }

  putOwn(series: string, admissions: readonly PeerAdmission[]): void {
    const last = admissions.at(-1);
    if (last === undefined) return;
    this.put(series, admissions, last.sequence);
    // Written last: if it is lost, the admissions are stored again.
    const { keyId } = partsOf(series);
    this.#do(({ statements }) => statements.noteOwn.run(keyId, last.sequence, last.at));
  }

  find(hashes: readonly string[]): readonly PeerAdmissionFact[] {
    return this.#do(({ statements }) =>
      hashes
        .flatMap((h) => statements.find.all(h))
        .map(({ scanned_at, ...row }) => ({ ...row, at: nearestInstant(scanned_at) }))
        .sort((one, other) => one.at - other.at),
    );
  }

  after(series: string, sequence: number, limit: number): readonly PeerAdmission[] {
    return this.#do(({ statements }) =>
      statements.after
        .all(series, sequence, limit)
        .flatMap(({ scanned_at: at, ...row }) => (isInstant(at) ? [{ ...row, at }] : [])),
    );
  }

  close(): void {
    this.#opened.database.close();
  }

  #do<Value>(work: (opened: Opened) => Value): Value {
    try {
      return work(this.#opened);
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      this.#opened.database.close();
      this.#opened = this.#openMemory(error);
      if (this.#scope !== null) beginScope(this.#opened, this.#scope.event, this.#scope.keyIds);
      return work(this.#opened);
    }
  }

  #openMemory(error: unknown): Opened {
    const details = { error: String(error) };
    this.#logger.warn(details, 'what stations nearby admitted is kept in memory only');
    return open(':memory:');
  }
}

/** A damaged file, or one of another version, is replaced. */
function openFile(path: string): Opened {
  try {
    return open(path);
  } catch (error) {
    if (!(error instanceof Database.SqliteError) && !(error instanceof OtherVersionError)) {
      throw error;
    }
    for (const suffix of DATABASE_FILES) rmSync(path + suffix, { force: true });
    return open(path);
  }
}

class OtherVersionError extends Error {}

function open(path: string): Opened {
  const database = new Database(path, { timeout: 5_000 });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = OFF');
    database.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    const version = database.pragma('user_version', { simple: true });
    if (version === 0) database.exec(tables);
    else if (version !== VERSION || !isSound(database)) throw new OtherVersionError('not usable');
    const statements = prepare(database);
    const series = statements.series.all();
    const known = new Map(series.map(({ name, last }) => [name, last]));
    return { database, statements, known, count: countOf(series) };
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function prepare(database: Database.Database) {
  return {
    event: database.prepare<[], string>('SELECT event FROM about').pluck(),
    noteEvent: database.prepare<[string]>('INSERT INTO about (event) VALUES (?)'),
    series: database.prepare<[], SeriesRow>(
      'SELECT name, last, count FROM series WHERE name IS NOT NULL ORDER BY name',
    ),
    own: database.prepare<[string], { sequence: number; scanned_at: number }>(
      'SELECT sequence, scanned_at FROM own WHERE key = ?',
    ),
    noteOwn: database.prepare<[string, number, number]>(
      `INSERT INTO own (key, sequence, scanned_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET sequence = excluded.sequence, scanned_at = excluded.scanned_at`,
    ),
    keysOfOwn: database.prepare<[], string>('SELECT key FROM own').pluck(),
    forgetOwn: database.prepare<[string]>('DELETE FROM own WHERE key = ?'),
    put: database.prepare<[number, number, string, number, string | null, string | null]>(
      `INSERT INTO admissions (series, sequence, h, scanned_at, place, ends) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    noteLast: database
      .prepare<[string, number], number>(
        `INSERT INTO series (name, last, count) VALUES (?, ?, 0)
         ON CONFLICT (name) DO UPDATE SET last = max(last, excluded.last) RETURNING id`,
      )
      .pluck(),
    noteAdded: database.prepare<[number, number]>(
      'UPDATE series SET count = count + ? WHERE id = ?',
    ),
    find: database.prepare<[string], Omit<PeerAdmissionFact, 'at'> & { scanned_at: number }>(
      `SELECT scanned_at, place, ends FROM admissions WHERE h = ?
       AND (SELECT name FROM series WHERE id = admissions.series) IS NOT NULL LIMIT ${MOST_OF_TICKET}`,
    ),
    after: database.prepare<
      [string, number, number],
      Omit<PeerAdmission, 'at'> & { scanned_at: number }
    >(
      `SELECT sequence, h, scanned_at, place, ends FROM admissions
       WHERE series = (SELECT id FROM series WHERE name = ?) AND sequence > ?
       ORDER BY sequence LIMIT ?`,
    ),
    forgetEvent: database.prepare('DELETE FROM about'),
    forgetSeries: database.prepare<[string]>('UPDATE series SET name = NULL WHERE name = ?'),
    forgotten: database
      .prepare<[], number>('SELECT id FROM series WHERE name IS NULL LIMIT 1')
      .pluck(),
    forgetAdmissions: database.prepare<[number, number, number]>(
      `DELETE FROM admissions WHERE series = ?
       AND sequence IN (SELECT sequence FROM admissions WHERE series = ? LIMIT ?)`,
    ),
    endSeries: database.prepare<[number]>('DELETE FROM series WHERE id = ?'),
  };
}

interface SeriesRow {
  readonly name: string;
  readonly last: number;
  readonly count: number;
}

function countOf(series: readonly SeriesRow[]): number {
  return series.reduce((sum, { count }) => sum + count, 0);
}

function beginScope(opened: Opened, event: string, keyIds: readonly string[]): void {
  const { database, statements, known } = opened;
  const isSame = statements.event.get() === event;
  const stays = (series: string) => isSame && keyIds.some((id) => series.endsWith(`.${id}`));
  const gone = [...known.keys()].filter((series) => !stays(series));
  const goneOwn = statements.keysOfOwn.all().filter((id) => !isSame || !keyIds.includes(id));
  if (isSame && gone.length === 0 && goneOwn.length === 0) return;
  const write = database.transaction(() => {
    for (const series of gone) statements.forgetSeries.run(series);
    for (const id of goneOwn) statements.forgetOwn.run(id);
    statements.forgetEvent.run();
    statements.noteEvent.run(event);
  });
  write.immediate();
  for (const series of gone) known.delete(series);
  opened.count = countOf(statements.series.all());
}
