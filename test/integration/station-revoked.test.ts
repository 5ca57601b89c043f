import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sealingKey, signingKey } from '../../shared/contract/okp-key.ts';
import { signRevocation } from '../../shared/sealing/revocation-statement.ts';
import { createClient, revokeClient } from '../../src-server/domain/access/clients.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import { importJournal } from '../../src-server/domain/scans/import-journal.ts';
import type { Secrets } from '../../src-main/ports/secrets.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import { MemorySecrets } from '../support/station/memory-settings.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { eventRow, numbered, setupBody, ticketRow } from '../support/station/rows.ts';
import { ScriptedServer } from '../support/station/scripted-server.ts';
import { setupEvery } from '../support/station/poll-intervals.ts';

/** A key store that takes its time, as one does that asks a person first. */
class HeldSecrets extends MemorySecrets {
  #held: Promise<void> = Promise.resolve();

  /** Nothing is written until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  override async write(name: string, secret: string) {
    await this.#held;
    return super.write(name, secret);
  }
}

describe('a station that was revoked', () => {
  let server: RealServer;
  let venue: Awaited<ReturnType<RealServer['furnish']>>;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let door: RunningStation;

  const open = (secrets?: Secrets) =>
    runStation({
      ...(secrets && { secrets }),
      dataDir: directory.path,
      intervals: { ...setupEvery(300), heartbeat: 200 },
    });
  const connect = ({ id, secret }: { readonly id: string; readonly secret: string }) =>
    door.send({
      kind: 'connect',
      server_url: server.url,
      client_id: id,
      client_secret: secret,
    });
  const hasShownKey = async () => {
    const keys = await changeEvent(server, (tx) =>
      tx.db.selectFrom('station_keys').selectAll().execute(),
    );
    return keys.length > 0;
  };
  const phase = () => door.state().phase;
  const revoke = () => changeEvent(server, (tx) => revokeClient(tx, venue.clients[0].id));
  const filesOf = () => readdirSync(join(directory.path, 'station'));
  /** Everything that is in the station's folder, as text. */
  const contents = () =>
    filesOf()
      .map((name) => readFileSync(join(directory.path, 'station', name)).toString('latin1'))
      .join('\n');

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    venue = await server.furnish(8);
    directory = await temporaryDirectory();
    door = await open();
    expect(await connect(venue.clients[0])).toEqual({ ok: true });
    await until('there is an event', () => door.state().events.length > 0);
    await door.send({ kind: 'select_event', event: venue.event });
    await until('the door is ready', () => phase().kind === 'ready');
    for (let tries = 0; !(await hasShownKey()); tries += 1) {
      if (tries > 100) throw new Error('expected a heartbeat with the key of the station');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

  afterEach(async () => {
    await door[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
    await server.remove();
  });

  it('deletes tickets and secret at the next contact, and keeps its unsent scans for the organiser alone', async () => {
    const [{ secret }] = venue.clients;
    await door.scan(venue.tickets[0] ?? '');
    await until('it is sent', () => door.state().sync.queued === 0);
    await door.send({ kind: 'set_mode', mode: 'offline' });
    const admitted = venue.tickets.slice(1, 4);
    for (const ticket of admitted) await door.scan(ticket);
    expect(contents()).toContain(venue.tickets[7]);
    await revoke();
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await until('it has heard', () => phase().kind === 'revoked');
    await until('it is done', () => filesOf().includes('journal.sealed-1'));
    await door[Symbol.asyncDispose]();

    const text = contents();
    for (const gone of [secret, ...venue.tickets]) expect(text).not.toContain(gone);

    door = await open();
    const sealed = join(directory.path, 'station', 'journal.sealed-1');
    expect(phase()).toMatchObject({ kind: 'revoked', unsent: 3, sealed_as: sealed });
    expect(door.state()).toMatchObject({ server_url: null, client_id: null, event: null });

    const database = await openDatabase(server);
    const [imported] = await importJournal(database, sealed, {
      acceptsLate: false,
      acceptsUnknownKey: false,
    });
    await database.close();
    expect(imported?.scans).toEqual({ recorded: 3, duplicate: 1, disputed: 0 });

    // The device can be used again, with a client of its own.
    const other = await changeEvent(server, (tx) =>
      createClient(tx, {
        organiser: venue.organiser,
        name: 'North again',
        scopes: ['events:read', 'scanner:sync', 'scans:write'],
        events: 'all',
      }),
    );
    const again = { id: other.client.client_id, secret: other.client_secret };
    expect(await connect(again)).toEqual({ ok: true });
    await until('there is an event again', () => door.state().events.length > 0);
    await door.send({ kind: 'select_event', event: venue.event });
    await until('the door is ready again', () => phase().kind === 'ready');
    expect(await door.scan(admitted[0] ?? '')).toMatchObject({ kind: 'denied' });
    expect(await door.scan(venue.tickets[6] ?? '')).toMatchObject({ kind: 'admitted', number: 2 });
    await until('it is sent again', () => door.state().sync.queued === 0);
  });

  it('is connected again only once its unsent scans are sealed', async () => {
    await door[Symbol.asyncDispose]();
    const secrets = new HeldSecrets();
    door = await open(secrets);
    expect(await connect(venue.clients[0])).toEqual({ ok: true });
    await until('the door is ready', () => phase().kind === 'ready');
    await door.send({ kind: 'set_mode', mode: 'offline' });
    for (const ticket of venue.tickets.slice(1, 4)) await door.scan(ticket);
    const other = await changeEvent(server, (tx) =>
      createClient(tx, {
        organiser: venue.organiser,
        name: 'North again',
        scopes: ['events:read'],
        events: 'all',
      }),
    );
    const release = secrets.hold();
    await revoke();
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await until('it has heard', () => phase().kind === 'revoked');
    const connected = connect({ id: other.client.client_id, secret: other.client_secret });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(phase()).toMatchObject({ kind: 'revoked', unsent: 3 });
    release();
    expect(await connected).toEqual({ ok: true });
    expect(door.state().client_id).toBe(other.client.client_id);
    const sealed = join(directory.path, 'station', 'journal.sealed-1');
    const database = await openDatabase(server);
    const [taken] = await importJournal(database, sealed, {
      acceptsLate: false,
      acceptsUnknownKey: false,
    });
    await database.close();
    expect(taken?.scans).toEqual({ recorded: 3, duplicate: 0, disputed: 0 });
  });

  it('continues after it was stopped in the middle of deleting its data', async () => {
    await door.send({ kind: 'set_mode', mode: 'offline' });
    await door.scan(venue.tickets[0] ?? '');
    await door[Symbol.asyncDispose]();
    const revoked = {
      client_id: venue.clients[0].id,
      revoked_at: '2026-11-22T12:00:00.000000Z',
      unsent: 1,
      sealed_as: null,
      is_done: false,
    };
    const path = join(directory.path, 'station', 'settings.json');
    const settings: object = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...settings, revoked }));
    await server.stop();
    door = await open();
    expect(phase()).toMatchObject({ kind: 'revoked', unsent: 1 });
    expect(filesOf()).toContain('journal.sealed-1');
    expect(door.state().sync.queued).toBe(0);
    await door[Symbol.asyncDispose]();
    expect(contents()).not.toContain(venue.tickets[7]);
    expect(contents()).not.toContain(venue.clients[0].secret);
    door = await open();
    expect(filesOf().filter((name) => name.startsWith('journal.sealed'))).toHaveLength(1);
    await server.start();
  });

  it('seals its journal once, also when it was stopped before it was emptied', async () => {
    await door.send({ kind: 'set_mode', mode: 'offline' });
    await door.scan(venue.tickets[0] ?? '');
    await door[Symbol.asyncDispose]();
    const station = join(directory.path, 'station');
    const sealed = join(station, 'journal.sealed-1');
    writeFileSync(sealed, 'what an earlier run has sealed');
    const revoked = {
      client_id: venue.clients[0].id,
      revoked_at: '2026-11-22T12:00:00.000000Z',
      unsent: 1,
      sealed_as: sealed,
      is_done: false,
    };
    const settings: object = JSON.parse(readFileSync(join(station, 'settings.json'), 'utf8'));
    writeFileSync(join(station, 'settings.json'), JSON.stringify({ ...settings, revoked }));
    door = await open();
    expect(phase()).toMatchObject({ kind: 'revoked', unsent: 1, sealed_as: sealed });
    expect(filesOf().filter((name) => name.startsWith('journal.sealed'))).toHaveLength(1);
    expect(door.state().sync.queued).toBe(0);
  });

  it('keeps its journal if it cannot be sealed, and seals it at a later start', async () => {
    await door.send({ kind: 'set_mode', mode: 'offline' });
    await door.scan(venue.tickets[0] ?? '');
    const station = join(directory.path, 'station');
    await door[Symbol.asyncDispose]();
    const keys = readFileSync(join(station, 'keys.json'));
    const revoked = {
      client_id: venue.clients[0].id,
      revoked_at: '2026-11-22T12:00:00.000000Z',
      unsent: 1,
      sealed_as: null,
      is_done: false,
    };
    const settings: object = JSON.parse(readFileSync(join(station, 'settings.json'), 'utf8'));
    writeFileSync(join(station, 'settings.json'), JSON.stringify({ ...settings, revoked }));
    for (const name of ['keys.json', 'keys.json.bak']) rmSync(join(station, name));
    door = await open();
    expect(phase()).toMatchObject({ kind: 'revoked', unsent: 1, sealed_as: null });
    expect(door.state().sync.queued).toBe(1);
    await door[Symbol.asyncDispose]();
    writeFileSync(join(station, 'keys.json'), keys);
    door = await open();
    expect(phase()).toMatchObject({ sealed_as: join(station, 'journal.sealed-1') });
    expect(door.state().sync.queued).toBe(0);
  });

  it('is not convinced by a 401, a 403 or a statement that somebody else made', async () => {
    const real = server.url;
    await server.stop();
    const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    const revoked_at = '2026-11-22T12:00:00.000000Z';
    const forged = await signRevocation({ client_id: venue.clients[0].id, revoked_at }, { x, d });
    const imposter = new ScriptedServer();
    await imposter.start(Number(new URL(real).port));
    try {
      for (const revocation of [undefined, 'no statement', forged]) {
        for (const status of [400, 401, 403]) {
          const body = { error: 'invalid_client', ...(revocation && { revocation }) };
          imposter.behave();
          const asked = imposter.requests.length;
          imposter.misbehave(/./, { kind: 'status', status, body }, 1_000);
          await door.send({ kind: 'sync_now' });
          await until('it was asked', () => imposter.requests.length > asked);
        }
      }
      // Answers are taken one after another: the last one was, once another is asked for.
      imposter.behave();
      const asked = imposter.requests.length;
      await door.send({ kind: 'sync_now' });
      await until('it was asked', () => imposter.requests.length > asked + 1);
    } finally {
      await imposter.stop();
    }
    expect(phase().kind).toBe('ready');
    expect(await door.scan(venue.tickets[0] ?? '')).toMatchObject({ kind: 'admitted' });
    await server.start();
    await door.send({ kind: 'sync_now' });
    await until('it is sent', () => door.state().sync.queued === 0);
  });
});

