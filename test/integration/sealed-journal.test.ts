import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_DAY } from '../../shared/instant.ts';
import { openJournal } from '../../src-main/adapters/sqlite/journal/open-journal.ts';
import { runJournal } from '../../src-main/journal-cli/run-journal.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { changeEvents, revokeClient } from '../../src-server/domain/access/clients.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import type { JournalTrust } from '../../src-server/domain/scans/check-sealed-journal.ts';
import { importJournal } from '../../src-server/domain/scans/import-journal.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import { draft } from '../support/station/records.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

describe('a sealed journal', () => {
  let server: RealServer;
  let venue: Awaited<ReturnType<RealServer['furnish']>>;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let door: RunningStation | null = null;
  let file: string;

  const open = async () => {
    const [{ id, secret }] = venue.clients;
    door = await runStation({
      dataDir: directory.path,
      enrolment: { server_url: server.url, client_id: id, client_secret: secret },
      intervals: { heartbeat: 200 },
    });
    return door;
  };
  const close = async () => {
    await door?.[Symbol.asyncDispose]();
    door = null;
  };
  const hasReported = async () => {
    const keys = await changeEvent(server, (tx) =>
      tx.db.selectFrom('station_keys').selectAll().execute(),
    );
    return keys.length > 0;
  };

  /** A station that knows its server, and then scans these tickets while it is away. */
  const scanOffline = async (...tickets: readonly string[]) => {
    const running = await open();
    await until('the door is ready', () => running.state().phase.kind === 'ready');
    for (let tries = 0; !(await hasReported()); tries += 1) {
      if (tries > 100) throw new Error('expected a heartbeat with the key of the station');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await running.send({ kind: 'set_mode', mode: 'offline' });
    for (const ticket of tickets) await running.scan(ticket);
  };

  const exportSealed = async (from = directory.path) => {
    const parts: string[] = [];
    const errors: string[] = [];
    const code = await runJournal(['export', '--sealed', '--station', from], {
      out: async (text) => void parts.push(text),
      err: (text) => errors.push(text),
    });
    writeFileSync(file, parts.join(''));
    return { code, error: errors.join('') };
  };

  const take = async (from = file, trust: Partial<JournalTrust> = {}, data = server.data) => {
    const database = await openDatabase({ dataDir: data });
    try {
      const [taken, ...more] = await importJournal(database, from, {
        acceptsLate: false,
        acceptsUnknownKey: false,
        ...trust,
      });
      if (taken === undefined || more.length > 0) throw new Error('expected one section');
      return taken;
    } finally {
      await database.close();
    }
  };

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    venue = await server.furnish(12);
    directory = await temporaryDirectory();
    file = join(directory.path, 'journal.sealed');
  });

  afterEach(async () => {
    await close();
    await directory[Symbol.asyncDispose]();
    await server.remove();
  });

  it("carries a door's scans to the server, once, and reveals nothing on the way", async () => {
    const [one = '', two = '', three = ''] = venue.tickets;
    await scanOffline(one, two, three, 'no ticket at all');
    // The station runs on while its journal is exported.
    expect(await exportSealed()).toEqual({ code: 0, error: '' });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(one);
    const first = await take();
    expect(first).toMatchObject({ station: 'North', rows: 4, local: 1, changed: 0, missing: 0 });
    expect(first.scans).toEqual({ recorded: 3, duplicate: 0, disputed: 0 });
    expect((await take()).scans).toEqual({ recorded: 0, duplicate: 3, disputed: 0 });

    await door?.send({ kind: 'set_mode', mode: 'automatic' });
    await until('the station has sent the same', () => door?.state().sync.queued === 0);
    const stored = await server.scansOf(venue.event, venue.clients[0]);
    expect(new Set(stored.map(({ ticket }) => ticket))).toEqual(new Set([one, two, three]));
    expect(stored).toHaveLength(3);
    expect(stored.map(({ reference }) => reference).toSorted()).toEqual(
      door?.outcomes
        .filter(({ kind }) => kind === 'admitted')
        .map(({ reference }) => reference)
        .toSorted(),
    );
  });

  it('is made from the folder of a dead station, without the station and its server', async () => {
    await scanOffline(...venue.tickets);
    await close();
    await server.stop();
    rmSync(join(directory.path, 'station', 'replica.db'), { force: true });
    rmSync(join(directory.path, 'station', 'keys.json'));
    expect((await exportSealed()).code).toBe(0);
    await server.start();
    expect((await take()).scans.recorded).toBe(12);
  });

  it('is refused when any byte of it was changed, or its end is missing', async () => {
    await scanOffline(...venue.tickets.slice(0, 2));
    await exportSealed();
    const whole = readFileSync(file);
    const other = join(directory.path, 'other.sealed');
    const step = Math.max(1, Math.floor(whole.byteLength / 150));
    const places = Array.from({ length: 150 }, (_, index) => index * step);
    // The seal to its last character, where a decoder may pass over bits.
    const ends = Array.from({ length: 90 }, (_, index) => whole.byteLength - 1 - index);
    for (const place of [...places, ...ends].filter((at) => at < whole.byteLength)) {
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ 0x01;
      writeFileSync(other, changed);
      await expect(take(other), `byte ${place}`).rejects.toThrow(
        /not a sealed journal|not what the station wrote|end is missing|does not know|never shown/,
      );
    }
    for (const length of [0, 1, 100, whole.byteLength - 200, whole.byteLength - 1]) {
      writeFileSync(other, whole.subarray(0, length));
      await expect(take(other)).rejects.toThrow(/not a sealed journal|end is missing/);
    }
    writeFileSync(other, Buffer.concat([whole, Buffer.from('\n')]));
    await expect(take(other)).rejects.toThrow('end is missing');
    expect(await server.scansOf(venue.event, venue.clients[0])).toEqual([]);
  });

  it('contains nothing that was scanned for another organiser', async () => {
    const [one = '', two = ''] = venue.tickets;
    await scanOffline(one);
    await close();
    const journal = openJournal(join(directory.path, 'station', 'journal.db'));
    journal.append({ ...draft(2), event: venue.event, ticket: two, kind: 'admitted' });
    journal.close();
    // Nobody could open it: its organiser's key was never heard here.
    const { code, error } = await exportSealed();
    expect([code, error]).toEqual([1, expect.stringContaining('1 rows that were not sent yet')]);
    const taken = await take();
    expect(taken).toMatchObject({ rows: 1, missing: 0, changed: 0, refused: {} });
    expect(taken.scans).toEqual({ recorded: 1, duplicate: 0, disputed: 0 });
  });

  it('gives each organiser that the station has worked for their own rows, and no others', async () => {
    const [one = '', two = ''] = venue.tickets;
    await scanOffline(one, two);
    await close();
    const other = new RealServer();
    await other.start();
    try {
      const elsewhere = await other.furnish(3);
      // With the settings is lost for whom the station has worked: it opens for whoever it is given to.
      const folder = join(directory.path, 'station');
      for (const name of readdirSync(folder).filter((file) => file.startsWith('settings.'))) {
        rmSync(join(folder, name));
      }
      const [{ id, secret }] = elsewhere.clients;
      const running = await runStation({
        dataDir: directory.path,
        enrolment: { server_url: other.url, client_id: id, client_secret: secret },
        intervals: { heartbeat: 200 },
      });
      door = running;
      const receiveKeys = () =>
        changeEvent(other, (tx) => tx.db.selectFrom('station_keys').selectAll().execute());
      await until('the door is ready', () => running.state().phase.kind === 'ready');
      while ((await receiveKeys()).length === 0) await new Promise((go) => setTimeout(go, 50));
      await running.send({ kind: 'set_mode', mode: 'offline' });
      expect(await running.scan(elsewhere.tickets[0] ?? '')).toMatchObject({ kind: 'admitted' });
      expect(await exportSealed()).toEqual({ code: 0, error: '' });

      const own = { changed: 0, missing: 0, refused: {} };
      const here = await take();
      expect(here).toMatchObject({ ...own, rows: 2, client_id: venue.clients[0].id });
      expect(here.scans).toEqual({ recorded: 2, duplicate: 0, disputed: 0 });
      const there = await take(file, {}, other.data);
      expect(there).toMatchObject({ ...own, rows: 1, client_id: id });
      expect(there.scans).toEqual({ recorded: 1, duplicate: 0, disputed: 0 });

      // A section that is missing is noticed, although each one is signed for itself.
      const lines = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, lines.slice(0, 3).join('\n') + '\n');
      await expect(take(file, {}, other.data)).rejects.toThrow('end is missing');
    } finally {
      await close();
      await other.remove();
    }
  });

  it('is refused by the server of another organiser', async () => {
    await scanOffline(venue.tickets[0] ?? '');
    await exportSealed();
    const other = new RealServer();
    await other.start();
    try {
      await other.furnish(1);
      await expect(take(file, {}, other.data)).rejects.toThrow('does not know');
    } finally {
      await other.remove();
    }
  });

  it('is refused when another key signed it than the station has registered, unless the operator confirms', async () => {
    await scanOffline(venue.tickets[0] ?? '');
    await close();
    const path = join(directory.path, 'station', 'keys.json');
    const kept: { own: unknown } = JSON.parse(readFileSync(path, 'utf8'));
    const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    writeFileSync(path, JSON.stringify({ ...kept, own: { x, d } }));
    await exportSealed();
    await expect(take()).rejects.toThrow('has never shown this server');
    const { scans } = await take(file, { acceptsUnknownKey: true });
    expect(scans).toEqual({ recorded: 1, duplicate: 0, disputed: 0 });
  });

  it('is accepted for a day after the station was revoked, and later only when the operator confirms', async () => {
    await scanOffline(...venue.tickets.slice(0, 3));
    await exportSealed();
    await changeEvent(server, (tx) => revokeClient(tx, venue.clients[0].id));
    expect((await take()).scans.recorded).toBe(3);

    const daysAgo = (days: number) =>
      changeEvent(server, (tx) =>
        tx.db
          .updateTable('clients')
          .set({ revoked_at: addMicros(tx.now, -days * MICROS_PER_DAY) })
          .where('client_id', '=', venue.clients[0].id)
          .execute(),
      );
    await daysAgo(2);
    await expect(take()).rejects.toThrow('--late');
    // Scanned two days after the end of the station: not even then.
    expect(await take(file, { acceptsLate: true })).toMatchObject({
      scans: { recorded: 0, duplicate: 0 },
      refused: { 'station.revoked': 3 },
    });
  });

  it('is accepted once an event is granted again that was withdrawn before the station was revoked', async () => {
    const [{ id }] = venue.clients;
    await scanOffline(venue.tickets[0] ?? '');
    await exportSealed();
    await changeEvent(server, (tx) => changeEvents(tx, id, []));
    await changeEvent(server, (tx) => revokeClient(tx, id));
    expect(await take()).toMatchObject({
      scans: { recorded: 0 },
      refused: { 'ticket.unknown': 1 },
    });
    const printed: string[] = [];
    const code = await runCommandLine(['journal', 'import', file], {
      out: (line) => printed.push(line),
      err: (line) => printed.push(line),
      flushed: () => Promise.resolve(),
      environment: { GATEHOUSE_DATA: server.data },
      stopRequested: () => Promise.resolve(),
    });
    expect(code).toBe(0);
    expect(printed.join('\n')).toContain(
      `"gatehouse client events ${id} all" gives it back, and the import can be repeated.`,
    );
    await changeEvent(server, (tx) => changeEvents(tx, id, 'all'));
    expect(await take()).toMatchObject({ scans: { recorded: 1 }, refused: {} });
  });

  it('leaves out modified rows, and reports how many', async () => {
    await scanOffline(...venue.tickets.slice(0, 5));
    await close();
    const journal = new Database(join(directory.path, 'station', 'journal.db'));
    journal.exec("UPDATE entries SET kind = 'denied' WHERE sequence = 2");
    journal.exec('DELETE FROM entries WHERE sequence = 4');
    journal.close();
    expect((await exportSealed()).code).toBe(1);
    expect(await take()).toMatchObject({ rows: 4, changed: 1, missing: 1, scans: { recorded: 3 } });
  });
});
