import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Demo } from '../support/e2e/demo.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';
import { freePort } from '../support/free-port.ts';
import { withReason } from '../support/has-tool.ts';
import { installPackage, type InstalledPackage } from '../support/installed-package.ts';
import { lineReader, type LineReader } from '../support/line-reader.ts';
import { guideExample } from '../support/webhooks/receiver-guide.ts';

// What somebody has who installed the package, far from the project: only JavaScript, and only what package.json says is needed.

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Of this machine, which may not be able to run what is in the package. */
const olderNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((path) => join(path, 'node'))
  .find((path) => /^v(?:1\d|2[0-3])\./.test(spawnSync(path, ['--version']).stdout?.toString()));

const Served = Type.Object({ base_url: Type.String(), auth_url: Type.String(), demo: Demo });
const Started = Type.Object({ url: Type.String(), server: Type.Omit(Served, ['demo']) });
const Token = Type.Object({ access_token: Type.String() });
const Tickets = Type.Object({
  data: Type.Object({ data: Type.Array(Type.Object({ reference: Type.String() })) }),
});
const Subscribed = Type.Object({ data: Type.Object({ secret: Type.String() }) });

interface Program {
  readonly child: ChildProcess;
  readonly stdout: LineReader;
}

let folder: string;
let installed: InstalledPackage;
let children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-package-'));
  installed = await installPackage(folder);
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  children = [];
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

const lockOf = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

it('carries the lock file, from which `npm ci` installs what it was tested with', async () => {
  const packed = join(installed.app, 'node_modules', 'gatehouse', 'npm-shrinkwrap.json');
  expect(await lockOf(packed)).toEqual(await lockOf(join(modules, '..', 'package-lock.json')));
});