it('a station that was revoked before it had a setup deletes its data', async () => {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const sealing = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' });
  const server = new ScriptedServer();
  server.events = [eventRow()];
  server.setup = setupBody();
  server.tickets.push(ticketRow(1), ticketRow(2));
  server.organiserKeys = { statements: signingKey(x), sealing: sealingKey(sealing.x ?? '') };
  server.misbehave(/setup$/, { kind: 'status', status: 500 }, 1_000);
  await server.start();
  await using directory = await temporaryDirectory();
  const enrolment = { server_url: server.url, client_id: 'cli', client_secret: 'secret' };
  const door = await runStation({ dataDir: directory.path, enrolment });
  try {
    await until('it has the tickets', () => door.state().phase.kind === 'ready');
    const revoked_at = '2026-11-22T12:00:00.000000Z';
    const revocation = await signRevocation({ client_id: 'cli', revoked_at }, { x, d });
    server.token = 'another';
    const body = { error: 'invalid_client', revocation };
    server.misbehave('/oauth/token', { kind: 'status', status: 401, body }, 1_000);
    await until('it has heard', () => door.state().phase.kind === 'revoked');
  } finally {
    await door[Symbol.asyncDispose]();
    await server.stop();
  }
  const folder = join(directory.path, 'station');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(files.join('\n')).not.toContain(numbered('ticket', 1));
});
