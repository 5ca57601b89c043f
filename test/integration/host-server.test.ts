import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Demo } from '../../shared/contract/demo.ts';
import { readHostSettings, writeHostSettings } from '../../src-main/startup/host-settings.ts';
import type { ChildHandle } from '../../src-main/processes/child-handle.ts';
import { CallError } from '../../src-main/processes/rpc.ts';
import { createHostServer } from '../../src-main/own-server/host-server.ts';
import type { EmbeddedServer } from '../../src-main/own-server/embedded-server.ts';
import { openChosenServer } from '../../src-main/own-server/server-choice.ts';
import { hostConfig, runHost, spawnServer, type RunningHost } from '../support/station/run-host.ts';
import { runStation, temporaryDirectory, until } from '../support/station/run-station.ts';

// What the screen of a first run asks of its host: a server here, with the demo or an event of one's own, and copies of its database.

/** Each starts the program of the server, some of them several times. */
const long = { tags: ['long'] };

let server: ChildHandle | null = null;
const spawn = () => (server = spawnServer());
const own = {
  kind: 'own',
  organiser: 'Nordlys',
  event: 'Åpningsfest',
  entry_points: ['North Gate', 'South Gate'],
  timezone: 'Europe/Oslo',
} as const;

/** Nobody listens at its addresses, and it answers nothing. */
const unreachable: EmbeddedServer = {
  baseUrl: 'http://127.0.0.1:9/v1',
  authUrl: 'http://127.0.0.1:9',
  consoleUrl: 'http://localhost:9/console',
  firstOwnerUrl: null,
  port: 9,
  demo: null,
  call: () => Promise.withResolvers<never>().promise,
  network: {
    state: () => ({ kind: 'closed' }),
    open: () => Promise.resolve({ kind: 'closed' }),
    close: () => Promise.resolve(),
  },
  stop: () => Promise.resolve(),
};

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let open: AsyncDisposableStack;
beforeEach(async () => {
  directory = await temporaryDirectory();
  open = new AsyncDisposableStack();
});
afterEach(async () => {
  await open.disposeAsync();
  await directory[Symbol.asyncDispose]();
});

const configOf = (args: readonly string[]) => hostConfig(directory.path, args);

async function startHost(args: readonly string[]): Promise<RunningHost> {
  const host = await runHost(directory.path, { args, spawn });
  open.defer(host.stop);
  return host;
}

function rowsOf(table: 'organisers' | 'events' | 'clients') {
  const database = new Database(join(directory.path, 'server.db'), { readonly: true });
  try {
    return database
      .prepare<[], { name: string; revoked_at: unknown }>(`select * from ${table}`)
      .all();
  } finally {
    database.close();
  }
}

