import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandResult } from '../../shared/station/results.ts';
import { eventRow, numbered, setupBody, ticketRow } from '../support/station/rows.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { ScriptedServer } from '../support/station/scripted-server.ts';

// A door whose secret is gone, damaged or out of reach: its stores are whole, so it opens.

let server: ScriptedServer;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let door: RunningStation;

const start = () => runStation({ dataDir: directory.path });
const secretsFile = () => join(directory.path, 'station', 'secrets.json');
const codes = () => door.state().warnings.map(({ code }) => code);
const connect = (secret: string): Promise<CommandResult> =>
  door.send({
    kind: 'connect',
    server_url: server.url,
    client_id: 'cli',
    client_secret: secret,
  });
const live = () => until('the station is live', () => door.state().sync.connection.kind === 'live');

beforeEach(async () => {
  server = new ScriptedServer();
  server.events = [eventRow()];
  server.setup = setupBody();
  server.tickets.push(...[1, 2, 3].map((number) => ticketRow(number)));
  await server.start();
  directory = await temporaryDirectory();
  door = await start();
  await connect('secret');
  await until('events are here', () => door.state().events.length === 1);
  await door.send({ kind: 'select_event', event: numbered('event', 1) });
  await until('the station is ready', () => door.state().phase.kind === 'ready');
  await door[Symbol.asyncDispose]();
});

afterEach(async () => {
  await door[Symbol.asyncDispose]();
  await server.stop();
  await directory[Symbol.asyncDispose]();
});

const damages = [
  { name: 'is gone', damage: () => rm(secretsFile()), warning: 'secret_missing' },
  {
    name: 'is garbage',
    damage: () => writeFile(secretsFile(), '{"client_sec'),
    warning: 'secret_unreadable',
  },
  {
    name: 'cannot be read',
    damage: async () => {
      await rm(secretsFile());
      await mkdir(secretsFile());
    },
    warning: 'secret_unreadable',
  },
];

describe.each(damages)('a station whose secret $name', ({ damage, warning }) => {
  it('opens the door with its stored data, warns, and uploads its scans once the secret is entered again', async () => {
    await damage();
    door = await start();
    expect(door.state()).toMatchObject({
      phase: { kind: 'ready' },
      server_url: server.url,
      event: { name: 'Winter Gala' },
      sync: { connection: { kind: 'offline', reason: 'no_secret' } },
    });
    expect(codes()).toEqual([warning]);
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({ kind: 'admitted' });
    expect(await door.scan(numbered('ticket', 99))).toMatchObject({ kind: 'unknown_ticket' });
    await door.send({ kind: 'sync_now' });

    expect(await connect('wrong')).toMatchObject({ code: 'connect.refused' });
    expect(codes()).toEqual([warning]);
    expect(await connect('secret')).toEqual({ ok: true });
    await until('the scan is sent', () => server.uploads.size > 0);
    await live();
    expect(codes()).not.toContain(warning);
  });
});

it('a station accepts a secret entered while the server is unreachable, and stores it once the server accepted it', async () => {
  await rm(secretsFile());
  await server.stop();
  door = await start();
  expect(await connect('secret')).toEqual({ ok: true });
  expect(codes()).toEqual([]);
  await expect(stat(secretsFile())).rejects.toMatchObject({ code: 'ENOENT' });
  await server.start();
  await door.send({ kind: 'sync_now' });
  await live();
  expect(JSON.parse(await readFile(secretsFile(), 'utf8'))).toEqual({ client_secret: 'secret' });
});

it('a station changes nothing when an unreachable server would be asked about another client', async () => {
  await rm(secretsFile());
  await server.stop();
  door = await start();
  const other = {
    kind: 'connect',
    server_url: server.url,
    client_id: 'another',
    client_secret: 'secret',
  } as const;
  expect(await door.send(other)).toMatchObject({ code: 'connect.unreachable' });
  expect(codes()).toEqual(['secret_missing']);
});

it('a station uses a secret that cannot be stored until it ends', async () => {
  await rm(secretsFile());
  await mkdir(secretsFile());
  door = await start();
  expect(await connect('secret')).toEqual({ ok: true });
  await live();
  expect(codes()).toEqual(['secret_not_kept']);
});
