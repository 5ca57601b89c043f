import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect as connectTcp, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { builtCommand } from '../support/station/programs.ts';
import { createAuthority } from '../support/webhooks/authority.ts';
import { certificate, certificateKey } from '../support/webhooks/certificate.ts';

const program = fileURLToPath(builtCommand());
let data: string;
let children: ChildProcess[];
let running: (() => Promise<number>)[];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'gatehouse-serve-'));
  children = [];
  running = [];
});
afterEach(async () => {
  for (const stop of running) await stop();
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
});

function gatehouse(...words: string[]) {
  const child = spawn(process.execPath, [program, ...words, '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** How many files a command left in the cache below that home. */
async function cachedBy(home: string, temporary: string): Promise<number> {
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  const env = { ...environment, XDG_CACHE_HOME: home, HOME: home, TMPDIR: temporary };
  const child = spawn(process.execPath, [program, '--help'], { env, stdio: 'ignore' });
  children.push(child);
  expect((await once(child, 'exit'))[0]).toBe(0);
  const folder = join(home, 'gatehouse', 'compile-cache');
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).length : 0;
}

/** The cache that a command below that home gives to the programs that it starts. */
function sharedFrom(home: string): string {
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  const source = `import { enablePrivateCompileCache } from ${JSON.stringify(import.meta.resolve('../../bin/compile-cache.js'))};
    enablePrivateCompileCache();
    process.stdout.write(process.env.NODE_COMPILE_CACHE ?? 'none');`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', source], {
    env: { ...environment, XDG_CACHE_HOME: home, HOME: home },
    encoding: 'utf8',
  });
}

/** Runs a command in this process until it has ended or `stop` is called. */
function run(...words: string[]) {
  let err = '';
  const printed = Promise.withResolvers<string>();
  const stopped = Promise.withResolvers<void>();
  const ended = runCommandLine([...words, '--data', data], {
    out: printed.resolve,
    err: (line) => (err += `${line}\n`),
    flushed: () => Promise.resolve(),
    environment: process.env,
    stopRequested: () => stopped.promise,
  });
  void ended.then((code) => printed.reject(new Error(`ended with ${code} and no output: ${err}`)));
  printed.promise.catch(() => undefined);
  const stop = () => {
    stopped.resolve();
    return ended;
  };
  running.push(stop);
  return { ended, stop, printed: printed.promise, err: () => err };
}

/** How a command ends that cannot be carried out. */
async function failure(...words: string[]) {
  const { ended, err } = run(...words);
  return { code: await ended, err: err().trim() };
}

async function firstLine(child: { readonly stdout: Readable }): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('expected a line');
}

const Credentials = Type.Object({ client_id: Type.String(), client_secret: Type.String() });
const Ready = Type.Object({
  ready: Type.Literal(true),
  base_url: Type.String(),
  auth_url: Type.String(),
  demo: Type.Optional(
    Type.Object({
      organiser: Type.String(),
      integrator: Credentials,
      station: Credentials,
      events: Type.Array(Type.Object({ reference: Type.String(), slug: Type.String() })),
    }),
  ),
});

async function serve(...flags: string[]) {
  const child = gatehouse('serve', '--port', '0', '--json', ...flags);
  return { child, ready: Compile(Ready).Parse(JSON.parse(await firstLine(child))) };
}

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<number | null> {
  child.kill(signal);
  await once(child, 'exit');
  return child.exitCode;
}

/** All that `serve` prints until it has stopped. */
async function said(...flags: readonly string[]): Promise<readonly string[]> {
  const child = gatehouse('serve', '--port', '0', '--drain', '1', ...flags);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = once(reader, 'close');
  await once(reader, 'line');
  expect(await stop(child, 'SIGTERM')).toBe(0);
  await ended;
  return lines;
}

it('says when it drains, stops and has stopped, and to a program nothing but its one line', async () => {
  expect((await said()).slice(-3)).toEqual([
    'Asked to stop: serving for 1 more second, while /readyz answers 503.',
    'Stopping: finishing what is in progress.',
    'Stopped.',
  ]);
  expect(await said('--json')).toEqual([expect.stringContaining('"ready":true')]);
});

async function isServing(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).ok;
  } catch {
    return false;
  }
}

