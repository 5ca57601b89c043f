import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Instant } from '../../../../shared/instant.ts';
import { ReplicaUnreadableError } from '../../../core/replica-unreadable.ts';
import type { Released } from '../../../../shared/verdict/releases.ts';
import type {
  Admission,
  DoorAnswer,
  EventCounts,
  EventTotals,
  ListName,
  ListPage,
  KnownAdmission,
  OrderLineRecord,
  PageApplied,
  Replica,
  RowsWritten,
  ScanRecord,
  SearchedTickets,
  SnapshotApplied,
  SnapshotBytes,
  SnapshotProgress,
  StreamedRows,
  TicketRecord,
  UnreadableRow,
  WalkPosition,
} from '../../../ports/replica.ts';
import type {
  EventRecord,
  IdentityRecord,
  SetupRecord,
} from '../../../../shared/station/records.ts';
import { IngestThread, ReplicaWriteError, type WriterThreads } from './ingest-thread.ts';
import { isDamage, openStationDatabase } from '../open-database.ts';
import { prepareReplica } from './prepare-replica.ts';
import { parseEvents, parseIdentity, parseSetup } from './replica-documents.ts';
import type { WriterArguments, WriterMethod, WriterResults } from './replica-calls.ts';
import { beforeFirstWalk } from './replica-imports.ts';
import { readReplica, type ReplicaReader } from './replica-reader.ts';
import { quarantine } from '../quarantine.ts';

/** The ingest worker's program: beside this file when run from source; beside the bundle, or above its chunks, when built. */
export function replicaWorkerUrl(): URL {
  const places = ['./replica-worker.ts', './replica-worker.js', '../replica-worker.js'];
  const urls = places.map((place) => new URL(place, import.meta.url));
  const found = urls.find((url) => existsSync(url));
  if (found === undefined) throw new Error('expected the ingest worker beside the station');
  return found;
}

/** Tickets are indexed when nothing was written for this long: an import has priority. */
const QUIET_MS = 100;

interface ReadingConnection {
  readonly database: Database.Database;
  readonly reader: ReplicaReader;
}

/**
 * The replica in one SQLite file: reads on this thread's connection, writes in a worker's (`IngestThread`). States:
 * - sound: reads and writes work. A failed read opens another connection, once, before the failure counts.
 * - `unreadable`: a read failed without a sign of damage. Reads throw `ReplicaUnreadableError` until one succeeds.
 * - `unwritable`: a write failed, because the disk is full or the worker died. Ends with the next successful write.
 * - `damaged`: SQLite found the file unsound, in a read or a write. Reads find nothing until `rebuild` replaces it with an empty file.
 * - `rebuilt`: this file began empty after the earlier one was quarantined, since the start or since `rebuild`. `restore` recovers what it
 * can from that one, once.
 * - closed: writes are refused with `replica.closed`, and reads find nothing.
 */
export class SqliteReplica implements Replica {
  readonly #path: string;
  readonly #workerUrl: URL;
  readonly #Thread: WriterThreads | undefined;
  /** Read once between two writes: a scan needs the watermark, and only a write changes it. */
  readonly #positions = new Map<string, WalkPosition>();
  readonly #snapshots = new Map<string, SnapshotProgress | null>();
  readonly begun: boolean;
  #rebuilt: boolean;
  /** The quarantined file, until its rows were restored. */
  #quarantined: string | null;
  #damaged = false;
  #unreadable = false;
  #unwritable = false;
  /** Null while a new connection could not be opened after one failed. */
  #reading: ReadingConnection | null;
  #thread: IngestThread;
  #indexing: NodeJS.Timeout | undefined;
  #closed = false;
  #writes = 0;

  /** `Thread`: `Worker` unless a test has time of its own. */
  constructor(path: string, workerUrl: URL, Thread?: WriterThreads) {
    this.#path = path;
    this.#workerUrl = workerUrl;
    this.#Thread = Thread;
    const prepared = prepareReplica(path);
    this.begun = prepared.kind === 'begun';
    this.#quarantined = prepared.kind === 'replaced' ? prepared.keptAs : null;
    this.#rebuilt = this.#quarantined !== null;
    this.#reading = openToRead(path);
    this.#thread = new IngestThread(workerUrl, path, Thread);
    this.#indexSoon();
  }

  get rebuilt(): boolean {
    return this.#rebuilt;
  }

  get damaged(): boolean {
    return this.#damaged;
  }

  get unreadable(): boolean {
    return this.#unreadable;
  }

  get unwritable(): boolean {
    return this.#unwritable;
  }

