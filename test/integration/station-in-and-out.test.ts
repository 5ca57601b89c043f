import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runJournal } from '../../src-main/journal-cli/run-journal.ts';
import { createQuestion, updateQuestion } from '../../src-server/domain/events/questions.ts';
import { changeAnswer } from '../../src-server/domain/sales/answers.ts';
import { importJournal } from '../../src-server/domain/scans/import-journal.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

let server: RealServer;
let venue: Awaited<ReturnType<RealServer['furnish']>>;
const open: AsyncDisposable[] = [];

const start = async (which: 0 | 1, dataDir?: string): Promise<RunningStation> => {
  const directory = await temporaryDirectory();
  const { id, secret } = venue.clients[which];
  const station = await runStation({
    dataDir: dataDir ?? directory.path,
    enrolment: { server_url: server.url, client_id: id, client_secret: secret },
  });
  open.unshift(station, directory);
  await until('the door is ready', () => station.state().phase.kind === 'ready');
  return station;
};

const ticket = (number: number) => venue.tickets[number] ?? '';
const offline = (door: RunningStation) => door.send({ kind: 'set_mode', mode: 'offline' });
const online = async (door: RunningStation) => {
  await door.send({ kind: 'set_mode', mode: 'automatic' });
  await until('it is sent', () => door.state().sync.queued === 0);
};
const turn = (door: RunningStation, direction: 'in' | 'out') =>
  door.send({ kind: 'set_direction', direction });
const stored = () =>
  changeEvent(server, async (tx) => ({
    releases: await tx.db.selectFrom('releases').selectAll().orderBy('id').execute(),
    scans: await tx.db.selectFrom('entry_scans').selectAll().orderBy('id').execute(),
    conflicts: await tx.db
      .selectFrom('conflicts')
      .selectAll()
      .where('deleted_at', 'is', null)
      .execute(),
  }));

const figuresOf = async (door: RunningStation) => {
  const answer = await door.send({ kind: 'read_figures' });
  if (!('figures' in answer)) throw new Error('expected figures');
  const { corrections, entry_points, presence } = answer.figures;
  return {
    undone: corrections.map(({ station, note }) => [station, note]),
    admitted: entry_points.map(({ name, admitted }) => [name, admitted]),
    inside: presence.at(-1)?.inside ?? 0,
  };
};

beforeEach(async () => {
  server = new RealServer();
  await server.start();
  venue = await server.furnish(8);
  await changeEvent(server, (tx) =>
    tx.db.updateTable('ticket_types').set({ re_entry: 'allowed' }).execute(),
  );
});

afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
  await server.remove();
});

it('an evening without the network: undone, gone out, back again and overruled, and the server has it so', async () => {
  const door = await start(0);
  await door.send({ kind: 'set_change_lock', lock: 'pin', pin: '2468' });
  await offline(door);
  const [one, two, three] = [
    await door.scan(ticket(0)),
    await door.scan(ticket(1)),
    await door.scan(ticket(2)),
  ];
  expect([one.kind, two.kind, three.kind]).toEqual(['admitted', 'admitted', 'admitted']);
  expect(await door.send({ kind: 'undo', scan: one.reference })).toMatchObject({ ok: true });
  await turn(door, 'out');
  for (const number of [1, 2]) expect((await door.scan(ticket(number))).kind).toBe('left');
  await turn(door, 'in');
  const back = await door.scan(ticket(1));
  expect(back.kind).toBe('admitted');
  expect(door.state().counters).toMatchObject({ inside: 1, admitted_total: 3 });
  await online(door);
  const { releases, scans, conflicts } = await stored();
  expect(releases.map(({ kind, scan }) => [kind, scan])).toEqual([
    ['mistake', one.reference],
    ['exit', two.reference],
    ['exit', three.reference],
  ]);
  expect(scans).toHaveLength(4);
  expect(conflicts).toEqual([]);
  // What another door learns decides there as it does here.
  const other = await start(1);
  await until('it knows who is inside', () => other.state().counters.inside === 1);
  expect((await other.scan(ticket(0))).kind).toBe('admitted');
  expect((await other.scan(ticket(1))).reason).toBe('scanning.already_scanned');
  expect((await other.scan(ticket(2))).kind).toBe('admitted');
});

it('a supervisor’s word is no conflict, and is stored with its reason', async () => {
  const door = await start(0);
  await door.send({ kind: 'set_change_lock', lock: 'pin', pin: '2468' });
  const other = await start(1);
  await door.scan(ticket(0));
  await until('the other door knows', () => other.state().counters.inside === 1);
  await offline(other);
  await other.send({ kind: 'set_change_lock', lock: 'pin', pin: '2468' });
  const denied = await other.scan(ticket(0));
  expect(denied.reason).toBe('scanning.already_scanned');
  const done = await other.send({
    kind: 'overrule',
    scan: denied.reference,
    note: 'Twins with one ticket.',
    pin: '2468',
  });
  expect(done).toMatchObject({ ok: true });
  await online(other);
  const { scans, conflicts } = await stored();
  expect(scans.at(-1)).toMatchObject({
    result: 'allowed',
    overruled_reason: 'scanning.already_scanned',
    overruled_note: 'Twins with one ticket.',
  });
  expect(conflicts).toEqual([]);
});