/** Runs a program in the folder of those who installed the package. */
function node(words: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  // Neither npm's own variables nor the project's programs are there.
  const { npm_lifecycle_event: _, ...environment } = process.env;
  const child = spawn(process.execPath, words, {
    cwd: installed.app,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return { child, stdout: lineReader(child.stdout) };
}

async function printed(...words: string[]): Promise<string> {
  const { child, stdout } = node([installed.command, ...words]);
  expect(await once(child, 'close')).toEqual([0, null]);
  return stdout.all().join('\n');
}

async function stop({ child }: Program): Promise<void> {
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
}

async function serve(
  ...flags: string[]
): Promise<{ readonly program: Program; readonly served: Static<typeof Served> }> {
  const data = join(folder, 'data');
  const always = ['--data', data, '--port', '0', '--json', '--demo=50'];
  const program = node([installed.command, 'serve', ...always, ...flags]);
  return { program, served: Value.Parse(Served, await nextJson(program.stdout)) };
}

/** Calls of the demo's integrator. */
async function connect({ base_url, auth_url, demo }: Static<typeof Served>) {
  const response = await fetch(`${auth_url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...demo.integrator }),
  });
  const { access_token } = Value.Parse(Token, await response.json());
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  return {
    get: async (path: string): Promise<unknown> =>
      (await fetch(`${base_url}/integration${path}`, { headers })).json(),
    post: async (path: string, body: object): Promise<unknown> => {
      const response = await fetch(`${base_url}/integration${path}`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': path },
        body: JSON.stringify(body),
      });
      return response.json();
    },
  };
}

async function firstTicket(client: Awaited<ReturnType<typeof connect>>): Promise<string> {
  const list = Value.Parse(Tickets, await client.get('/events/winter-gala/tickets'));
  return list.data.data[0]?.reference ?? '';
}

const codeEndings = ['.js', '.cjs', '.d.ts', '.json', '.md', '.txt', '.wasm', 'LICENSE'];
const unitEndings = ['.service', '.timer', '.sh', '.yml'];
const pageEndings = ['.html', '.css', '.svg', '.woff2'];

describe('the package', () => {
  it('contains what runs, and neither sources, maps nor tests', () => {
    const endings = installed.files.map((path) => path.replace(/^.*?(?=(?:\.d)?\.\w+$)/, ''));
    expect(new Set(endings)).toEqual(new Set([...codeEndings, ...pageEndings, ...unitEndings]));
    const folders = installed.files.map((path) => path.split('/')[0]);
    expect(new Set(folders)).toEqual(
      new Set([
        'LICENSE',
        'README.md',
        'bin',
        'docs',
        'npm-shrinkwrap.json',
        'out',
        'package.json',
        'packaging',
      ]),
    );
  });
});

describe('an installed gatehouse', () => {
  it('prints its version and its commands', async () => {
    expect(await printed('--version')).toBe(installed.version);
    expect(await printed('--help')).toMatch(/serve [^]*start[^]*journal/);
    expect(await printed('start', '--help')).toMatch(/^Usage: gatehouse start/);
    expect(await printed('journal', '--help')).toMatch(/^Usage: gatehouse journal/);
  });

  it.skipIf(olderNode === undefined)(
    withReason(
      'says in one sentence which Node.js it needs where an older one starts it',
      olderNode === undefined ? 'no older Node.js is installed' : null,
    ),
    () => {
      for (const words of [['--version'], ['serve', '--demo'], ['start'], ['journal', 'verify']]) {
        const ran = spawnSync(olderNode ?? '', [installed.command, ...words], { encoding: 'utf8' });
        expect(ran).toMatchObject({ status: 1, stdout: '' });
        expect(ran.stderr).toMatch(/^Gatehouse needs Node\.js 24 or newer; this is [\d.]+\. .+\n$/);
      }
    },
  );

  it('serves the demo, with its documentation', { tags: ['long'] }, async () => {
    const { program, served } = await serve();
    expect(await firstTicket(await connect(served))).toMatch(/^tkt_/);
    for (const path of ['/docs', '/docs/sync', '/docs/webhooks', '/v1/openapi.json']) {
      expect((await fetch(`${served.auth_url}${path}`)).status, path).toBe(200);
    }
    await stop(program);
  });

  it(
    'starts a door with its own server, and reads its journal afterwards',
    { tags: ['long'] },
    async () => {
      const data = join(folder, 'door');
      const flags = ['--host=browser', '--no-open', '--json', '--data', data];
      const program = node([installed.command, 'start', ...flags]);
      const { url, server } = Value.Parse(Started, await nextJson(program.stdout));
      expect((await fetch(`${server.auth_url}/readyz`)).status).toBe(200);
      const entered = await fetch(url, { redirect: 'manual' });
      const cookie = entered.headers.getSetCookie().join(';').split(';', 1)[0] ?? '';
      const page = await fetch(new URL(url).origin, { headers: { cookie } });
      expect(await page.text()).toMatch(/<script type="module"[^>]* src="\.\/assets\//);
      await stop(program);
      expect(await printed('journal', 'verify', '--station', data)).toMatch(/whole/);
    },
  );
});

describe('gatehouse/verify-webhook', () => {
  it('verifies a delivery in the receiver of the guide, as it is written there', async () => {
    const { program, served } = await serve('--webhook-allow', '127.0.0.0/8');
    const client = await connect(served);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hooks`;
    const answer = await client.post('/webhooks', { url, events: ['ticket.scanned'] });
    const { secret } = Value.Parse(Subscribed, answer).data;

    const guide = await readFile(
      join(installed.app, 'node_modules', 'gatehouse', 'docs', 'webhooks.md'),
      'utf8',
    );
    await writeFile(join(installed.app, 'receiver.mjs'), guideExample(guide));
    const env = { WEBHOOK_SECRET: secret, PORT: String(port) };
    const receiver = node(['receiver.mjs'], env);
    expect(await receiver.stdout.next()).toBe('Waiting for deliveries');

    const ticket = await firstTicket(client);
    await client.post('/scans', { ticket });
    expect(await receiver.stdout.next()).toBe('ticket.scanned {');
    expect(await receiver.stdout.next()).toBe(`  ticket: '${ticket}',`);
    await stop(program);
  });

  it('can be copied: it is one file that imports only Node', async () => {
    const file = join(installed.app, 'node_modules', 'gatehouse', 'out/main/verify-webhook.js');
    const copy = join(folder, 'copied.mjs');
    await copyFile(file, copy);
    const source = `import { verifyWebhook } from ${JSON.stringify(copy)};
      console.log(verifyWebhook({ secret: '', header: '', body: '', nowSeconds: 0 }).kind);`;
    const { child, stdout } = node(['--input-type=module', '--eval', source]);
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(stdout.all()).toEqual(['refused']);
  });

  it('has types', { tags: ['long'] }, async () => {
    const program = join(installed.app, 'typed.mts');
    await writeFile(
      program,
      `import { verifyWebhook, type ReceivedWebhook, type WebhookVerification } from 'gatehouse/verify-webhook';
      const received: ReceivedWebhook = { secret: '', header: '', body: new Uint8Array(), nowSeconds: 0 };
      const verification: WebhookVerification = verifyWebhook(received);
      export const reason = verification.kind === 'refused' ? verification.reason : verification.timestamp;
      // @ts-expect-error -- the time is the caller's to tell
      verifyWebhook({ secret: '', header: '', body: '' });\n`,
    );
    const tsc = join(modules, 'typescript', 'bin', 'tsc');
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--types', ''];
    const { child, stdout } = node([tsc, ...flags, program]);
    expect([await once(child, 'close'), stdout.all()]).toEqual([[0, null], []]);
  });
});
