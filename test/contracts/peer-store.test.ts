import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqlitePeerStore } from '../../src-main/adapters/sqlite/sqlite-peer-store.ts';
import { silentLogger } from '../../src-main/adapters/system/system-ports.ts';
import type { PeerAdmission } from '../../shared/verdict/peer-admission.ts';
import { instantAt } from '../support/station/records.ts';
import { temporaryDirectory } from '../support/station/run-station.ts';

function openFile(directory: string): SqlitePeerStore {
  return new SqlitePeerStore(join(directory, 'peers.db'), silentLogger);
}

function admission(sequence: number, ticket = sequence, seconds = sequence): PeerAdmission {
  const h = String(ticket).padStart(22, 'h');
  return {
    sequence,
    h,
    at: instantAt(seconds),
    place: sequence % 2 === 0 ? null : 'loc_1',
    ends: null,
  };
}

function hashOf(ticket: number): string {
  return admission(1, ticket).h;
}

function rowsOf(folder: string): number | undefined {
  const database = new Database(join(folder, 'peers.db'), { readonly: true });
  const count = database.prepare<[], number>('SELECT count(*) FROM admissions').pluck().get();
  database.close();
  return count;
}

const A = 'aaaaaaaaaaaaaaaa.today123';
const B = 'bbbbbbbbbbbbbbbb.today123';
const OLD = 'aaaaaaaaaaaaaaaa.before12';
const KEYS = ['today123', 'before12'];

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory[Symbol.asyncDispose]());

describe("a store of peers' admissions", () => {
  let store: SqlitePeerStore;

  beforeEach(() => {
    store = openFile(directory.path);
    store.begin('evt_1', KEYS);
  });
  afterEach(() => store.close());

  it('holds a series up to its last number, even if ignored entries were left out', () => {
    store.put(A, [admission(2), admission(5)], 7);
    expect([...store.known()]).toEqual([[A, 7]]);
    expect(store.count).toBe(2);
    expect(store.after(A, 0, 10)).toEqual([admission(2), admission(5)]);
    expect(store.after(A, 2, 10)).toEqual([admission(5)]);
    expect(store.after(A, 0, 1)).toEqual([admission(2)]);
    expect(store.after(B, 0, 10)).toEqual([]);
  });

  it('accepts the same admissions again without changing', () => {
    store.put(A, [admission(2), admission(5)], 5);
    store.put(A, [admission(2, 9), admission(6)], 6);
    store.put(A, [admission(2)], 2);
    expect(store.after(A, 0, 10)).toEqual([admission(2), admission(5), admission(6)]);
    expect([...store.known()]).toEqual([[A, 6]]);
    expect(store.count).toBe(3);
  });

  it('records how far the journal was stored under each key, whatever the series', () => {
    expect(store.lastOwn('today123')).toBeNull();
    store.putOwn(A, [admission(2), admission(5)]);
    store.put(B, [admission(9)], 9);
    expect(store.lastOwn('today123')).toEqual({ sequence: 5, at: instantAt(5) });
    expect(store.lastOwn('before12')).toBeNull();
    expect([...store.known()]).toEqual([
      [A, 5],
      [B, 9],
    ]);
    store.putOwn('cccccccccccccccc.today123', [admission(3)]);
    expect(store.lastOwn('today123')).toEqual({ sequence: 3, at: instantAt(3) });
    store.begin('evt_1', ['tomorrow', 'today123']);
    expect(store.lastOwn('today123')).not.toBeNull();
    store.begin('evt_1', ['tomorrow']);
    store.begin('evt_1', KEYS);
    expect(store.lastOwn('today123')).toBeNull();
    store.putOwn(A, [admission(2)]);
    store.begin('evt_2', KEYS);
    expect(store.lastOwn('today123')).toBeNull();
  });

  it('finds the admissions of a ticket and their ends in order, under any of its hashes', () => {
    store.put(A, [admission(1, 1, 30), admission(2, 2, 10)], 2);
    store.put(B, [admission(1, 1, 20), { ...admission(2, 1, 30), ends: 'exit' }], 2);
    const times = (...hashes: readonly string[]) =>
      store.find(hashes).map(({ at, ends }) => [at, ends]);
    expect(times(hashOf(1))).toEqual([
      [instantAt(20), null],
      [instantAt(30), null],
      [instantAt(30), 'exit'],
    ]);
    expect(times(hashOf(1), hashOf(2))[0]).toEqual([instantAt(10), null]);
    expect(store.find([hashOf(1)])[0]?.place).toBe('loc_1');
    expect(times(hashOf(3))).toEqual([]);
    expect(times()).toEqual([]);
  });

  it('drops another event, and series of keys that are no longer accepted', () => {
    store.put(A, [admission(1)], 1);
    store.put(OLD, [admission(1)], 1);
    store.begin('evt_1', KEYS);
    expect(store.known().size).toBe(2);
    store.begin('evt_1', ['tomorrow', 'today123']);
    expect([...store.known().keys()]).toEqual([A]);
    expect(store.count).toBe(1);
    store.begin('evt_2', ['tomorrow', 'today123']);
    expect(store.known().size).toBe(0);
    expect(store.find([hashOf(1)])).toEqual([]);
  });
});

