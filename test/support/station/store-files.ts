import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { openJournal } from '../../../src-main/adapters/sqlite/journal/open-journal.ts';
import {
  replicaWorkerUrl,
  SqliteReplica,
} from '../../../src-main/adapters/sqlite/replica/sqlite-replica.ts';
import { SqlitePeerStore } from '../../../src-main/adapters/sqlite/sqlite-peer-store.ts';
import { silentLogger } from '../../../src-main/adapters/system/system-ports.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { Journal } from '../../../src-main/ports/journal.ts';
import { InlineWorker } from './inline-worker.ts';

/** In memory where the system has such a folder: other tests prove what a disk keeps. */
export const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

type StoreName = 'journal' | 'replica' | 'peers';

/** A row of the journal as it lies in the file. */
export interface JournalRow {
  readonly sequence: number;
  readonly reference: string;
  readonly kind: string;
  readonly ticket: string | null;
  readonly code: string;
  readonly source: string;
  readonly symbology: string | null;
  readonly location: string | null;
  readonly scanned_at: Instant;
  readonly clock_offset_ms: number;
  readonly state: string;
}

/**
 * The files of a station's stores, until the test ends. They outlive their station, which closes what it was given: a restart opens them again.
 * The ingest worker runs on this thread.
 */
export class StoreFiles {
  readonly #folder = temporaryFolder();
  readonly #opened: { close(): unknown }[] = [];

  constructor() {
    onTestFinished(async () => {
      for (const store of this.#opened) await store.close();
    });
  }

  openJournal(): Journal {
    return this.#kept(openJournal(this.#path('journal')));
  }

  openReplica(): SqliteReplica {
    return this.#kept(new SqliteReplica(this.#path('replica'), replicaWorkerUrl(), InlineWorker));
  }

  openPeerStore(): SqlitePeerStore {
    return this.#kept(new SqlitePeerStore(this.#path('peers'), silentLogger));
  }

  /** What the journal holds, oldest first. */
  journalRows(): readonly JournalRow[] {
    return this.#inspect('journal', (database) =>
      database
        .prepare<[], JournalRow>(
          `SELECT sequence, reference, kind, ticket, code, source, symbology, location_reference AS location, scanned_at, clock_offset_ms,
             upload_state AS state
           FROM entries ORDER BY sequence`,
        )
        .all(),
    );
  }

  /** The references in a list of the replica. */
  replicated(list: 'tickets' | 'scans'): readonly string[] {
    return this.#inspect('replica', (database) =>
      database
        .prepare<[], string>(`SELECT reference FROM ${list} ORDER BY reference`)
        .pluck()
        .all(),
    );
  }

  /** How many admissions of other stations are dropped but not deleted yet. */
  forgottenPeerAdmissions(): number {
    return (
      this.#inspect('peers', (database) =>
        database
          .prepare<[], number>(
            'SELECT count(*) FROM admissions WHERE series IN (SELECT id FROM series WHERE name IS NULL)',
          )
          .pluck()
          .all(),
      )[0] ?? 0
    );
  }

  /** Copies the files of these stores. The returned function restores the copy; call it only while the station is not running. */
  copy(stores: readonly Exclude<StoreName, 'replica'>[]): () => void {
    const copy = temporaryFolder();
    cpSync(this.#folder, copy, { recursive: true });
    return () => {
      for (const store of stores) {
        const isOf = (path: string) => path.includes(`${store}.`);
        rmSync(this.#path(store), { force: true });
        cpSync(copy, this.#folder, {
          recursive: true,
          filter: (path) => path === copy || isOf(path),
        });
      }
    };
  }

  /** Closing twice is harmless. */
  #kept<Store extends { close(): unknown }>(store: Store): Store {
    this.#opened.push(store);
    return store;
  }

  #path(store: StoreName): string {
    return join(this.#folder, `${store}.db`);
  }

  #inspect<Found>(store: StoreName, read: (database: Database.Database) => Found): Found {
    const database = new Database(this.#path(store), { readonly: true });
    try {
      return read(database);
    } finally {
      database.close();
    }
  }
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(MEMORY, 'gatehouse-stores-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
