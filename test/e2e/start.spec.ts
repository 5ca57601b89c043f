import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { Value } from 'typebox/value';
import { lockStation } from '../../src-main/hosts/station-lock.ts';
import { findElectronBinary } from '../../src-main/hosts/launch/electron-binary.ts';
import { launchOfRunning } from '../../src-main/hosts/browser/page-record.ts';
import { Demo } from '../support/e2e/demo.ts';
import { openDoor } from '../support/e2e/door-page.ts';
import { passIn, visitPage, type VisitOptions } from '../support/page-visitor.ts';
import { startProgram, type StartedProgram } from '../support/e2e/processes.ts';
import { startStationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';

// This file is one of the longest and runs last, so its tests run in parallel.
test.describe.configure({ mode: 'parallel' });

let folder: TemporaryFolder;
let programs: StartedProgram[];
test.beforeEach(async () => {
  folder = await temporaryFolder('start');
  programs = [];
});
test.afterEach(async () => {
  for (const { child, ended } of programs) {
    child.kill('SIGKILL');
    await ended;
  }
  await folder.remove();
});

function begin(args: readonly string[], env: NodeJS.ProcessEnv = {}): StartedProgram {
  const program = startProgram(args, env);
  programs.push(program);
  return program;
}

const withDemo = (data: string) => ['--host=browser', '--json', '--no-open', '--data', data];
/** Starts sooner because it does not create demo data. */
const inBrowser = (data: string) => [...withDemo(data), '--no-demo'];

/** Where the page and the embedded server listen, from the ready line. */
async function addressesOf(program: StartedProgram): Promise<{ page: URL; server: URL }> {
  const ready = await nextJson(program.stdout);
  expect(ready).toMatchObject({ ready: true, url: expect.any(String) });
  const [page, server] =
    /"url":"([^"]+)".*"base_url":"([^"]+)"/
      .exec(JSON.stringify(ready))
      ?.slice(1)
      .map((text) => new URL(text)) ?? [];
  if (page === undefined || server === undefined) throw new Error('expected two addresses');
  return { page, server };
}

const isUp = async ({ origin }: URL) => (await fetch(origin).catch(() => null)) !== null;

test.describe('a start', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`ends on ${signal} with exit code 0, and its server with it`, async () => {
      const program = begin(inBrowser(folder.path));
      const { page, server } = await addressesOf(program);
      expect(await isUp(server)).toBe(true);
      program.child.kill(signal);
      expect(await program.ended).toEqual({ code: 0, signal: null });
      expect(await isUp(page)).toBe(false);
      expect(await isUp(server)).toBe(false);
      expect(program.stdout.all()).toHaveLength(1);
    });
  }

  test('that is killed takes its server with it', async () => {
    const program = begin(inBrowser(folder.path));
    const { server } = await addressesOf(program);
    program.child.kill('SIGKILL');
    await program.ended;
    await expect.poll(() => isUp(server)).toBe(false);
  });

  test('ends when the npm process that started it is killed', async () => {
    const host = await startStationHost({ data: folder.path });
    const page = new URL(host.ready.url);
    try {
      process.kill(host.pid, 'SIGKILL');
      await expect.poll(() => isUp(page)).toBe(false);
    } finally {
      await host.kill();
    }
  });

  test('on a data folder whose page is open prints another address and ends with exit code 0', async () => {
    const first = begin(inBrowser(folder.path));
    const { page } = await addressesOf(first);
    for (const host of [['--host=browser'], []]) {
      const second = begin([...host, '--json', '--no-open', '--data', folder.path]);
      expect(await second.ended).toEqual({ code: 0, signal: null });
      expect(second.stderr()).toBe('');
      const lines = second.stdout.all();
      expect(lines).toHaveLength(1);
      const ready: unknown = JSON.parse(lines[0] ?? '');
      expect(ready).toEqual({ ready: true, url: expect.stringContaining(page.origin) });
      expect(ready).not.toMatchObject({ url: page.href });
    }
    first.child.kill('SIGTERM');
    await first.ended;
  });

  test('on a data folder that another program has locked ends with exit code 1 and one sentence', async () => {
    await mkdir(join(folder.path, 'station'));
    const release = lockStation(join(folder.path, 'station', 'station.lock'));
    const second = begin(inBrowser(folder.path));
    expect((await second.ended).code).toBe(1);
    release();
    expect(second.stderr()).toMatch(/is already running on/);
    expect(second.stderr().trim().split('\n')).toHaveLength(1);
    expect(second.stdout.all()).toEqual([]);
  });

  test('says where its server is, and where the credentials for its demo are', async () => {
    const host = begin(['--host=browser', '--no-open', '--data', folder.path]);
    await expect.poll(() => host.stdout.all().length).toBe(10);
    const [, told = '', ...demo] = host.stdout.all();
    const file = join(folder.path, 'demo.json');
    const server =
      /^Its server is at (http:\S+\/v1); (\S+) has credentials for it, and (\S+) describes its API$/.exec(
        told,
      );
    expect(server?.[2]).toBe(file);
    expect((await fetch(server?.[3] ?? '')).status).toBe(200);
    expect(demo[0]).toMatch(/^On now: Winter Gala .* at North Gate:$/);
    expect(demo[1]).toMatch(/^ {2}tkt_\w{26} {2}Valid ticket/);
    expect(demo.at(-1)).toContain(`${new URL('/oauth/token', server?.[1]).href} -d grant_type=`);
    const { integrator } = Value.Parse(Demo, JSON.parse(await readFile(file, 'utf8')));
    const token = await fetch(new URL('/oauth/token', server?.[1]), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...integrator }),
    });
    expect(token.status).toBe(200);
    host.child.kill('SIGTERM');
    await host.ended;
  });

  test('refuses switches for Chromium if Chromium is not started', async () => {
    for (const args of [['--host=browser'], ['--dev']]) {
      const host = begin([...args, '--data', folder.path, '--', '--disable-gpu']);
      expect((await host.ended).code).toBe(2);
      expect(host.stderr()).toMatch(/^Switches after -- are for Electron/);
    }
  });

  test('says in one sentence why Electron cannot be downloaded', async () => {
    test.skip(findElectronBinary(process.env) !== null, 'the binary is here');
    const host = begin(['--host=electron', '--data', folder.path], {
      ELECTRON_MIRROR: 'http://127.0.0.1:9/',
      electron_config_cache: folder.path,
    });
    expect((await host.ended).code).toBe(1);
    const lines = host.stderr().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/cannot be downloaded \(.*fetch failed.*\); --host=browser opens/);
  });

  test('makes every file private to its owner, including those that an older version left readable', async () => {
    test.skip(process.platform === 'win32', 'has no such modes');
    const data = join(folder.path, 'data');
    const older = join(data, 'logs', 'station.log');
    await mkdir(join(data, 'station'), { recursive: true });
    await mkdir(join(data, 'logs'));
    await writeFile(older, '');
    for (const path of [data, join(data, 'logs'), older]) await chmod(path, 0o777);
    const program = begin(inBrowser(data));
    await addressesOf(program);
    const names = [...(await readdir(data, { recursive: true })), '.'];
    expect(names).toEqual(expect.arrayContaining(['server.db', 'page.json', 'host.json']));
    expect(names).toContain(join('station', 'journal.db'));
    const open: string[] = [];
    for (const name of names) {
      if (((await stat(join(data, name))).mode & 0o077) !== 0) open.push(name);
    }
    expect(open).toEqual([]);
    program.child.kill('SIGTERM');
    await program.ended;
  });

  test('ends with exit code 2 after a wrong option, and with 0 after --help', async () => {
    const wrong = begin(['--host=typewriter']);
    expect((await wrong.ended).code).toBe(2);
    expect(wrong.stderr()).toMatch(/--host must be/);
    const help = begin(['--help']);
    expect((await help.ended).code).toBe(0);
    expect(help.stdout.all().join('\n')).toContain('GATEHOUSE_CLIENT_SECRET');
  });

  test('without a display falls back to the browser host and says so', async () => {
    test.skip(process.platform !== 'linux', 'only Linux runs without a display');
    const args = ['--json', '--no-open', '--data', folder.path];
    const program = begin(args, { DISPLAY: '', WAYLAND_DISPLAY: '' });
    await addressesOf(program);
    expect(program.stderr()).toMatch(/There is no display: the screens open in a browser instead/);
    program.child.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });

  test("ends with exit code 1 if the page's port is taken", async () => {
    const first = begin(inBrowser(folder.path));
    const { page } = await addressesOf(first);
    const other = await temporaryFolder('start');
    const second = begin([...inBrowser(other.path), '--port', page.port]);
    expect((await second.ended).code).toBe(1);
    expect(second.stderr()).toContain(page.port);
    first.child.kill('SIGTERM');
    await first.ended;
    await other.remove();
  });

  test('with an empty server of its own waits on the Connect screen', async ({ page }) => {
    const program = begin(inBrowser(folder.path));
    const addresses = await addressesOf(program);
    await page.goto(addresses.page.href);
    await expect(page.getByRole('textbox').first()).toBeVisible();
    program.child.kill('SIGTERM');
    await program.ended;
  });
});

