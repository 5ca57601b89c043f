import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '../../../shared/instant.ts';
import { systemClock } from '../clock.ts';
import { lockFile } from '../../../src-files/file-lock.ts';
import { makePrivateFolder } from '../../../src-files/private-files.ts';
import { CommitListeners } from '../commit-listeners.ts';
import type { Database, Lock, OutboxWriter } from '../database.ts';
import { CommitQueue } from './commit-queue.ts';
import { openReadConnection, openWriteConnection, TURN_MS } from './open-connection.ts';
import { CurrentReader } from './current-reader.ts';
import { assertNotEmptied } from './emptied-file.ts';
import { markOfFile } from './place-mark.ts';
import { ReadPool } from './read-pool.ts';
import { giveWayToServer } from './server-lock.ts';
import { fromSqliteError } from './sqlite-error.ts';
import { versionsOf, WriterVersions } from './versions.ts';
import { WriteTrouble } from '../write-trouble.ts';

export interface OpenSqliteOptions {
  /** The data directory; created if it does not exist. */
  readonly dataDir: string;
  readonly clock?: () => Instant;
  /** Without it no events are written to the outbox. */
  readonly outbox?: OutboxWriter;
  /**
   * Refuse the database while another program has it open, and keep others from opening it. There is then one connection: no two
   * transactions may be open at the same time.
   */
  readonly isAlone?: boolean;
}

/**
 * Opens `DATA/server.db` and brings it to the newest schema. Its pages are not checked, because that takes seconds per gigabyte: damage in
 * a page shows when it is read. Throws a `DatabaseError`, or an error of the file system.
 */
export function openSqlite(options: OpenSqliteOptions): Database {
  makePrivateFolder(options.dataDir);
  const file = join(options.dataDir, 'server.db');
  const { isAlone = false } = options;
  const versions = new WriterVersions(() => versionsOf(connection));
  const connection = openWriter(file, versions, isAlone);
  const openReader = () => (isAlone ? connection : openReadConnection(file));
  const current = new CurrentReader(openReader);
  // The writing connection's own commits leave it as it is.
  const listeners = new CommitListeners(() => connection.dataVersion());
  const identity = {};
  const clock = options.clock ?? systemClock.now;
  const queue = new CommitQueue({
    connection,
    database: identity,
    versions,
    clock,
    outbox: options.outbox ?? (async () => false),
    onCommit: (commit) => listeners.notify(commit),
    onFailed: (error) => trouble.note(error),
  });
  const trouble = new WriteTrouble(() => queue.write(async (tx) => void tx.timestamp()));
  const pool = new ReadPool(openReader, identity, clock);
  let closing: Promise<void> | null = null;
  const close = async () => {
    listeners.close();
    await queue.close();
    await pool.close();
    current.close();
    connection.close();
  };
  const closeOnce = () => (closing ??= close());
  return {
    write: (callback) => queue.write(callback),
    assertWritable: () => trouble.assertNone(),
    read: (callback) => pool.read((tx) => callback(tx)),
    readBounded: (callback) => pool.read(callback),
    versions: async () => ({ ...current.versions(), now: clock() }),
    onCommit: (listener, withinMs) => listeners.add(listener, withinMs),
    tryLock: async (name) => takeLock(join(options.dataDir, `${name}.lock`)),
    countRequest: null,
    giveWay: () => giveWayToServer(options.dataDir),
    turnMs: TURN_MS,
    // SQLite always numbers a row after the greatest existing number.
    numberAfterImport: async () => undefined,
    sizeBytes: async () => sizeOf(file) + sizeOf(`${file}-wal`),
    backup: (target, onCopied) => connection.backup(target, onCopied),
    mark: markOfFile(file),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

function takeLock(path: string): Lock | null {
  const release = lockFile(path);
  if (release === null) return null;
  let held = true;
  return {
    isHeld: () => held,
    release: async () => {
      held = false;
      release();
    },
  };
}

function openWriter(file: string, versions: WriterVersions, isAlone: boolean) {
  assertNotEmptied(file);
  try {
    return openWriteConnection(file, {
      onChange: (topics, followers) => versions.noteChanged(topics, followers),
      isAlone,
    });
  } catch (error) {
    throw fromSqliteError(error, file);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