describe("a file of peers' admissions", () => {
  it('deletes dropped admissions in pages, also after a restart, and accepts the series again meanwhile', () => {
    const first = openFile(directory.path);
    first.begin('evt_1', KEYS);
    first.put(
      A,
      [1, 2, 3, 4, 5].map((sequence) => admission(sequence)),
      5,
    );
    first.put(B, [admission(1, 6)], 1);
    first.begin('evt_2', KEYS);
    expect(rowsOf(directory.path)).toBe(6);
    expect(first.count).toBe(0);
    expect(first.forgetSome(2)).toBe(true);
    expect(rowsOf(directory.path)).toBe(4);
    first.close();

    const second = openFile(directory.path);
    second.begin('evt_2', KEYS);
    expect(second.known().size).toBe(0);
    expect(second.after(A, 0, 10)).toEqual([]);
    expect(second.find([hashOf(5), hashOf(6)])).toEqual([]);
    second.put(A, [admission(4), admission(5, 9)], 5);
    let pages = 0;
    while (second.forgetSome(2)) pages += 1;
    expect(pages).toBeLessThan(10);
    expect(second.after(A, 0, 10)).toEqual([admission(4), admission(5, 9)]);
    expect(second.count).toBe(2);
    second.close();
    expect(rowsOf(directory.path)).toBe(2);
  });

  it('keeps everything over a restart', () => {
    const first = openFile(directory.path);
    first.begin('evt_1', KEYS);
    first.putOwn(A, [admission(1), admission(4)]);
    first.close();
    const second = openFile(directory.path);
    second.begin('evt_1', KEYS);
    expect(second.count).toBe(2);
    expect([...second.known()]).toEqual([[A, 4]]);
    expect(second.lastOwn('today123')).toEqual({ sequence: 4, at: instantAt(4) });
    expect(second.after(A, 0, 10)).toEqual([admission(1), admission(4)]);
    second.close();
  });

  it.each(['not a database', ''])('replaces a file that is not a database', (content) => {
    writeFileSync(join(directory.path, 'peers.db'), content);
    const store = openFile(directory.path);
    store.begin('evt_1', KEYS);
    store.put(A, [admission(1)], 1);
    expect(store.find([hashOf(1)])).toHaveLength(1);
    store.close();
    const again = openFile(directory.path);
    expect(again.count).toBe(1);
    again.close();
  });

  it('continues in memory if it cannot create its file', () => {
    const store = openFile(join(directory.path, 'nowhere'));
    store.begin('evt_1', KEYS);
    store.put(A, [admission(1)], 1);
    expect(store.find([hashOf(1)])).toHaveLength(1);
    store.close();
  });
});