  findTicket(event: string, reference: string): TicketRecord | null {
    return this.#read((reader) => reader.findTicket(event, reference), null);
  }

  findElsewhere(event: string, reference: string): TicketRecord | null {
    return this.#read((reader) => reader.findElsewhere(event, reference), null);
  }

  ticketsWithCode(event: string, keys: readonly string[]): readonly TicketRecord[] {
    return this.#read((reader) => reader.ticketsWithCode(event, keys), []);
  }

  soldCodesBeside(event: string, key: string): readonly string[] {
    return this.#read((reader) => reader.soldCodesBeside(event, key), []);
  }

  admissionsOf(ticket: string): readonly KnownAdmission[] {
    return this.#read((reader) => reader.admissionsOf(ticket), []);
  }

  releasesOf(ticket: string): readonly Released[] {
    return this.#read((reader) => reader.releasesOf(ticket), []);
  }

  answersOf(event: string, ticket: string): readonly DoorAnswer[] {
    return this.#read((reader) => reader.answersOf(event, ticket), []);
  }

  findScan(reference: string): Pick<ScanRecord, 'ticket'> | null {
    return this.#read((reader) => reader.findScan(reference), null);
  }

  position(event: string, list: ListName): WalkPosition {
    const key = `${list} ${event}`;
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    const position = this.#read((reader) => reader.position(event, list), beforeFirstWalk);
    this.#positions.set(key, position);
    return position;
  }

  snapshot(event: string): SnapshotProgress | null {
    const known = this.#snapshots.get(event);
    if (known !== undefined) return known;
    const snapshot = this.#read((reader) => reader.snapshot(event), null);
    this.#snapshots.set(event, snapshot);
    return snapshot;
  }

  orderLines(event: string, order: string): readonly OrderLineRecord[] {
    return this.#read((reader) => reader.orderLines(event, order), []);
  }

  searchTickets(event: string, words: readonly string[], limit: number): SearchedTickets {
    return this.#read((reader) => reader.searchTickets(event, words, limit), NOTHING_FOUND);
  }

  ticketsBeginning(event: string, head: string, limit: number): SearchedTickets {
    return this.#read((reader) => reader.ticketsBeginning(event, head, limit), NOTHING_FOUND);
  }

  ticketsOfOrder(event: string, order: string, limit: number): SearchedTickets {
    return this.#read((reader) => reader.ticketsOfOrder(event, order, limit), NOTHING_FOUND);
  }

  totals(event: string): EventTotals {
    return this.#read((reader) => reader.totals(event), { expected: 0, admitted: 0, inside: 0 });
  }

  admissionsSince(event: string, since: Instant): readonly Admission[] {
    return this.#read((reader) => reader.admissionsSince(event, since), []);
  }