test.describe('the loopback host', () => {
  test('reveals nothing to hostile requests and goes on serving its own page', async ({ page }) => {
    const program = begin(withDemo(folder.path));
    const { page: address } = await addressesOf(program);
    const statusOf = (path: string, headers: Record<string, string> = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const { hostname, port } = address;
      request({ hostname, port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
      return promise;
    };
    expect(await statusOf('/', { Host: 'rebound.example' })).toBe(403);
    expect(await statusOf('/', { Origin: 'https://rebound.example' })).toBe(403);
    for (const path of [
      '/../../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      expect(await statusOf(path), path).toBe(404);
    }

    const door = await openDoor(page, address.href);
    const pass = passIn(address.href);
    const from = async (options: Partial<VisitOptions>) => {
      const { outcome, socket } = await visitPage(address.href, { pass, ...options });
      socket.terminate();
      return outcome;
    };
    // The page has already used the address.
    expect(await from({})).toBe('refused');
    const another = passIn(launchOfRunning(folder.path) ?? '');
    expect(await from({ pass: another, headers: { Origin: 'https://evil.example' } })).toBe(403);
    expect(await from({ pass: another, headers: {} })).toBe(403);
    expect(await from({ pass: { ...another, key: 'B'.repeat(43) } })).toBe('refused');
    expect(await from({ pass: another })).toBe('entered');
    await sendBytes(address, 'GET / HTTP/1.1\r\nHost: \r\n\r\n\0\xff');
    await sendBytes(address, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`);

    await door.reload();
    program.child.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });

  test('does not let another site embed or script its page', async ({ page }) => {
    const program = begin(withDemo(folder.path));
    const { page: address } = await addressesOf(program);
    const policies: string[] = [];
    page.on('response', (response) => {
      policies.push(response.headers()['content-security-policy'] ?? '');
    });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await openDoor(page, address.href);
    for (const policy of policies) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      // Except for the camera's decoder, which is WebAssembly.
      expect(policy.replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe');
    }
    // The page itself does not violate its policy.
    expect(complaints).toEqual([]);
    program.child.kill('SIGTERM');
    await program.ended;
  });
});

async function sendBytes({ hostname, port }: URL, bytes: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'));
  socket.on('error', () => resolve()).on('close', () => resolve());
  socket.resume();
  await promise;
}
