import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { lockStation } from '../../src-main/composition/station-lock.ts';
import { findElectronBinary } from '../../src-main/launch/electron-binary.ts';
import { launchOfRunning } from '../../src-main/page/page-record.ts';
import { Demo } from '../support/e2e/demo.ts';
import { startProgram, type StartedProgram } from '../support/e2e/processes.ts';
import { serve } from '../support/e2e/serve.ts';
import { Ready, startStationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';

// What `npm start` prints, leaves on the disk and ends with, in the browser host.

const Enrolled = Type.Object({ client_id: Type.String(), enrolment_code: Type.String() });
const Reported = Type.Object({
  heartbeat: Type.Union([
    Type.Object({ event: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
});

/** Of a start with demo data. */
const LINES = 12;

/** As npm runs the script of that name. */
const asNpm = { npm_lifecycle_event: 'start', npm_package_name: 'gatehouse' };
const run = promisify(execFile);

const isUp = async (url: string) => (await fetch(url).catch(() => null)) !== null;

/** Starts sooner because it does not create demo data. */
const inBrowser = (data: string) =>
  ['--host=browser', '--json', '--no-open', '--no-demo'].concat('--data', data);

test.describe('a start', () => {
  let folder: TemporaryFolder;
  let host: StartedProgram;
  let page: string;
  let server: string;

  test.beforeAll(async () => {
    folder = await temporaryFolder('start');
    // As an older version left them.
    const older = join(folder.path, 'logs', 'station.log');
    await mkdir(join(folder.path, 'station'));
    await mkdir(join(folder.path, 'logs'));
    await writeFile(older, '');
    for (const path of [folder.path, join(folder.path, 'logs'), older]) await chmod(path, 0o777);
    host = startProgram(['--host=browser', '--no-open', '--data', folder.path], asNpm);
    await expect.poll(() => host.stdout.all().length).toBe(LINES);
    page = new URL(launchOfRunning(folder.path) ?? '').origin;
    server = /^Its server is at (http:\S+\/v1);/.exec(host.stdout.all()[1] ?? '')?.[1] ?? '';
  });
  test.afterAll(async () => {
    host.child.kill('SIGKILL');
    await host.ended;
    await folder.remove();
  });

  test('says where its server is, and where the credentials for its demo are', async () => {
    const [, told = '', place = '', signIn = '', ...demo] = host.stdout.all();
    const file = join(folder.path, 'demo.json');
    expect(told).toContain(`${file} has credentials for it, and `);
    const docs = /, and (\S+) describes its API$/.exec(told)?.[1] ?? '';
    expect((await fetch(docs)).status).toBe(200);
    const consoleUrl = /^The organiser console is at (\S+)$/.exec(place)?.[1] ?? '';
    expect(consoleUrl).toBe(`http://localhost:${new URL(server).port}/console`);
    expect((await fetch(consoleUrl)).headers.get('content-type')).toMatch(/^text\/html/);
    const printed =
      /^ {2}Sign in as (\S+@\S+); .* the code: (npm run .* member code \1 --data .*)$/;
    const [, , command = ''] = printed.exec(signIn) ?? [];
    const { stdout } = await run('sh', ['-c', command]);
    expect(stdout).toMatch(/^\d{6}\n$/);
    expect(demo[0]).toMatch(/^On now: Winter Gala .* at North Gate:$/);
    expect(demo[1]).toMatch(/^ {2}tkt_\w{26} {2}Valid ticket/);
    expect(demo.at(-1)).toContain(`${new URL('/oauth/token', server).href} -d grant_type=`);
    const { integrator } = Value.Parse(Demo, JSON.parse(await readFile(file, 'utf8')));
    const token = await fetch(new URL('/oauth/token', server), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...integrator }),
    });
    expect(token.status).toBe(200);
  });

  test('makes every file private to its owner, including those that an older version left readable', async () => {
    test.skip(process.platform === 'win32', 'has no such modes');
    const names = [...(await readdir(folder.path, { recursive: true })), '.'];
    expect(names).toEqual(expect.arrayContaining(['server.db', 'page.json', 'host.json']));
    expect(names).toContain(join('station', 'journal.db'));
    const open: string[] = [];
    for (const name of names) {
      if (((await stat(join(folder.path, name))).mode & 0o077) !== 0) open.push(name);
    }
    expect(open).toEqual([]);
  });

  test(
    'on a data folder whose page is open prints another address and ends with exit code 0',
    { tag: '@long' },
    async () => {
      for (const args of [['--host=browser'], []]) {
        const second = startProgram([...args, '--json', '--no-open', '--data', folder.path]);
        expect(await second.ended).toEqual({ code: 0, signal: null });
        expect(second.stderr()).toBe('');
        const lines = second.stdout.all();
        expect(lines).toHaveLength(1);
        const ready: unknown = JSON.parse(lines[0] ?? '');
        expect(ready).toEqual({ ready: true, url: expect.stringContaining(page) });
        expect(host.stdout.all()[0]).not.toContain(Value.Parse(Ready, ready).url);
      }
    },
  );

  test("ends with exit code 1 if the page's port is taken", { tag: '@long' }, async () => {
    const other = await temporaryFolder('start');
    const { port } = new URL(page);
    const second = startProgram([...inBrowser(other.path), '--port', port]);
    expect((await second.ended).code).toBe(1);
    expect(second.stderr()).toContain(port);
    await other.remove();
  });

  test('ends on SIGTERM with exit code 0, and its server with it', async () => {
    expect(await isUp(page)).toBe(true);
    expect(await isUp(server)).toBe(true);
    host.child.kill('SIGTERM');
    expect(await host.ended).toEqual({ code: 0, signal: null });
    expect(await isUp(page)).toBe(false);
    expect(await isUp(server)).toBe(false);
    expect(host.stdout.all().slice(LINES)).toEqual([
      'Stopping: finishing what is in progress.',
      'Stopped.',
    ]);
  });
});

test.describe('a start of its own', { tag: '@long' }, () => {
  let folder: TemporaryFolder;
  let program: StartedProgram | null;
  test.beforeEach(async () => {
    folder = await temporaryFolder('start');
    program = null;
  });
  test.afterEach(async () => {
    program?.child.kill('SIGKILL');
    await program?.ended;
    await folder.remove();
  });

  const begin = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    (program = startProgram(args, env));

  test('that is killed takes its server with it', async () => {
    const { child, stdout, ended } = begin(inBrowser(folder.path));
    const { server } = Value.Parse(Ready, await nextJson(stdout));
    expect(await isUp(server?.auth_url ?? '')).toBe(true);
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => isUp(server?.auth_url ?? '')).toBe(false);
  });

  test('ends when the npm process that started it is killed', async () => {
    const host = await startStationHost({ data: folder.path, args: ['--no-demo'] });
    const { origin } = new URL(host.ready.url);
    try {
      process.kill(host.pid, 'SIGKILL');
      await expect.poll(() => isUp(origin)).toBe(false);
    } finally {
      await host.kill();
    }
  });

  test('with an enrolment code in its environment connects without a screen, and does without it at the next start', async () => {
    const place = await temporaryFolder('server');
    const server = await serve(place.path, ['--port', '0', '--demo=40']);
    const gatehouse = async (...words: readonly string[]): Promise<unknown> => {
      const all = ['bin/gatehouse.js', ...words, '--data', place.path, '--json'];
      return JSON.parse((await run(process.execPath, all)).stdout);
    };
    try {
      const { organiser = '' } = server.ready.demo ?? {};
      const words = ['--organiser', organiser, '--name', 'North', '--events', 'winter-gala'];
      const { client_id, enrolment_code } = Value.Parse(
        Enrolled,
        await gatehouse('station', 'enrol', ...words),
      );
      const environment = { GATEHOUSE_ENROLMENT_CODE: enrolment_code };
      for (let start = 0; start < 2; start += 1) {
        const { child, stdout, ended } = begin(inBrowser(folder.path), environment);
        expect(await nextJson(stdout)).not.toHaveProperty('server');
        const heard = async () => {
          const shown = await gatehouse('station', 'show', client_id);
          return Value.Parse(Reported, shown).heartbeat?.event ?? null;
        };
        await expect.poll(heard, { timeout: 30_000 }).toMatch(/^evt_/);
        child.kill('SIGTERM');
        expect(await ended).toEqual({ code: 0, signal: null });
      }
      const other = await temporaryFolder('start');
      const used = begin(inBrowser(other.path), environment);
      expect((await used.ended).code).toBe(1);
      expect(used.stderr().trim()).toBe(
        `The enrolment code for ${server.ready.base_url} did not connect this station: The enrolment code has expired or was used already. Ask the organiser for a new code.`,
      );
      await other.remove();
    } finally {
      await server.kill();
      await place.remove();
    }
  });

  test('on a data folder that another program has locked ends with exit code 1 and one sentence', async () => {
    await mkdir(join(folder.path, 'station'));
    const release = lockStation(join(folder.path, 'station', 'station.lock'));
    const { ended, stderr, stdout } = begin(inBrowser(folder.path));
    expect((await ended).code).toBe(1);
    release();
    expect(stderr()).toMatch(/is already running on/);
    expect(stderr().trim().split('\n')).toHaveLength(1);
    expect(stdout.all()).toEqual([]);
  });

  for (const [args, says] of [
    [['--host=typewriter'], /--host must be/],
    [['--host=browser', '--', '--disable-gpu'], /^Switches after -- are for Electron/],
    [['--host=electron', '--', 'http://x'], /switches for Chromium/],
  ] as const) {
    test(`with wrong arguments ends with exit code 2 and says why (${args.join(' ')})`, async () => {
      const { ended, stderr } = begin(args);
      expect((await ended).code).toBe(2);
      expect(stderr()).toMatch(says);
    });
  }

  test('with --help ends with exit code 0', async () => {
    const { ended, stdout } = begin(['--help']);
    expect((await ended).code).toBe(0);
    expect(stdout.all().join('\n')).toContain('GATEHOUSE_CLIENT_SECRET');
  });

  test('says in one sentence why Electron cannot be downloaded', async () => {
    test.skip(findElectronBinary(process.env) !== null, 'the binary is here');
    const { ended, stderr } = begin(['--host=electron', '--data', folder.path], {
      ELECTRON_MIRROR: 'http://127.0.0.1:9/',
      electron_config_cache: folder.path,
    });
    expect((await ended).code).toBe(1);
    const lines = stderr().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/cannot be downloaded \(.*fetch failed.*\); --host=browser opens/);
  });

  test('without a display falls back to the browser host and says so, and ends on SIGINT with exit code 0', async () => {
    test.skip(process.platform !== 'linux', 'only Linux runs without a display');
    const args = ['--json', '--no-open', '--no-demo', '--data', folder.path];
    const { child, stdout, stderr, ended } = begin(args, { DISPLAY: '', WAYLAND_DISPLAY: '' });
    await nextJson(stdout);
    expect(stderr()).toMatch(/There is no display: the screens open in a browser instead/);
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(stdout.all()).toHaveLength(1);
  });
});