  events(): readonly EventRecord[] {
    return parseEvents(this.#document('events', '')) ?? [];
  }

  setup(event: string): SetupRecord | null {
    return parseSetup(this.#document('setup', event));
  }

  identity(): IdentityRecord | null {
    return parseIdentity(this.#document('identity', ''));
  }

  countUnreadable(event: string): number {
    return this.#read((reader) => reader.countUnreadable(event), 0);
  }

  listUnreadable(event: string, limit: number): readonly UnreadableRow[] {
    return this.#read((reader) => reader.listUnreadable(event, limit), []);
  }

  countEvent(event: string): Promise<EventCounts> {
    return this.#write('countEvent', event);
  }

  applyPage(page: ListPage): Promise<PageApplied> {
    return this.#write('applyPage', page);
  }

  writeTicket(ticket: TicketRecord): Promise<EventTotals> {
    return this.#write('writeTicket', ticket);
  }

  applySnapshot(snapshot: SnapshotBytes): Promise<SnapshotApplied> {
    return this.#write('applySnapshot', snapshot);
  }

  restartSnapshot(event: string): Promise<void> {
    return this.#write('restartSnapshot', event);
  }

  abandonSnapshot(event: string): Promise<void> {
    return this.#write('abandonSnapshot', event);
  }

  writeRows(event: string, rows: StreamedRows): Promise<RowsWritten> {
    return this.#write('writeRows', event, rows);
  }

  count(event: string, list: ListName): Promise<number> {
    return this.#write('count', event, list);
  }

  restartWalk(event: string, list: ListName): Promise<void> {
    return this.#write('restartWalk', event, list);
  }

  rewalk(events: readonly string[] | null): Promise<void> {
    return this.#write('rewalk', events);
  }

  replaceEvents(
    events: readonly EventRecord[],
    unreadable: readonly UnreadableRow[] = [],
  ): Promise<void> {
    return this.#write('replaceEvents', events, unreadable);
  }

  writeSetup(setup: SetupRecord, unreadable: readonly UnreadableRow[] = []): Promise<void> {
    return this.#write('writeSetup', setup, unreadable);
  }

  writeIdentity(identity: IdentityRecord): Promise<void> {
    return this.#write('writeIdentity', identity);
  }

  async rebuild(): Promise<void> {
    clearTimeout(this.#indexing);
    await this.#thread.close({ clean: false });
    this.#stopReading();
    this.#quarantined = quarantine(this.#path, 'unusable');
    prepareReplica(this.#path);
    this.#reading = openToRead(this.#path);
    this.#thread = new IngestThread(this.#workerUrl, this.#path, this.#Thread);
    this.#rebuilt = true;
    this.#forgetPositions();
    this.#damaged = false;
    this.#unreadable = false;
    this.#unwritable = false;
    this.#indexSoon();
  }

  async restore(): Promise<number> {
    const from = this.#quarantined;
    if (from === null) return 0;
    this.#quarantined = null;
    return await this.#write('restore', from);
  }

  /** A damaged file is not marked as closed: the next start checks every page of it. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#indexing);
    await this.#thread.close({ clean: !this.#damaged });
    this.#stopReading();
  }

  /** Missing index entries are written during quiet times; after a failure they are retried after the next write. */
  #indexSoon(): void {
    clearTimeout(this.#indexing);
    if (this.#closed) return;
    this.#indexing = setTimeout(() => {
      void this.#index().catch(() => undefined);
    }, QUIET_MS);
    this.#indexing.unref();
  }

  async #index(): Promise<void> {
    if (this.#read((reader) => reader.isIndexed(), true)) return;
    const begun = this.#writes;
    let more = true;
    while (more && !this.#closed && this.#writes === begun) {
      more = await this.#thread.call('indexTickets', []);
    }
  }

  #document(kind: 'events' | 'setup' | 'identity', key: string): string | undefined {
    return this.#read((reader) => reader.document(kind, key), undefined);
  }

  /**
   * A door with a damaged replica still works: it knows no ticket until the replica is rebuilt. Any other failure says nothing about the
   * file, which may be all that an offline door has: the failure is reported, and the file stays.
   */
  #read<Value>(read: (reader: ReplicaReader) => Value, otherwise: Value): Value {
    if (this.#damaged || this.#closed) return otherwise;
    try {
      const value = this.#readTwice(read);
      this.#unreadable = false;
      return value;
    } catch (cause) {
      if (isDamage(cause)) {
        this.#damaged = true;
        return otherwise;
      }
      if (!(cause instanceof Database.SqliteError)) throw cause;
      this.#unreadable = true;
      throw new ReplicaUnreadableError(`the replica could not be read (${cause.message})`, {
        cause,
      });
    }
  }

  /** A connection can fail although the file is sound: it is reopened before the read fails. */
  #readTwice<Value>(read: (reader: ReplicaReader) => Value): Value {
    if (this.#reading !== null) {
      try {
        return read(this.#reading.reader);
      } catch (error) {
        if (isDamage(error) || !(error instanceof Database.SqliteError)) throw error;
      }
      this.#stopReading();
    }
    this.#reading = openToRead(this.#path);
    return read(this.#reading.reader);
  }

  #stopReading(): void {
    this.#reading?.database.close();
    this.#reading = null;
  }

  /** In any case, positions are read from the file again. */
  async #write<M extends WriterMethod>(
    method: M,
    ...args: WriterArguments[M]
  ): Promise<WriterResults[M]> {
    this.#writes += 1;
    try {
      const result = await this.#thread.call(method, args);
      this.#unwritable = false;
      return result;
    } catch (error) {
      if (error instanceof ReplicaWriteError && error.code === 'replica.damaged') {
        this.#damaged = true;
      }
      if (error instanceof ReplicaWriteError && error.code === 'replica.write_failed') {
        this.#unwritable = true;
      }
      throw error;
    } finally {
      this.#forgetPositions();
      this.#indexSoon();
    }
  }

  #forgetPositions(): void {
    this.#positions.clear();
    this.#snapshots.clear();
  }
}

const NOTHING_FOUND: SearchedTickets = { tickets: [], complete: false };

function openToRead(path: string): ReadingConnection {
  const database = openStationDatabase(path, { synchronous: 'NORMAL', readonly: true });
  try {
    return { database, reader: readReplica(database) };
  } catch (cause) {
    database.close();
    throw cause;
  }
}