describe('a first run', () => {
  it('starts nothing, and asks for a choice', async () => {
    const host = await startHost(['--first-run']);
    expect(host.chosen).toMatchObject({ embedded: null, isUndecided: true });
    expect(host.phase()).toBe('undecided');
    expect(await host.server()).toEqual({ kind: 'undecided' });
    expect(readdirSync(directory.path)).not.toContain('server.db');
  });

  it('does not happen without the flag, nor after a choice', async () => {
    writeHostSettings(directory.path, {
      server: { kind: 'remote', url: 'http://127.0.0.1:9/v1' },
      server_port: 0,
    });
    const host = await startHost(['--first-run']);
    expect(host.chosen.isUndecided).toBe(false);
    expect(host.phase()).toBe('unenrolled');
    expect(await host.server()).toEqual({ kind: 'elsewhere' });
  });

  it('with its own event is ready for scans, and after a restart at once', async () => {
    const host = await startHost(['--first-run']);
    expect(await host.ask({ kind: 'run_server', content: own })).toMatchObject({
      ok: true,
      server: { kind: 'here', health: 'ready', data: directory.path, last_backup: null },
    });
    await until('there is an event', () => host.door.state().events.length === 1);
    expect(host.door.state().events[0]).toMatchObject({
      name: 'Åpningsfest',
      timezone: 'Europe/Oslo',
    });
    const event = host.door.state().events[0]?.reference ?? '';
    await host.door.send({ kind: 'select_event', event });
    await until('the door is ready', () => host.phase() === 'ready');
    expect(host.door.state().entry_points.map(({ name }) => name)).toEqual([
      'North Gate',
      'South Gate',
    ]);
    const address = await host.server();
    await host.stop();

    const again = await startHost(['--first-run']);
    await until('it is live', () => again.door.state().sync.connection.kind === 'live');
    expect(await again.server()).toEqual({ ...address, bytes: expect.any(Number) });
    expect(again.door.state().organiser).toBe('Nordlys');
  });

  it('creates one organiser for a request that a page sends twice', long, async () => {
    const host = await startHost(['--first-run']);
    const command = { kind: 'run_server', content: own } as const;
    const answers = await Promise.all([host.ask(command, 'same'), host.ask(command, 'same')]);
    expect(answers[0]).toMatchObject({ ok: true });
    expect(answers[1]).toEqual(answers[0]);
    const database = new Database(join(directory.path, 'server.db'), { readonly: true });
    expect(database.prepare('select count(*) as n from organisers').get()).toEqual({ n: 1 });
    database.close();
  });

  it(
    'that ended before anything was stored begins with the same organiser and event',
    long,
    async () => {
      const host = await startHost(['--first-run']);
      await host.ask({ kind: 'run_server', content: own });
      await host.stop();
      for (const name of ['host.json', 'host.json.bak', 'station']) {
        rmSync(join(directory.path, name), { recursive: true, force: true });
      }
      const database = new Database(join(directory.path, 'server.db'));
      database.exec('delete from stations');
      database.close();
      const again = await startHost(['--first-run']);
      expect(again.phase()).toBe('undecided');
      expect(await again.ask({ kind: 'run_server', content: own })).toMatchObject({ ok: true });
      await until('it is connected', () => again.door.state().organiser === 'Nordlys');
      expect(rowsOf('organisers')).toHaveLength(1);
      expect(rowsOf('events')).toHaveLength(1);
      const clients = rowsOf('clients');
      expect(clients.map(({ name }) => name)).toEqual(['This computer', 'This computer']);
      expect(clients.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
      expect(
        await again.ask({ kind: 'run_server', content: { ...own, event: 'Another' } }),
      ).toMatchObject({ ok: true });
      expect(rowsOf('organisers')).toHaveLength(2);
    },
  );

  it(
    'that ended right after the station was connected has its server at the same port',
    long,
    async () => {
      const host = await startHost(['--first-run']);
      await host.ask({ kind: 'run_server', content: own });
      const before = host.door.state().server_url;
      await host.stop();
      for (const name of ['host.json', 'host.json.bak']) {
        rmSync(join(directory.path, name), { force: true });
      }
      const again = await startHost(['--first-run']);
      expect(again.phase()).not.toBe('undecided');
      expect(await again.server()).toMatchObject({ kind: 'here', address: before });
      await until('it is live', () => again.door.state().sync.connection.kind === 'live');
    },
  );

  it('with the demo connects to it; a server with its own data gets none', long, async () => {
    const host = await startHost(['--first-run']);
    const demo = { kind: 'run_server', content: { kind: 'demo' } } as const;
    expect(await host.ask({ kind: 'run_server', content: own })).toMatchObject({ ok: true });
    expect(await host.ask(demo)).toMatchObject({ ok: false, code: 'server.not_empty' });
    await until('it stays connected', () => host.door.state().organiser === 'Nordlys');
    expect(await host.server()).toMatchObject({ kind: 'here', health: 'ready' });
  });

  it('with the demo has its events to choose from', { tags: ['long'] }, async () => {
    const host = await startHost(['--first-run']);
    const demo = { kind: 'run_server', content: { kind: 'demo' } } as const;
    expect(await host.ask(demo)).toMatchObject({ ok: true });
    await until('there are events', () => host.door.state().events.length > 1);
    const sample = { code: expect.any(String) };
    expect(await host.server()).toMatchObject({
      samples: expect.arrayContaining([expect.objectContaining(sample)]),
    });
    expect(host.phase()).toBe('choosing_event');
  });

  it('reports an invalid name, and can be tried again', long, async () => {
    const host = await startHost(['--first-run']);
    const content = { ...own, timezone: 'Oslo' };
    expect(await host.ask({ kind: 'run_server', content })).toMatchObject({
      code: 'server.failed',
      message: expect.stringMatching(/IANA/),
    });
    expect(host.phase()).toBe('undecided');
    expect(await host.ask({ kind: 'run_server', content: own })).toMatchObject({ ok: true });
  });

  it(
    'of a station that was connected elsewhere keeps that server at the next start',
    long,
    async () => {
      const elsewhere = await startHost(['--no-demo']);
      expect((await elsewhere.server()).kind).toBe('here');
      await elsewhere.ask({ kind: 'run_server', content: own });
      const { server_url, client_id } = elsewhere.door.state();
      await elsewhere.stop();
      await using other = await temporaryDirectory();
      const first = directory;
      directory = other;
      try {
        const host = await startHost(['--first-run']);
        await host.stop();
        writeFileSync(
          join(other.path, 'station', 'settings.json'),
          JSON.stringify({
            server_url,
            client_id,
            organiser: null,
            event: null,
            locale: 'en',
            mode: 'automatic',
            opens_before_minutes: 60,
          }),
        );
        const again = await openChosenServer(configOf(['--first-run']), spawn);
        expect(again).toMatchObject({ embedded: null, isUndecided: false });
        expect(readHostSettings(other.path).server).toEqual({ kind: 'remote', url: server_url });
      } finally {
        directory = first;
      }
    },
  );
});

describe('the server of a host', () => {
  it('cannot be managed while the station is in kiosk mode', long, async () => {
    const host = await startHost(['--first-run']);
    await host.ask({ kind: 'run_server', content: own });
    await host.ask({ kind: 'enter_kiosk', pin: '2468' });
    expect(host.phase()).not.toBeNull();
    for (const kind of ['read_server', 'back_up_server'] as const) {
      expect(await host.ask({ kind })).toMatchObject({ ok: false, code: 'kiosk.locked' });
    }
    expect(await host.ask({ kind: 'run_server', content: own })).toMatchObject({
      code: 'kiosk.locked',
    });
    await host.ask({ kind: 'leave_kiosk', pin: '2468' });
    expect(host.phase()).not.toBeNull();
    expect(await host.server()).toMatchObject({ kind: 'here', last_backup: null });
    // Nobody can sign in at the console yet.
    expect(await host.ask({ kind: 'open_import', event: 'evt_1' })).toMatchObject({
      console: expect.stringMatching(/\/console\/join\?to=%2Fimport%3Fevent%3Devt_1#/),
    });
  });

  it('is copied completely while it runs, and remembers when', { tags: ['long'] }, async () => {
    const host = await startHost(['--first-run']);
    await host.ask({ kind: 'run_server', content: own });
    const answer = await host.ask({ kind: 'back_up_server' });
    if (!answer.ok || !('backup' in answer)) throw new Error('expected a copy');
    const { file } = answer.backup;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copy = new Database(file, { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(copy.prepare('select display_name from organisers').all()).toEqual([
      { display_name: 'Nordlys' },
    ]);
    copy.close();
    expect(await host.server()).toMatchObject({ last_backup: answer.backup });
    await host.stop();
    expect(await (await startHost([])).server()).toMatchObject({ last_backup: answer.backup });
  });

  it(
    'that is killed while it is copied leaves no half copy, and is copied when it is back',
    long,
    async () => {
      const host = await startHost(['--first-run']);
      await host.ask({ kind: 'run_server', content: { kind: 'demo' } });
      const folder = join(directory.path, 'backups');
      const names = () => (existsSync(folder) ? readdirSync(folder) : []);
      const answer = host.ask({ kind: 'back_up_server' });
      while (names().length === 0) await new Promise(setImmediate);
      server?.kill();
      const wasWhole = (await answer).ok;
      expect(names().filter((name) => name.endsWith('.db'))).toHaveLength(wasWhole ? 1 : 0);
      const isBack = async () => (await host.ask({ kind: 'back_up_server' })).ok;
      await expect.poll(isBack, { interval: 500, timeout: 60_000 }).toBe(true);
      await host.stop();
      await startHost([]);
      const kept = names();
      expect(kept.length).toBeGreaterThan(0);
      for (const name of kept) {
        expect(name).toMatch(/^gatehouse-[\d.TZ-]+\.db$/);
        const copy = new Database(join(folder, name), { readonly: true });
        expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
        expect(copy.prepare('select count(*) as n from tickets').get()).toEqual({ n: 2_000 });
        copy.close();
      }
    },
  );

  it(
    'reports why it cannot be copied, and leaves nothing that looks like a copy',
    { tags: ['long'] },
    async () => {
      const host = await startHost(['--first-run']);
      expect(await host.ask({ kind: 'back_up_server' })).toMatchObject({ code: 'server.not_here' });
      await host.ask({ kind: 'run_server', content: own });
      writeFileSync(join(directory.path, 'backups'), 'in the way');
      expect(await host.ask({ kind: 'back_up_server' })).toMatchObject({ code: 'server.failed' });
      expect(await host.server()).toMatchObject({ last_backup: null });
    },
  );

  it('reports a full disk', async () => {
    const embedded: EmbeddedServer = {
      ...unreachable,
      call: () => Promise.reject(new CallError('SQLITE_FULL', 'database or disk is full')),
    };
    const host = createHostServer({
      data: directory.path,
      spawn,
      chosen: { embedded, isUndecided: false },
      ask: () => Promise.resolve({ ok: true }),
    });
    const reply = await host.handle({ id: '1', command: { kind: 'back_up_server' } });
    expect(reply).toMatchObject({ result: { ok: false, code: 'server.disk_full' } });
    const run = await host.handle({ id: '2', command: { kind: 'run_server', content: own } });
    expect(run).toMatchObject({ result: { ok: false, code: 'server.disk_full' } });
    const read = await host.handle({ id: '3', command: { kind: 'read_server' } });
    expect(read).toMatchObject({ result: { server: { kind: 'here', health: 'away' } } });
  });

  it('says that a server with a demo is away when it does not answer', async () => {
    const client = { client_id: 'cli', client_secret: 'secret' };
    const demo: Demo = {
      organiser: 'org',
      owner: { email: 'a@b.example', password: 'password', totp_secret: 'SECRET' },
      integrator: client,
      station: client,
      events: [],
      door: null,
    };
    const host = createHostServer({
      data: directory.path,
      spawn,
      chosen: { embedded: { ...unreachable, demo }, isUndecided: false },
      ask: () => Promise.resolve({ ok: true }),
    });
    const read = await host.handle({ id: '1', command: { kind: 'read_server' } });
    expect(read).toMatchObject({ result: { server: { kind: 'here', health: 'away' } } });
  });

  it('reports that its port is in use', long, async () => {
    const other = await occupy();
    const host = await startHost(['--first-run']);
    writeHostSettings(directory.path, { server: { kind: 'embedded' }, server_port: other.port });
    const answer = await host.ask({ kind: 'run_server', content: own });
    expect(answer).toMatchObject({ ok: false, code: 'server.port_taken' });
    expect(host.phase()).toBe('undecided');
  });

  it('is not available at a station without such a host', async () => {
    await using door = await runStation({ dataDir: directory.path });
    expect(await door.send({ kind: 'read_server' })).toMatchObject({ code: 'server.not_here' });
    expect(await door.send({ kind: 'back_up_server' })).toMatchObject({ code: 'server.not_here' });
  });

  it('is in a host that is not started at login unless that can be set', async () => {
    const host = await startHost(['--first-run']);
    for (const command of [
      { kind: 'read_start_at_login' },
      { kind: 'set_start_at_login', on: true },
    ] as const)
      expect(await host.ask(command)).toMatchObject({ code: 'start_at_login.not_offered' });
  });
});

async function occupy(): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return { port: address.port, server };
}