describe('gatehouse serve', () => {
  it('reports when it takes requests, serves the demo, and exits with 0 when asked to', async () => {
    const { child, ready } = await serve('--demo=40');
    const { auth_url, base_url, demo } = ready;
    expect(base_url).toBe(`${auth_url}/v1`);
    const token = await fetch(`${auth_url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', ...demo?.station }),
    });
    const Token = Compile(Type.Object({ access_token: Type.String() }));
    const { access_token } = Token.Parse(await token.json());
    const tickets = await fetch(`${base_url}/integration/events/winter-gala/tickets`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(tickets.status).toBe(200);
    expect(await stop(child, 'SIGTERM')).toBe(0);
    const again = await serve('--demo');
    expect(again.ready.demo).toEqual(demo);
    expect(await stop(again.child, 'SIGINT')).toBe(0);
  });

  it.skipIf(process.platform === 'win32')(
    'keeps everything for its owner alone under any umask, also what an older version left open',
    { tags: ['long'] },
    async () => {
      mkdirSync(join(data, 'station'));
      writeFileSync(join(data, 'station', 'settings.json'), '{}');
      for (const path of ['.', 'station', 'station/settings.json'])
        chmodSync(join(data, path), 0o777);
      const { child } = await serve('--demo=40');
      const modes = readdirSync(data, { recursive: true, encoding: 'utf8' })
        .concat('.')
        .map((name) => [name, statSync(join(data, name)).mode & 0o077]);
      expect(modes.map(([name]) => name)).toContain('server.db-wal');
      expect(modes.filter(([, open]) => open !== 0)).toEqual([]);

      const copy = join(data, 'copy.db');
      const backup = gatehouse('backup', copy);
      expect((await once(backup, 'exit'))[0]).toBe(0);
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      expect(await stop(child, 'SIGTERM')).toBe(0);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'runs no compiled code from a folder that another user could write to',
    async () => {
      const folders = ['own', 'open', 'linked', 'temporary', 'elsewhere'];
      const [own = '', open = '', linked = '', temporary = '', elsewhere = ''] = folders.map(
        (name) => join(data, name),
      );
      for (const folder of folders) mkdirSync(join(data, folder));
      expect(await cachedBy(own, temporary)).toBeGreaterThan(0);
      expect(sharedFrom(own)).toBe(join(own, 'gatehouse', 'compile-cache'));
      expect(statSync(join(own, 'gatehouse')).mode & 0o077).toBe(0);

      mkdirSync(join(open, 'gatehouse'));
      chmodSync(join(open, 'gatehouse'), 0o777);
      expect(await cachedBy(open, temporary)).toBe(0);
      expect(sharedFrom(open)).toBe('none');
      chmodSync(own, 0o777);
      expect(sharedFrom(own)).toBe('none');
      expect(sharedFrom('not/absolute')).toBe('none');
      symlinkSync(elsewhere, join(linked, 'gatehouse'));
      await cachedBy(linked, temporary);
      expect(readdirSync(join(elsewhere, 'compile-cache'))).toEqual([]);
      expect(readdirSync(temporary)).toEqual([]);
    },
  );

  it(
    'serves HTTPS with a certificate, and reports what is wrong with one',
    { timeout: 120_000 },
    async () => {
      const [cert, key] = [join(data, 'cert.pem'), join(data, 'key.pem')];
      writeFileSync(cert, certificate);
      writeFileSync(key, certificateKey, { mode: 0o600 });
      for (const [flags, message] of [
        [['--tls-cert', cert], /together/],
        [['--tls-cert', cert, '--tls-key', join(data, 'none.pem')], /--tls-key/],
        [['--tls-cert', key, '--tls-key', key], /certificate and its private key/],
      ] as const) {
        const refused = await failure('serve', '--port', '0', ...flags);
        expect(refused).toEqual({ code: 2, err: expect.stringMatching(message) });
      }
      const flags = ['--host', '0.0.0.0', '--port', '0', '--json'];
      const serving = run('serve', ...flags, '--tls-cert', cert, '--tls-key', key);
      const { base_url } = Compile(Ready).Parse(JSON.parse(await serving.printed));
      expect(base_url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v1$/);
      const sent = request(`${base_url}/openapi.json`, {
        ca: certificate,
        headers: { host: 'hooks.example' },
        servername: 'hooks.example',
      }).end();
      const [answer]: IncomingMessage[] = await once(sent, 'response');
      if (answer === undefined) throw new Error('expected an answer');
      expect(await text(answer)).toContain('https://hooks.example/v1');
      expect(serving.err()).toBe('');
      expect(await serving.stop()).toBe(0);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'uses a renewed certificate without a restart, and the former one while the files do not fit together',
    { timeout: 120_000 },
    async () => {
      const [cert, key] = [join(data, 'cert.pem'), join(data, 'key.pem')];
      writeFileSync(cert, certificate);
      writeFileSync(key, certificateKey);
      const serving = run('serve', '--port', '0', '--json', '--tls-cert', cert, '--tls-key', key);
      const { base_url } = Compile(Ready).Parse(JSON.parse(await serving.printed));
      const shown = async () => {
        const socket = connectTls({
          port: Number(new URL(base_url).port),
          rejectUnauthorized: false,
        });
        await once(socket, 'secureConnect');
        const { subject } = socket.getPeerCertificate();
        socket.destroy();
        return subject.CN;
      };
      expect(await shown()).toBe('hooks.example');
      const renewed = await (await createAuthority('an authority')).issue({ name: 'renewed' });
      writeFileSync(cert, renewed.cert);
      await expect.poll(serving.err, { timeout: 60_000 }).toContain('cannot be used');
      expect(await shown()).toBe('hooks.example');
      writeFileSync(key, renewed.key);
      await expect.poll(shown, { timeout: 60_000 }).toBe('renewed');
      expect(await serving.stop()).toBe(0);
      expect(serving.err().trim().split('\n')).toHaveLength(1);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'opens no debugger at the signal that tells other programs to open their log anew',
    async () => {
      const { child, ready } = await serve();
      const said = text(child.stderr);
      child.kill('SIGUSR1');
      expect(await isServing(ready.auth_url)).toBe(true);
      expect(await stop(child, 'SIGTERM')).toBe(0);
      expect(await said).not.toContain('Debugger');
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'answers over the connections that it took when strangers hold as many as the system lets it open',
    async () => {
      const words = [program, 'serve', '--port', '0', '--json', '--data', data];
      const limited = ['-c', 'ulimit -n 100; exec "$@"', 'sh', process.execPath, ...words];
      const child = spawn('sh', limited, { stdio: ['ignore', 'pipe', 'pipe'] });
      children.push(child);
      const said = text(child.stderr);
      const { auth_url } = Compile(Ready).Parse(JSON.parse(await firstLine(child)));
      const port = Number(new URL(auth_url).port);
      const sockets = Array.from({ length: 150 }, () => connectTcp(port, '127.0.0.1'));
      for (const socket of sockets) socket.on('error', () => undefined);
      const [first] = sockets;
      if (first === undefined) throw new Error('expected a connection');
      // The last ones are turned away: then all have been looked at.
      await Promise.all(sockets.slice(-50).map((socket) => once(socket, 'close')));
      first.write('GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(await text(first)).toMatch(/^HTTP\/1\.1 200 /);
      for (const socket of sockets) socket.destroy();
      expect(await stop(child, 'SIGTERM')).toBe(0);
      expect(await said).toBe('');
    },
  );

  it('warns of plain HTTP where others can eavesdrop', { timeout: 120_000 }, async () => {
    for (const [flags, warned] of [
      [['--host', '0.0.0.0'], true],
      [['--host', '0.0.0.0', '--public-url', 'https://tickets.example'], false],
      [['--host', '127.0.0.1'], false],
    ] as const) {
      const serving = run('serve', '--port', '0', '--json', ...flags);
      await serving.printed;
      expect(await serving.stop()).toBe(0);
      expect(serving.err().includes('plain HTTP')).toBe(warned);
    }
  });

  it('takes the password of a mail server from the environment only', async () => {
    const shown = await failure('serve', '--smtp-url', 'smtp://user:secret@mail.example.org');
    expect(shown).toEqual({ code: 2, err: expect.stringMatching(/GATEHOUSE_SMTP_URL/) });
    expect(shown.err).not.toContain('secret');
    const serving = run('serve', '--port', '0', '--smtp-url', 'smtp://mail.example.org');
    await serving.printed;
    expect(await serving.stop()).toBe(0);
  });

  it('ends with npm, whose shell does not pass on the signal', { tags: ['long'] }, async () => {
    const npm = spawn(
      'npm',
      ['run', '-s', 'gatehouse', '--', 'serve', '--port', '0', '--json', '--data', data],
      { cwd: join(program, '../..'), stdio: ['ignore', 'pipe', 'ignore'] },
    );
    children.push(npm);
    const { auth_url } = Compile(Ready).Parse(JSON.parse(await firstLine(npm)));
    npm.kill('SIGTERM');
    await expect.poll(() => isServing(auth_url), { timeout: 10_000 }).toBe(false);
  });

  it(
    'finishes its start when it is asked to end before it is ready, and then exits with 0',
    { tags: ['long'] },
    async () => {
      const child = gatehouse('serve', '--port', '0', '--json', '--demo=2000');
      await expect.poll(() => existsSync(join(data, 'server.db')), { timeout: 10_000 }).toBe(true);
      expect(await stop(child, 'SIGTERM')).toBe(0);
    },
  );

  it(
    'serves without a demo if there is none, and what commands create meanwhile',
    { tags: ['long'] },
    async () => {
      const { child, ready } = await serve();
      expect(ready.demo).toBeUndefined();
      const organiser = gatehouse('organiser', 'create', '--name', 'Beside', '--json');
      expect(JSON.parse(await firstLine(organiser))).toMatchObject({ display_name: 'Beside' });
      expect((await fetch(`${ready.auth_url}/readyz`)).status).toBe(200);
      expect(await stop(child, 'SIGTERM')).toBe(0);
    },
  );

  it('refuses a folder that another server serves, by its address, and takes it when that one was killed', async () => {
    const { child, ready } = await serve();
    const organiser = await run('organiser', 'create', '--name', 'Beside').ended;
    expect(organiser).toBe(0);
    expect(await failure('serve', '--port', '0')).toEqual({
      code: 1,
      err: `Another server already runs on ${data}, at ${ready.base_url}. Stop it first, or choose another data folder.`,
    });
    expect(await isServing(ready.auth_url)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await serve();
    expect(await stop(next.child, 'SIGTERM')).toBe(0);
  });

  it("without its port leaves the running server's allow list to the command line", async () => {
    const allow = ['--webhook-allow', '127.0.0.0/8'];
    const serving = run('serve', '--port', '0', '--json', ...allow);
    const { auth_url } = Compile(Ready).Parse(JSON.parse(await serving.printed));
    expect(await run('serve', '--port', new URL(auth_url).port).ended).toBe(1);
    const organiser = run('organiser', 'create', '--name', 'O', '--plan', 'pro', '--json');
    const { reference } = Compile(Type.Object({ reference: Type.String() })).Parse(
      JSON.parse(await organiser.printed),
    );
    const endpoint = ['--url', 'http://127.0.0.1:9/', '--events', 'order.created', '--json'];
    const webhook = run('webhook', 'create', '--organiser', reference, ...endpoint);
    expect(JSON.parse(await webhook.printed)).toMatchObject({ is_active: true });
    expect(await serving.stop()).toBe(0);
  });

  it.each(['--port', '--metrics-port'])(
    'ends with 1 and a sentence when %s is taken, and with 2 when it is none',
    async (flag) => {
      const holder = createServer().listen(0, '127.0.0.1');
      await once(holder, 'listening');
      const address = holder.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const taken = await failure('serve', '--port', '0', flag, String(port));
      expect(taken).toEqual({
        code: 1,
        err: `Port ${port} is in use by another program; choose another one with ${flag}.`,
      });
      holder.close();
      const none = await failure('serve', '--port', '0', flag, '70000');
      expect(none).toEqual({
        code: 2,
        err: `${flag}: expected a whole number from 0 to 65535, got "70000".`,
      });
    },
  );

  it('reports where its metrics are when they have their own port', async () => {
    const serving = run('serve', '--port', '0', '--metrics-port', '0');
    const [first = '', told = ''] = (await serving.printed).split('\n');
    expect(first).toMatch(/^Serving http:/);
    const [url = ''] = /http:\S+/.exec(told) ?? [];
    expect(await (await fetch(url)).text()).toContain('# TYPE');
    expect(await serving.stop()).toBe(0);
  });
});