it('an exit of somebody whose admission arrives later is bound to it everywhere', async () => {
  const north = await start(0);
  const south = await start(1);
  await offline(north);
  await offline(south);
  const admitted = await north.scan(ticket(0));
  await turn(south, 'out');
  expect(await south.scan(ticket(0))).toMatchObject({ kind: 'left', note: 'not_in' });
  await online(south);
  expect((await stored()).releases).toMatchObject([{ scan: null }]);
  await online(north);
  expect((await stored()).releases).toMatchObject([{ scan: admitted.reference }]);
  for (const door of [north, south])
    await until('nobody is inside', () => door.state().counters.inside === 0);
});

it('one admission undone by two doors without the network ends once, and both say who undid it', async () => {
  const [north, south] = [await start(0), await start(1)];
  const { reference: scan } = await north.scan(ticket(0));
  await online(north);
  await until('the other door knows', () => south.state().counters.inside === 1);
  for (const door of [north, south]) {
    expect(await offline(door)).toMatchObject({ ok: true });
    await door.send({ kind: 'set_change_lock', lock: 'pin', pin: '2468' });
  }
  expect(await north.send({ kind: 'undo', scan })).toMatchObject({ ok: true });
  const undo = { kind: 'undo', scan, note: 'The wrong twin', pin: '2468' } as const;
  expect(await south.send(undo)).toMatchObject({ ok: true });
  expect(await south.send(undo)).toMatchObject({ ok: false, code: 'undo.ended' });
  for (const door of [north, south]) {
    expect(door.state().counters).toMatchObject({ inside: 0, admitted_total: 1 });
    expect(await figuresOf(door)).toMatchObject({
      admitted: [['North Gate', 0]],
      inside: 0,
    });
  }
  await online(north);
  await online(south);
  const { releases, conflicts } = await stored();
  expect(releases.map((one) => [one.scan, one.kind])).toEqual([
    [scan, 'mistake'],
    [scan, 'mistake'],
  ]);
  expect(conflicts).toEqual([]);
  const both = [
    ['South', 'The wrong twin'],
    ['North', null],
  ];
  for (const door of [north, south]) {
    await expect
      .poll(() => figuresOf(door), { timeout: 20_000 })
      .toEqual({ undone: both, admitted: [], inside: 0 });
    expect(door.state().counters).toMatchObject({ inside: 0, admitted_total: 1 });
  }
  // The ticket admits one guest, not two.
  expect((await north.scan(ticket(0))).kind).toBe('admitted');
  await until('the other door knows', () => south.state().counters.inside === 1);
  expect((await south.scan(ticket(0))).reason).toBe('scanning.already_scanned');
});

it('an answer is said at the door while its question is marked, online and off, as it is now', async () => {
  const { event } = venue;
  const { reference: question } = await changeEvent(server, (tx) =>
    createQuestion(tx, { event, key: 'diet', label: 'Diet?', type: 'text', options: null }),
  );
  const answer = (value: string) =>
    changeEvent(server, (tx) => changeAnswer(tx, { ticket: ticket(0), question, value }));
  const mark = (show_at_door: boolean) =>
    changeEvent(server, (tx) => updateQuestion(tx, question, { show_at_door }));
  await answer('Vegan');
  const door = await start(0);
  const said = () =>
    expect.poll(async () => (await door.scan(ticket(0))).answers?.map(({ text }) => text) ?? null, {
      timeout: 20_000,
    });
  await said().toBeNull();
  await mark(true);
  await said().toEqual(['Vegan']);
  await answer('Fish');
  await said().toEqual(['Fish']);
  // Another door gets it with its first import, and keeps it without the network.
  const other = await start(1);
  await until('it is live', () => other.state().sync.connection.kind === 'live');
  await expect
    .poll(async () => (await other.scan(ticket(0))).answers, { timeout: 20_000 })
    .toEqual([{ label: 'Diet?', text: 'Fish' }]);
  await offline(other);
  expect((await other.scan(ticket(0))).answers).toHaveLength(1);
  await mark(false);
  await said().toBeNull();
  await online(other);
  await expect.poll(async () => (await other.scan(ticket(0))).answers ?? null).toBeNull();
});

it('a sealed journal brings what was undone as well, once', async () => {
  const directory = await temporaryDirectory();
  open.push(directory);
  const door = await start(0, directory.path);
  await until('the server knows its key', () => door.state().sync.connection.kind === 'live');
  await offline(door);
  const admitted = await door.scan(ticket(0));
  await door.send({ kind: 'undo', scan: admitted.reference });
  const parts: string[] = [];
  await runJournal(['export', '--sealed', '--station', directory.path], {
    out: async (text) => void parts.push(text),
    err: () => undefined,
  });
  const file = join(directory.path, 'journal.sealed');
  writeFileSync(file, parts.join(''));
  const database = await openDatabase(server);
  const take = async () => {
    const [taken] = await importJournal(database, file, {
      acceptsLate: false,
      acceptsUnknownKey: false,
    });
    return taken?.releases;
  };
  expect(await take()).toEqual({ recorded: 1, duplicate: 0, disputed: 0 });
  expect(await take()).toEqual({ recorded: 0, duplicate: 1, disputed: 0 });
  await database.close();
  await online(door);
  expect((await stored()).releases).toHaveLength(1);
});
