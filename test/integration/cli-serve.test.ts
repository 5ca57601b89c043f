import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../bin/gatehouse.js', import.meta.url));
let data: string;
let children: ChildProcess[];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'gatehouse-serve-'));
  children = [];
});
afterEach(async () => {
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

async function isServing(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).ok;
  } catch {
    return false;
  }
}

describe('gatehouse serve', () => {
  it('says when it takes requests, serves the demo, and ends with 0 when asked to', async () => {
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

  it('ends with npm, whose shell keeps the signal to itself', async () => {
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

  it('finishes its start when it is asked to end before it is ready, and then ends with 0', async () => {
    const child = gatehouse('serve', '--port', '0', '--json', '--demo=2000');
    await expect.poll(() => existsSync(join(data, 'server.db')), { timeout: 10_000 }).toBe(true);
    expect(await stop(child, 'SIGTERM')).toBe(0);
  });

  it('leaves out demo where there is none, and serves what commands make beside it', async () => {
    const { child, ready } = await serve();
    expect(ready.demo).toBeUndefined();
    const organiser = gatehouse('organiser', 'create', '--name', 'Beside', '--json');
    expect(JSON.parse(await firstLine(organiser))).toMatchObject({ display_name: 'Beside' });
    expect((await fetch(`${ready.auth_url}/readyz`)).status).toBe(200);
    expect(await stop(child, 'SIGTERM')).toBe(0);
  });

  it('that cannot have its port leaves what the running server allows to the command line', async () => {
    const { child, ready } = await serve('--webhook-allow', '127.0.0.0/8');
    const second = gatehouse('serve', '--port', new URL(ready.auth_url).port);
    expect((await once(second, 'exit'))[0]).toBe(1);
    const organiser = gatehouse('organiser', 'create', '--name', 'O', '--plan', 'pro', '--json');
    const { reference } = Compile(Type.Object({ reference: Type.String() })).Parse(
      JSON.parse(await firstLine(organiser)),
    );
    const endpoint = ['--url', 'http://127.0.0.1:9/', '--events', 'order.created', '--json'];
    const webhook = gatehouse('webhook', 'create', '--organiser', reference, ...endpoint);
    expect(JSON.parse(await firstLine(webhook))).toMatchObject({ is_active: true });
    expect(await stop(child, 'SIGTERM')).toBe(0);
  });

  it('ends with 1 and a sentence when its port is taken, and with 2 when the port is none', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const child = gatehouse('serve', '--port', String(port));
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(err.trim()).toBe('The port is in use by another program.');
    holder.close();
    const wrong = gatehouse('serve', '--port', '70000');
    expect((await once(wrong, 'exit'))[0]).toBe(2);
  });
});
